// State containers (semantics §1): named places beside the wires that nodes read and write where they were granted access.
// A state is a slot of the graph scope, `<container>.<state>`, with the reserved characters of ids encoded.
import { encodeId } from './path.ts';
import { snapshot, type Value } from './value.ts';

/** accumulator appends, lastWrite replaces, counter adds. */
export const STATE_TYPES = ['accumulator', 'lastWrite', 'counter'] as const;
export type StateType = (typeof STATE_TYPES)[number];

/** When a state goes back to its initial value; forever: never within the run. */
export const LIFETIMES = ['step', 'episode', 'run', 'custom', 'forever'] as const;
export type Lifetime = (typeof LIFETIMES)[number];

/** Signals match by name, not by the scope that emits them. `episode_reset` comes from scripts alone. */
export const SIGNALS = ['run_start', 'run_end', 'step_start', 'step_end', 'episode_reset'] as const;
export type Signal = (typeof SIGNALS)[number];
export const EPISODE_RESET: Signal = 'episode_reset';

export interface StateSpec {
  /** The slot's name in events. */
  readonly slot: string;
  readonly state: string;
  readonly type: StateType;
  /** The signals that reset it; none: it lasts as long as the run. */
  readonly resetOn: readonly string[];
  /** Start and reset value; empty where there is none. */
  readonly initial?: Value;
  /** Of an accumulator: more than so many drop the oldest. */
  readonly maxSize?: number;
}

export interface ContainerSpec {
  readonly id: string;
  readonly label?: string;
  readonly states: readonly StateSpec[];
}

/** A node's access to a container. */
export interface Grant {
  /** What the node calls it; inside a composite that is not its id. */
  readonly name: string;
  readonly container: string;
}

/** The containers that a node has access to; none for an id that no grant names, whatever that id is. */
export function accessOf(grants: Readonly<Record<string, readonly Grant[]>>, node: string): readonly Grant[] {
  return Object.hasOwn(grants, node) ? (grants[node] as readonly Grant[]) : [];
}

/** A state as a fire sees it when it starts. */
export interface GrantedState {
  /** What the node calls its container. */
  readonly container: string;
  readonly state: string;
  readonly slot: string;
  readonly type: StateType;
  readonly maxSize?: number;
  /** Absent when empty. */
  readonly value?: Value;
}

/** What a fire did beside its outputs, in its order: a write into a state, by its slot, or a signal. */
export type StateChange = { readonly write: string; readonly value: Value } | { readonly signal: string };

export function stateSlot(container: string, state: string): string {
  return `${encodeId(container)}.${encodeId(state)}`;
}

export type Written = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly says: string };

/** What a state holds after a write; a counter takes numbers alone. */
export function afterWrite(
  spec: Pick<StateSpec, 'slot' | 'type' | 'maxSize'>,
  current: Value | undefined,
  value: Value,
): Written {
  switch (spec.type) {
    case 'lastWrite':
      return { ok: true, value };
    case 'accumulator': {
      const list: readonly Value[] = Array.isArray(current) ? current : [];
      const grown = [...list, value];
      const { maxSize } = spec;
      const kept = maxSize === undefined || grown.length <= maxSize ? grown : grown.slice(grown.length - maxSize);
      return { ok: true, value: snapshot(kept) };
    }
    case 'counter':
      if (typeof value !== 'number') return { ok: false, says: `${spec.slot} is a counter, which only adds numbers` };
      return { ok: true, value: (typeof current === 'number' ? current : 0) + value };
  }
}
