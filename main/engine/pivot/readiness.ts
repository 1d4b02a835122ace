// Readiness: which items may fire. An item is looked at once in an iteration, when nothing that feeds it can still fire: then
// it becomes ready, or idle for the rest of the iteration (semantics §1, Firing). So neither the order of edges nor the
// order in which operators finish changes which nodes fire, how often, or what they read.
import type { Value } from '../../../shared/model/value.ts';
import type { Item, PivotMachine, ScopeState } from './machine.ts';
import type { Plan, PlanEdge, PlanNode, PlanScope } from './plan.ts';
import { winnerOf } from './winner.ts';

/** Puts a value on a wire. Into an iterIn it is an arrival, unless a later-declared edge has already written that slot. */
export function deliver(plan: Plan, machine: PivotMachine, edgeIndex: number, value: Value, seq: number): void {
  machine.wires[edgeIndex] = { value, seq };
  const edge = plan.edges[edgeIndex] as PlanEdge;
  const target = plan.nodes[edge.target] as PlanNode;
  if (target.node.role !== 'iterIn') return;
  const beaten = target.inEdges.some(
    (e) => e > edgeIndex && machine.wires[e] && (plan.edges[e] as PlanEdge).port === edge.port,
  );
  if (!beaten) machine.arrivals.push(edgeIndex);
}

/** Starts a region's iteration: every item waits anew, and those that nothing feeds are looked at. */
export function openRegion(plan: Plan, machine: PivotMachine, scopeIndex: number): void {
  const scope = plan.scopes[scopeIndex] as PlanScope;
  const state = machine.scopes[scopeIndex] as ScopeState;
  state.unsettled = scope.items.length;
  for (const i of scope.items) {
    const item = machine.items[i] as Item;
    item.status = 'waiting';
    item.blocked = false;
    const { feeders, turnAfter } = plan.nodes[i] as PlanNode;
    item.pending = feeders.length + turnAfter.length;
  }
  for (const i of scope.items) {
    const { feeders, turnAfter } = plan.nodes[i] as PlanNode;
    if (feeders.length + turnAfter.length === 0) look(plan, machine, i);
  }
}

/** Marks an item as done in this iteration, and looks at what waited for it. */
export function settle(
  plan: Plan,
  machine: PivotMachine,
  index: number,
  status: 'fired' | 'failed' | 'idle',
  blocked = false,
): void {
  const queue: number[] = [];
  close(plan, machine, index, status, blocked, queue);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) lookOnce(plan, machine, next, queue);
}

function look(plan: Plan, machine: PivotMachine, index: number): void {
  const queue = [index];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) lookOnce(plan, machine, next, queue);
}

function close(
  plan: Plan,
  machine: PivotMachine,
  index: number,
  status: 'fired' | 'failed' | 'idle',
  blocked: boolean,
  queue: number[],
): void {
  const node = plan.nodes[index] as PlanNode;
  const item = machine.items[index] as Item;
  item.status = status;
  if (blocked) item.blocked = true;
  (machine.scopes[node.region] as ScopeState).unsettled--;
  for (let f = node.followers.length - 1; f >= 0; f--) {
    const follower = machine.items[node.followers[f] as number] as Item;
    if (item.blocked) follower.blocked = true;
    if (--follower.pending === 0 && follower.status === 'waiting') queue.push(node.followers[f] as number);
  }
  // Whoever comes next at a container has waited for the turn alone, whatever became of this one.
  for (const next of node.turnBefore) {
    const waiting = machine.items[next] as Item;
    if (--waiting.pending === 0 && waiting.status === 'waiting') queue.push(next);
  }
}

function lookOnce(plan: Plan, machine: PivotMachine, index: number, queue: number[]): void {
  const node = plan.nodes[index] as PlanNode;
  const item = machine.items[index] as Item;
  switch (node.node.role) {
    case 'iterIn':
      if (!item.blocked && node.inEdges.some((e) => machine.wires[e])) {
        item.status = 'ready';
        machine.enterable.push(node.scope);
      } else close(plan, machine, index, 'idle', false, queue);
      return;
    case 'graphOut':
      if (node.inputs.some((input) => winnerOf(plan, machine, input) >= 0)) {
        item.status = 'ready';
        machine.takeable.push(index);
      } else close(plan, machine, index, 'idle', false, queue);
      return;
    case 'graphIn': {
      // It passes on what arrived and makes no event of its own; without wires it was served when the run started.
      const input = node.inputs[0];
      const winner = input ? winnerOf(plan, machine, input) : -1;
      const wire = winner < 0 ? null : machine.wires[winner];
      if (wire) for (const e of node.outEdges) deliver(plan, machine, e, wire.value, wire.seq);
      const served = wire || (node.inEdges.length === 0 && node.outEdges.some((e) => machine.wires[e]));
      close(plan, machine, index, served ? 'fired' : 'idle', false, queue);
      return;
    }
    case 'operator':
      if (!item.blocked && hasItsInputs(machine, node)) {
        item.status = 'ready';
        makeReady(plan, machine, index);
      } else close(plan, machine, index, 'idle', false, queue);
      return;
    case 'iterOut':
      return;
  }
}

/** It may start now, unless a running fire is at one of its containers. */
function makeReady(plan: Plan, machine: PivotMachine, index: number): void {
  const { containers } = plan.nodes[index] as PlanNode;
  const isFree = !machine.running.some(({ node }) => shares(containers, plan.nodes[node] as PlanNode));
  if (isFree) machine.ready.push(index);
  else holdBack(machine, index);
}

/** While a fire runs, whoever shares a container with it is held back. */
export function holdOthers(plan: Plan, machine: PivotMachine, index: number): void {
  const { containers } = plan.nodes[index] as PlanNode;
  if (containers.length === 0) return;
  for (const other of machine.ready.filter((one) => shares(containers, plan.nodes[one] as PlanNode))) {
    machine.ready.splice(machine.ready.indexOf(other), 1);
    holdBack(machine, other);
  }
}

/** When a fire has ended: whoever it held back, and nobody else does, may start. */
export function releaseHeld(plan: Plan, machine: PivotMachine): void {
  if (machine.held.length > 0) for (const index of machine.held.splice(0)) makeReady(plan, machine, index);
}

/** The node that starts next: the one that has been ready longest; of those that share a container with it, the first. */
export function nextToStart(plan: Plan, machine: PivotMachine): number | undefined {
  let next = machine.ready[0];
  if (next === undefined) return undefined;
  for (let before: number | undefined = next; before !== undefined; ) {
    next = before;
    const { containers }: PlanNode = plan.nodes[next] as PlanNode;
    const limit: number = next;
    before = machine.ready.find((other) => other < limit && shares(containers, plan.nodes[other] as PlanNode));
  }
  return next;
}

function holdBack(machine: PivotMachine, index: number): void {
  const at = machine.held.findIndex((other) => other > index);
  machine.held.splice(at < 0 ? machine.held.length : at, 0, index);
}

function shares(containers: readonly number[], other: PlanNode): boolean {
  return containers.length > 0 && other.containers.some((container) => containers.includes(container));
}

function hasItsInputs(machine: PivotMachine, node: PlanNode): boolean {
  if (node.inEdges.length === 0) return node.inputs.every((input) => !input.required);
  let required = false;
  for (const input of node.inputs) {
    if (!input.required) continue;
    required = true;
    if (input.edges.every((e) => !machine.wires[e])) return false;
  }
  return required || node.inEdges.some((e) => machine.wires[e]);
}
