// The queue: nodes fire one at a time, first in first out, in the order in which edges delivered to them. An iteration is no pass
// over the body: a node may fire often in it, or late, or not at all.
import { present } from '../../../../shared/base/assert.ts';
import type { Value } from '../../../../shared/model/value.ts';
import type { Item, PivotMachine, ScopeState, Wire } from '../../pivot/machine.ts';
import type { Plan, PlanEdge, PlanNode } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';
import { isCut } from './fireCap.ts';
import { opensBoundary } from './firstCarryBoundary.ts';
import { isDropped } from './innerEnd.ts';
import { waitsForPerson } from './lateFailure.ts';
import { laterWrite } from './laterEdgeWins.ts';
import { nextToSettle } from './settlePass.ts';
import { compatOf, ownIn } from './state.ts';

export const fifoQueue: Difference = {
  what: 'Which node fires next',
  ours: 'one pass over the body: a node fires once an iteration, when nothing that feeds it can still fire; independent nodes run side by side',
  theirs:
    'one queue, first in first out, one node at a time; after each edge of a fire its target is queued if it has what it requires, or anything where it requires nothing, also when that edge carried nothing',
  file: 'fifoQueue.ts',
};

/** The nodes that are queued at the start, in node order: those that nothing feeds and that require nothing. */
export function queueEntries(plan: Plan, machine: PivotMachine): void {
  for (const node of plan.nodes) {
    if (node.node.role === 'iterIn' || node.inEdges.length > 0) continue;
    if (node.node.role === 'operator' && node.inputs.some((input) => input.required)) continue;
    push(machine, node.index);
  }
}

/** What an output emits; undefined where it emits nothing. */
export type Emission = (handle: string) => Wire | undefined;
export const NOTHING: Emission = () => undefined;

export function emissionOf(outputs: Readonly<Record<string, Value>>, seq: number): Emission {
  return (handle) => (Object.hasOwn(outputs, handle) ? { value: outputs[handle] as Value, seq } : undefined);
}

/** Writes along the node's edges in their order, and queues each target that is ready after its edge. */
export function route(plan: Plan, machine: PivotMachine, node: PlanNode, emission: Emission): void {
  for (const e of node.outEdges) {
    const edge = plan.edges[e] as PlanEdge;
    const wire = emission(edge.handle);
    if (wire) write(plan, machine, edge, wire);
    enqueue(plan, machine, edge.target);
  }
}

/** A later write to an input replaces the earlier one. Into an iterIn it is an arrival, which becomes a `slot.written`. */
export function write(plan: Plan, machine: PivotMachine, edge: PlanEdge, wire: Wire): void {
  const compat = compatOf(machine);
  const target = plan.nodes[edge.target] as PlanNode;
  if (target.node.role === 'iterIn') machine.arrivals.push(edge.index);
  else if (compat.read[edge.target]) {
    for (const e of target.inEdges) machine.wires[e] = null;
    compat.read[edge.target] = false;
  }
  machine.wires[edge.index] = wire;
  compat.written[edge.index] = ++compat.writes;
}

/** A fire consumes its inputs: they stay to be seen, and count no more. */
export function consume(machine: PivotMachine, node: number): void {
  compatOf(machine).read[node] = true;
}

export function enqueue(plan: Plan, machine: PivotMachine, node: number): void {
  if (!compatOf(machine).queue.includes(node) && isReady(plan, machine, plan.nodes[node] as PlanNode))
    push(machine, node);
}

function unqueue(machine: PivotMachine, node: number): void {
  const { queue } = compatOf(machine);
  const at = queue.indexOf(node);
  if (at >= 0) queue.splice(at, 1);
}

function push(machine: PivotMachine, node: number): void {
  compatOf(machine).queue.push(node);
  const item = machine.items[node] as Item;
  if (item.status !== 'running') item.status = 'ready';
}

