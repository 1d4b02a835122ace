// Latches: the graphOuts of an inner scope. When it ends each takes what lies unread on its input, the final side included, and
// releases what it holds. The input stays unread, as it was no fire.
import type { Value, Values } from '../../../../shared/model/value.ts';
import type { Emit } from '../../pivot/emit.ts';
import type { PivotMachine, ScopeState } from '../../pivot/machine.ts';
import type { Plan, PlanEdge, PlanNode, PlanScope } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';
import { lastWritten, NOTHING, route } from './fifoQueue.ts';
import { handedOn } from './nullStays.ts';
import { compatOf, ownIn } from './state.ts';

export const latchRelease: Difference = {
  what: 'What a latch releases',
  ours: 'the last value that reached it in this activation',
  theirs:
    'what lies on its input when its scope ends, else what it took before, in an earlier activation too; the value stays on its input and may reach it a second time later',
  file: 'latchRelease.ts',
};

/** The writes of the latches before their scope ends with this final side. */
export function fillLatches(plan: Plan, machine: PivotMachine, scope: PlanScope, finals: Values, emit: Emit): void {
  const at = (machine.scopes[scope.index] as ScopeState).path;
  for (const latch of scope.latches) {
    const node = plan.nodes[latch] as PlanNode;
    const last = node.inEdges
      .map((e) => plan.edges[e] as PlanEdge)
      .filter((edge) => edge.source === scope.iterOut && Object.hasOwn(finals, edge.handle))
      .at(-1);
    const unread = compatOf(machine).read[latch] ? undefined : lastWritten(machine, node.inEdges);
    const wire = last ? { value: finals[last.handle] as Value } : unread && { value: unread.value, from: unread.seq };
    if (!wire) continue;
    emit({
      seq: machine.seq,
      kind: 'slot.written',
      at,
      slot: `${node.node.id}.latch`,
      scope: scope.scope,
      writer: 'latch',
      ...wire,
    });
  }
}

export function releaseLatches(plan: Plan, machine: PivotMachine, scope: PlanScope): void {
  for (const latch of scope.latches) {
    const node = plan.nodes[latch] as PlanNode;
    const released = handedOn(ownIn(machine.latches, node.node.id));
    if (released) route(plan, machine, node, () => released);
  }
}

/** A graphOut's own fire: outside of loops it passes on what it took, inside it holds it. */
export function passLatch(plan: Plan, machine: PivotMachine, node: PlanNode): void {
  const held = ownIn(machine.latches, node.node.id);
  route(plan, machine, node, node.scope < 0 && held ? () => ({ value: held.value, seq: held.seq }) : NOTHING);
}
