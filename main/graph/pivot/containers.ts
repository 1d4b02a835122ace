// State containers as authored (semantics §1): their states with what resets them, and who was granted access. A broken
// declaration has less in it; the rules container-shape and access-grant say what is wrong.
import type { ContainerSpec, Grant, Lifetime, StateSpec, StateType } from '../../../shared/model/container.ts';
import { LIFETIMES, STATE_TYPES, stateSlot } from '../../../shared/model/container.ts';
import { isRecord, type Value } from '../../../shared/model/value.ts';
import type { FlatContainer, FlatGraph } from './flatGraph.ts';
import { names } from './operatorPorts.ts';

/** Each id once, in the order of the file. */
export function readContainers(flat: readonly FlatContainer[]): ContainerSpec[] {
  const taken = new Set<string>();
  return flat.flatMap(({ id, source }): ContainerSpec[] => {
    if (taken.has(id)) return [];
    taken.add(id);
    const states = isRecord(source.states) ? source.states : {};
    return [
      {
        id,
        ...(typeof source.label === 'string' ? { label: source.label } : {}),
        states: Object.entries(states).flatMap(([state, declared]) => stateOf(id, state, declared)),
      },
    ];
  });
}

function stateOf(container: string, state: string, declared: Value): StateSpec[] {
  if (!isRecord(declared) || !isStateType(declared.type)) return [];
  const config = isRecord(declared.config) ? declared.config : {};
  const { initial_value: initial, max_size: maxSize } = config;
  return [
    {
      slot: stateSlot(container, state),
      state,
      type: declared.type,
      resetOn: resetsOf(lifetimeOf(declared.lifetime, declared.reset_on), declared.reset_on),
      ...(initial === undefined ? {} : { initial }),
      ...(typeof maxSize === 'number' ? { maxSize } : {}),
    },
  ];
}

export function isStateType(value: Value | undefined): value is StateType {
  return STATE_TYPES.some((type) => type === value);
}

/** Without a lifetime a list of signals means custom, and no list means forever. */
export function lifetimeOf(lifetime: Value | undefined, resetOn: Value | undefined): Lifetime {
  const known = LIFETIMES.find((one) => one === lifetime);
  return known ?? (names(resetOn).length > 0 ? 'custom' : 'forever');
}

function resetsOf(lifetime: Lifetime, resetOn: Value | undefined): readonly string[] {
  switch (lifetime) {
    case 'step':
      return ['step_end'];
    case 'episode':
      return ['episode_reset'];
    case 'run':
      return ['run_end'];
    case 'custom':
      return names(resetOn);
    case 'forever':
      return [];
  }
}

/** Every grant that names a node and a container, each once. */
export function grantsOf(
  flat: FlatGraph,
  containers: readonly ContainerSpec[],
  nodes: { has(id: string): boolean },
): Record<string, readonly Grant[]> {
  const known = new Set(containers.map((container) => container.id));
  const made = new Map<string, Grant[]>();
  for (const { node, container, name } of flat.grants) {
    if (!nodes.has(node) || !known.has(container)) continue;
    const own = made.get(node) ?? [];
    if (own.some((grant) => grant.container === container)) continue;
    own.push({ name, container });
    made.set(node, own);
  }
  return Object.fromEntries(made);
}
