// What each node is doing at a moment, and what it waits for in sentences: from the machine, which holds the readiness that the
// engine itself goes by.
import type { NodeState } from '../../shared/contract/moment.ts';
import type { Waiting } from '../../shared/model/event.ts';
import type { Item, PivotMachine, ScopeState } from '../engine/pivot/machine.ts';
import type { Plan, PlanNode, PlanScope } from '../engine/pivot/plan.ts';
import { waitingFor } from '../engine/pivot/stall.ts';
import type { OpenTape } from './openTape.ts';
import { lastAtOrBefore } from './scopeSpans.ts';

/** `seq` is the moment; `machine` may be the one before it, where the event itself swept away what is to be shown. */
export function nodeStates(tape: OpenTape, plan: Plan, machine: PivotMachine, seq: number): NodeState[] {
  return plan.nodes.map((node) => {
    switch (node.node.role) {
      case 'iterIn':
      case 'iterOut':
        return pivotState(tape, plan, machine, node, seq);
      default:
        return itemState(tape, plan, machine, node, seq);
    }
  });
}

function itemState(tape: OpenTape, plan: Plan, machine: PivotMachine, node: PlanNode, seq: number): NodeState {
  const item = machine.items[node.index] as Item;
  const state = isShown(machine, node.region) ? item.status : 'outside';
  return {
    node: node.node.id,
    state,
    ...lastFire(tape, node.node.id, seq),
    waitsFor: state === 'waiting' || state === 'idle' ? waits(plan, machine, node, item) : [],
  };
}

/** What can be told of a node's fires up to the moment, whatever the dialect. */
export function lastFire(
  tape: OpenTape,
  node: string,
  seq: number,
): Pick<NodeState, 'fires' | 'lastFireSeq' | 'durationMs'> {
  const fires = tape.fires.of(node);
  const last = lastAtOrBefore(fires.startedSeq, seq);
  const ended = fires.endedSeq[last];
  const isOver = ended !== undefined && ended !== -1 && ended <= seq;
  const durationMs = fires.durationMs[last];
  return {
    fires: last + 1,
    lastFireSeq: last < 0 ? null : isOver ? ended : (fires.startedSeq[last] ?? null),
    durationMs: isOver && durationMs !== undefined && durationMs >= 0 ? durationMs : null,
  };
}

/** A region's states are worth showing while it is open, and where they show why it got no further. */
function isShown(machine: PivotMachine, region: number): boolean {
  const scope = machine.scopes[region] as ScopeState;
  switch (scope.phase) {
    case 'open':
    case 'closed':
      return true;
    case 'exited':
      return scope.reason !== 'stop' && scope.reason !== 'budget';
    case 'new':
    case 'entered':
      return false;
  }
}

function waits(plan: Plan, machine: PivotMachine, node: PlanNode, item: Item): string[] {
  const stalled = stalledInputs(machine, node.node.id);
  if (stalled) return sentences(stalled);
  if (item.blocked && item.status === 'idle') return ['a scope that feeds it did not end by stop or budget'];
  if (item.status === 'waiting') {
    const pending = node.feeders.filter((f) => isUnsettled(machine.items[f] as Item));
    return pending.map((f) => `waits until ${(plan.nodes[f] as PlanNode).node.id} is done`);
  }
  return sentences(waitingFor(plan, machine, node));
}

/** What a stall report said of a node; the wires that it was read from have been swept since. */
function stalledInputs(machine: PivotMachine, node: string): Waiting['inputs'] | undefined {
  return machine.stall?.waiting.find((waiting) => waiting.node === node)?.inputs;
}

function sentences(inputs: Waiting['inputs']): string[] {
  return inputs.map(({ port, why }) => `waits for ${port}: ${why.replace(/^empty: /, '')}`);
}

function isUnsettled(item: Item): boolean {
  return item.status === 'waiting' || item.status === 'ready' || item.status === 'running';
}

/** Pivots have no fires: an iterIn hands over when an iteration opens, an iterOut when it closes. */
function pivotState(tape: OpenTape, plan: Plan, machine: PivotMachine, node: PlanNode, seq: number): NodeState {
  const scope = plan.scopes[node.scope] as PlanScope;
  const state = machine.scopes[node.scope] as ScopeState;
  const iterations = tape.scopes.of(scope.scope);
  const isOut = node.node.role === 'iterOut';
  const last = tape.scopes.iterationAt(scope.scope, seq);
  const isClosed = last >= 0 && iterations.closed[last] === 1 && (iterations.lastSeq[last] as number) <= seq;
  const lastClosed = isClosed ? last : last - 1;
  const fires = isOut ? tape.scopes.closedUpTo(scope.scope, seq) : last + 1;
  const lastSeq = isOut ? iterations.lastSeq[lastClosed] : iterations.openedSeq[last];
  const shown = pivotStatus(machine, scope, state, isOut, isClosed);
  return {
    node: node.node.id,
    state: shown,
    fires,
    lastFireSeq: fires === 0 ? null : (lastSeq ?? null),
    durationMs: null,
    waitsFor: pivotWaits(plan, machine, node, isOut, shown),
  };
}

function pivotStatus(
  machine: PivotMachine,
  scope: PlanScope,
  state: ScopeState,
  isOut: boolean,
  isClosed: boolean,
): NodeState['state'] {
  const isParentShown = isShown(machine, scope.parent);
  switch (state.phase) {
    case 'open':
      return isOut ? (isClosed ? 'fired' : 'waiting') : 'fired';
    case 'closed':
      return 'fired';
    case 'exited':
      if (!isParentShown) return 'outside';
      if (state.reason === 'stop' || state.reason === 'budget') return 'fired';
      return isOut ? 'idle' : 'fired';
    case 'entered':
      return isOut ? 'outside' : 'ready';
    case 'new':
      if (isOut || !isParentShown) return 'outside';
      return (machine.items[scope.iterIn] as Item).status;
  }
}

function pivotWaits(
  plan: Plan,
  machine: PivotMachine,
  node: PlanNode,
  isOut: boolean,
  shown: NodeState['state'],
): string[] {
  if (shown !== 'waiting' && shown !== 'idle') return [];
  const stalled = stalledInputs(machine, node.node.id);
  if (stalled) return sentences(stalled);
  if (!isOut) return waits(plan, machine, node, machine.items[node.index] as Item);
  const scope = plan.scopes[node.scope] as PlanScope;
  const missing = waitingFor(plan, machine, { ...node, inputs: scope.carryInputs });
  if (missing.length > 0) return sentences(missing);
  if (shown !== 'waiting') return [];
  return [machine.compat ? 'waits for its turn' : `waits until nothing in ${scope.scope} can fire`];
}
