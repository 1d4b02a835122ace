// Step 1 of a completion, second half (seed 000, Decision order): what an accepted output writes into state, in order, each
// assignment seeing the earlier ones (semantics §2, Assign). Pure.
import type { LoopSpec, SocketSpec } from '../../../shared/model/checkedSocketGraph.ts';
import type { Unassigned } from '../../../shared/model/event.ts';
import {
  parseStatePath,
  type StatePath,
  stateSlot,
  valueAtPath,
  withoutValueAtPath,
  withValueAtPath,
} from '../../../shared/model/statePath.ts';
import { isRecord, type Value, type Values } from '../../../shared/model/value.ts';
import type { SocketMachine } from './machine.ts';
import { textOf } from './parse.ts';
import type { PlanSocket } from './plan.ts';

/** What a source can see. */
export interface Sources extends Pick<SocketMachine, 'state' | 'lastJson'> {
  readonly lastOutput: string | null;
  readonly output: Value;
  /** What the socket ran for: `item`, and the items of its loops under their `as`. */
  readonly items: Values;
}

/** One write to be: the target and what it takes its value from. */
export interface WritePlan {
  readonly target: StatePath;
  readonly value: (sources: Sources) => Value | undefined;
  /** As authored. */
  readonly source: string;
  /** True where nothing is amiss if there is no value. */
  readonly optional?: boolean;
}

/** The consumed lists that the socket does not assign itself, then its assigns. */
export function writesOf(
  { stores, writes }: Pick<PlanSocket, 'stores' | 'writes'>,
  output: Value,
): readonly WritePlan[] {
  if (stores.length === 0 || !isRecord(output)) return writes;
  const lists = stores.flatMap((name): WritePlan[] => {
    const list = Object.hasOwn(output, name) ? output[name] : undefined;
    return Array.isArray(list) ? [{ target: [name], source: `$.${name}`, value: () => list as Value }] : [];
  });
  return [...lists, ...writes];
}

/** What a socket's writes are made of, worked out once: its assigns, and the names of the lists that it stores. */
export function plannedWrites(
  { assigns }: SocketSpec,
  listedBy: readonly LoopSpec[],
  feeds: readonly LoopSpec[],
): { readonly writes: readonly WritePlan[]; readonly stores: readonly string[] } {
  const names = new Set(listedBy.flatMap(({ as }) => as ?? []));
  const assigned = new Set(assigns.map(({ target }) => target.join('.')));
  const outputs = new Set(feeds.flatMap(({ output }) => output ?? []));
  return {
    writes: assigns.map(({ target, source }) => ({ target, source, value: sourceOf(source, names) })),
    stores: [...outputs].filter((name) => !assigned.has(name)),
  };
}

/** `names`: what the socket's loops call their items; a path that begins with one is no path of state. */
export function sourceOf(source: string, names: ReadonlySet<string>): WritePlan['value'] {
  const path = parseStatePath(source);
  if (!path) return () => undefined;
  const [head = '', ...rest] = path;
  const below = (root: Value | undefined): Value | undefined =>
    root === undefined ? undefined : valueAtPath(root, rest);
  const named = ({ items }: Sources): Value | undefined => below(Object.hasOwn(items, head) ? items[head] : undefined);
  switch (head) {
    case '$':
      return ({ output }) => (rest.length === 0 ? output : below(output));
    case 'state':
      return ({ state }) => below(state);
    case 'item':
      return named;
    case 'lastJson':
      return ({ lastJson }) => below(lastJson);
    case 'lastOutput':
      return ({ lastOutput }) => (rest.length === 0 ? (lastOutput ?? undefined) : undefined);
    default:
      return names.has(head) ? named : ({ state }) => valueAtPath(state, path);
  }
}

/** What a socket's sources see when its output has been accepted: `lastJson` and `lastOutput` are this output's already. */
export function sourcesOf(machine: SocketMachine, socket: PlanSocket, output: Value, raw: string | undefined): Sources {
  return {
    state: machine.state,
    output,
    items: machine.ran.items,
    lastJson: socket.parse === 'json' ? output : machine.lastJson,
    lastOutput: raw ?? textOf(output),
  };
}

/** What can't be assigned, foreseen in the same order, so that the fact stands on the fire. */
export function unassignedOf(
  writes: readonly WritePlan[],
  output: Value,
  sources: Sources,
  empties: boolean,
): Unassigned[] {
  const missing: Unassigned[] = [];
  let state: Record<string, Value> = sources.state;
  for (const { target, source, value, optional } of writes) {
    const found = value({ ...sources, state });
    if (found === undefined && optional) continue;
    if (found === undefined) {
      missing.push({ slot: stateSlot(target), source, why: whyMissing(source, output) });
      if (empties) state = withoutValueAtPath(state, target) as Record<string, Value>;
    } else state = withValueAtPath(state, target, found) as Record<string, Value>;
  }
  return missing;
}

function whyMissing(source: string, output: Value): string {
  if (!source.startsWith('$')) return `there is no ${source}`;
  return typeof output === 'string'
    ? `the output is text, so there is no ${source}`
    : `the output has no ${source.slice(2) || source}`;
}
