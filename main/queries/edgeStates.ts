// What lies on each edge at a moment, and whether it was read: from the machine's wires and the engine's own rule of winners.
import type { EdgeState } from '../../shared/contract/moment.ts';
import type { Item, PivotMachine, Slot, Wire } from '../engine/pivot/machine.ts';
import type { Plan, PlanEdge, PlanInput, PlanNode } from '../engine/pivot/plan.ts';
import { winnerOf } from '../engine/pivot/winner.ts';
import { chipOf } from './chip.ts';

/** The id of the edge that stands for a hand-over; no author draws it. */
export function carryEdgeId(iterOut: string, port: string): string {
  return `carry:${iterOut}.${port}`;
}

/**
 * `closing`: the index of the scope whose iteration is just being closed, so that its iterOut has read its inputs though
 * `machine` is the one before; −1 where none is.
 */
export function edgeStates(plan: Plan, machine: PivotMachine, closing: number, after: PivotMachine): EdgeState[] {
  const made: EdgeState[] = [];
  for (const node of plan.nodes) {
    if (node.node.role === 'iterIn') {
      initStates(plan, machine, node, made);
      continue;
    }
    const isRead = hasRead(machine, node, closing);
    for (const input of inputsOf(plan, node)) {
      const winner = winnerOf(plan, machine, input);
      for (const e of input.edges) made.push(stateOf(plan, machine, e, isRead ? winner : undefined));
    }
  }
  for (const scope of plan.scopes) {
    const iterOut = plan.nodes[scope.iterOut]?.node.id;
    if (iterOut === undefined) continue;
    for (const carry of scope.carries) {
      const slot = after.scopes[scope.index]?.slots[carry.slot] as Slot | undefined;
      const edge = carryEdgeId(iterOut, carry.port);
      made.push(slot ? { edge, state: 'won', chip: chipOf(slot.value) } : { edge, state: 'empty' });
    }
  }
  return made;
}

/** Every input of a node, those that only a wire knows of included. */
function inputsOf(plan: Plan, node: PlanNode): PlanInput[] {
  const declared = new Set(node.inputs.map((input) => input.port));
  const others = new Set(
    node.inEdges.map((e) => (plan.edges[e] as PlanEdge).port).filter((port) => !declared.has(port)),
  );
  return [...node.inputs, ...[...others].map((port) => inputOf(plan, node, port))];
}

function inputOf(plan: Plan, node: PlanNode, port: string): PlanInput {
  return {
    port,
    subject: `${node.node.id}.${port}`,
    required: false,
    edges: node.inEdges.filter((e) => (plan.edges[e] as PlanEdge).port === port),
  };
}

function hasRead(machine: PivotMachine, node: PlanNode, closing: number): boolean {
  if (node.node.role === 'iterOut') return node.scope === closing;
  const { status } = machine.items[node.index] as Item;
  return status === 'running' || status === 'fired' || status === 'failed';
}

/** `winner` is undefined where nobody has read the input so far. */
function stateOf(plan: Plan, machine: PivotMachine, e: number, winner: number | undefined): EdgeState {
  const edge = (plan.graph.edges[e] as { id: string }).id;
  const wire = machine.wires[e];
  if (!wire) return { edge, state: 'empty' };
  const chip = chipOf(wire.value);
  if (winner === undefined) return { edge, state: 'held', chip };
  return { edge, state: winner === e ? 'won' : 'lost', chip };
}

/** Wires into an iterIn's init side are read when the slot is written: the later-declared one stands. */
function initStates(plan: Plan, machine: PivotMachine, iterIn: PlanNode, made: EdgeState[]): void {
  for (const e of iterIn.inEdges) {
    const { port } = plan.edges[e] as PlanEdge;
    const wire = machine.wires[e] as Wire | null;
    const id = (plan.graph.edges[e] as { id: string }).id;
    if (!wire) made.push({ edge: id, state: 'empty' });
    else if (machine.arrivals.includes(e)) made.push({ edge: id, state: 'held', chip: chipOf(wire.value) });
    else {
      const writers = inputOf(plan, iterIn, port).edges.filter((other) => machine.wires[other]);
      made.push({ edge: id, state: writers.at(-1) === e ? 'won' : 'lost', chip: chipOf(wire.value) });
    }
  }
}
