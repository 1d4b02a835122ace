// Why nothing lies on a wire, in a sentence for a person: for the losers of an input decision and for the stall report.

import type { SlotSpec } from '../../../shared/model/checkedGraph.ts';
import type { ItemStatus, PivotMachine, ScopeState } from './machine.ts';
import type { Plan, PlanEdge, PlanNode, PlanScope } from './plan.ts';

type Cleared = ScopeState['cleared'][string];

/** A slot that was emptied loses every later decision for the same reason, so the sentence is made once. */
const clearedWhys = new WeakMap<Cleared, string>();

export function emptyWhy(plan: Plan, machine: PivotMachine, edge: PlanEdge): string {
  const source = plan.nodes[edge.source] as PlanNode;
  switch (source.node.role) {
    case 'iterIn':
      return slotWhy(plan, machine, source, edge.handle);
    case 'iterOut': {
      const scope = plan.scopes[source.scope] as PlanScope;
      const state = machine.scopes[source.scope];
      if (state?.phase !== 'exited') return `empty: ${scope.scope} has not ended`;
      if (state.reason !== 'stop' && state.reason !== 'budget')
        return `empty: ${scope.scope} ended ${state.reason}, without a final side`;
      return `empty: ${scope.scope} ended without a value for ${edge.handle}`;
    }
    case 'graphIn':
      return `empty: the run was given no input ${String(source.node.config.portName ?? source.node.id)}`;
    case 'graphOut':
      return `empty: the latch ${source.node.id} holds nothing`;
    case 'operator':
      return nodeWhy(source.node.id, edge.handle, machine.items[edge.source]?.status ?? 'waiting');
  }
}

function slotWhy(plan: Plan, machine: PivotMachine, iterIn: PlanNode, handle: string): string {
  const scope = plan.scopes[iterIn.scope] as PlanScope;
  const state = machine.scopes[iterIn.scope];
  const spec = scope.slots.get(handle);
  if (!spec || !state) return 'empty';
  if (machine.compat && state.slots[handle]?.value === null)
    return `empty: ${handle} holds null, which is not handed on`;
  const cleared = state.cleared[handle];
  if (cleared) return clearedWhy(cleared, spec);
  if (spec.writer === 'iterout') {
    return state.iteration <= 0
      ? `empty: nothing was carried into ${handle} yet`
      : `empty: ${spec.port} was never carried`;
  }
  return `empty: nothing was delivered to ${handle}`;
}

function clearedWhy(cleared: Cleared, { name, writer }: SlotSpec): string {
  const known = clearedWhys.get(cleared);
  if (known !== undefined) return known;
  const after = cleared.at.slice(cleared.at.lastIndexOf('[') + 1, cleared.at.lastIndexOf(']'));
  const why =
    cleared.why !== 'one-shot'
      ? `empty: ${name} was cleared (${cleared.why})`
      : writer === 'iterout'
        ? `empty: ${name} does not persist and was not carried again after iteration ${after}`
        : `empty: ${name} is one-shot and was emptied after iteration ${after}`;
  clearedWhys.set(cleared, why);
  return why;
}

function nodeWhy(node: string, handle: string, status: ItemStatus): string {
  switch (status) {
    case 'waiting':
    case 'ready':
    case 'running':
      return `empty: ${node} has not finished`;
    case 'fired':
      return `empty: ${node} fired without a value for ${handle}`;
    case 'failed':
      return `empty: ${node} failed`;
    case 'idle':
      return `empty: ${node} did not fire`;
  }
}