export function isReady(plan: Plan, machine: PivotMachine, node: PlanNode): boolean {
  if (node.node.role === 'iterIn') {
    const { slots } = machine.scopes[node.scope] as ScopeState;
    return Object.keys(slots).length > 0 || machine.arrivals.some((e) => plan.edges[e]?.target === node.index);
  }
  if (compatOf(machine).read[node.index]) return false;
  if (node.node.role === 'iterOut') return opensBoundary(plan, machine, node);
  const required = node.inputs.filter((input) => input.required);
  if (required.length === 0) return node.inEdges.some((e) => machine.wires[e]);
  return required.every((input) => input.edges.some((e) => machine.wires[e]));
}

/** Whose turn it is; undefined where the phase has come to its end. */
export function nextInQueue(plan: Plan, machine: PivotMachine): PlanNode | undefined {
  const compat = compatOf(machine);
  switch (compat.phase) {
    case 'main':
      return isCut(compat) ? undefined : plan.nodes[compat.queue[0] ?? -1];
    case 'settle':
      return nextToSettle(plan, compat);
    case 'band':
      return plan.nodes[compat.queue[0] ?? -1];
  }
}

/**
 * After an event: what leaves the queue without an event of its own, and the operator that may start next. A graphIn passes on
 * what it got; what is no longer ready, or waits in a scope that has ended, goes.
 */
export function turn(plan: Plan, machine: PivotMachine): void {
  const compat = compatOf(machine);
  machine.ready = [];
  for (;;) {
    const isBusy = machine.running.length > 0 || machine.arrivals.length > 0 || machine.takeable.length > 0;
    if (waitsForPerson(machine)) return;
    const isHalting = machine.halted && compat.phase !== 'band';
    if (machine.phase !== 'running' || isBusy || compat.clearing || compat.boundary?.verdict || isHalting) return;
    const node = nextInQueue(plan, machine);
    if (!node) return;
    const isEntry = node.inEdges.length === 0;
    if (isDropped(compat, machine, node) || (!isEntry && !isReady(plan, machine, node))) {
      unqueue(machine, node.index);
      continue;
    }
    if (node.node.role === 'operator') machine.ready = [node.index];
    if (node.node.role !== 'graphIn') return;
    countFire(machine, node.index);
    passOn(plan, machine, node);
  }
}

function passOn(plan: Plan, machine: PivotMachine, node: PlanNode): void {
  const { given } = compatOf(machine);
  const wire = node.inEdges.length === 0 ? ownIn(given, node.node.id) : lastWritten(machine, node.inEdges);
  consume(machine, node.index);
  (machine.items[node.index] as Item).status = 'fired';
  route(plan, machine, node, () => wire);
}

/** What was written last on one of these edges. */
export function lastWritten(machine: PivotMachine, edges: readonly number[]): Wire | undefined {
  const e = laterWrite(machine.wires, compatOf(machine).written, edges);
  return e < 0 ? undefined : (machine.wires[e] ?? undefined);
}

/** Takes a node out of the queue for its fire, and counts that in its phase. */
export function countFire(machine: PivotMachine, node: number): void {
  const compat = compatOf(machine);
  unqueue(machine, node);
  switch (compat.phase) {
    case 'main':
      compat.mainFires++;
      return;
    case 'settle':
      if (compat.boundary) compat.boundary.settled++;
      return;
    case 'band':
      compat.banded.push(node);
      return;
  }
}

/**
 * The fire that was running when the tape stopped, or that found nobody to ask, counts as not started: its node is next again, with
 * what it had.
 */
export function queueAgain(plan: Plan, machine: PivotMachine): void {
  const compat = compatOf(machine);
  const undone = machine.running.splice(0).map(({ node }) => node);
  if (waitsForPerson(machine)) {
    undone.push(present(plan.nodeIndex.get(machine.failure?.node ?? ''), 'the node that asks'));
    machine.failure = null;
  }
  for (const node of undone) {
    compat.read[node] = false;
    if (!compat.queue.includes(node)) compat.queue.unshift(node);
    (machine.items[node] as Item).status = 'ready';
    if (compat.phase === 'main') compat.mainFires--;
    else if (compat.phase === 'band') compat.banded.splice(compat.banded.lastIndexOf(node), 1);
    else if (compat.boundary) compat.boundary.settled--;
  }
}
