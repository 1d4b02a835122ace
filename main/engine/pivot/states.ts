// What the states of containers hold: slots of the graph scope, so that the log alone says it (semantics §1, State containers).
import { accessOf, type GrantedState } from '../../../shared/model/container.ts';
import type { PivotMachine, Slot } from './machine.ts';
import type { Plan, PlanNode } from './plan.ts';

/** What a state holds; undefined when empty. */
export function stateIn(machine: PivotMachine, slot: string): Slot | undefined {
  const slots = machine.scopes[0]?.slots;
  return slots && Object.hasOwn(slots, slot) ? slots[slot] : undefined;
}

/** The states that a node has access to, as they are; undefined where it was granted none. */
export function grantedTo(
  plan: Plan,
  machine: PivotMachine,
  { node, containers }: PlanNode,
): GrantedState[] | undefined {
  if (containers.length === 0) return undefined;
  return accessOf(plan.graph.grants, node.id).flatMap(({ name, container }) => {
    const states = plan.graph.containers.find(({ id }) => id === container)?.states ?? [];
    return states.map(({ state, slot, type, maxSize }) => {
      const held = stateIn(machine, slot);
      return {
        container: name,
        state,
        slot,
        type,
        ...(maxSize === undefined ? {} : { maxSize }),
        ...(held ? { value: held.value } : {}),
      };
    });
  });
}

/** The events that wrote them; empty states are left out. */
export function writtenSeqs(machine: PivotMachine, granted: readonly GrantedState[]): Record<string, number> {
  const seqs: Record<string, number> = {};
  for (const { slot } of granted) {
    const held = stateIn(machine, slot);
    if (held) seqs[slot] = held.seq;
  }
  return seqs;
}
