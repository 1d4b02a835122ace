// Which writer wins (semantics §1, settled): an `init_*` slot that holds a value beats an `iterout_*` slot; among equals the
// later-declared edge wins. Where all three kinds meet, the carries are out as soon as one init slot holds a value.
import type { Candidate } from '../../../shared/model/decision.ts';
import { laterWrite } from '../compat/agentcanvas/laterEdgeWins.ts';
import { emptyWhy } from './emptyWhy.ts';
import type { PivotMachine } from './machine.ts';
import type { Plan, PlanEdge, PlanInput } from './plan.ts';

/** The edge whose value reaches the input; -1 where all are empty. */
export function winnerOf(plan: Plan, machine: PivotMachine, input: PlanInput): number {
  const { edges } = input;
  if (edges.length === 1) return machine.wires[edges[0] as number] ? (edges[0] as number) : -1;
  if (machine.compat) return laterWrite(machine.wires, machine.compat.written, edges);
  let winner = -1;
  let winnerAmongInit = -1;
  let init = false;
  for (const e of edges) {
    if (!machine.wires[e]) continue;
    const writer = (plan.edges[e] as PlanEdge).slotWriter;
    winner = e;
    if (writer !== 'iterout') winnerAmongInit = e;
    if (writer === 'init') init = true;
  }
  return init ? winnerAmongInit : winner;
}

/** Every writer of the input, in the order of declaration, with the reason why it won or lost. */
export function candidatesOf(plan: Plan, machine: PivotMachine, input: PlanInput, winner: number): Candidate[] {
  const won = winner < 0 ? undefined : (plan.edges[winner] as PlanEdge);
  const candidates: Candidate[] = [];
  for (const e of input.edges) {
    const edge = plan.edges[e] as PlanEdge;
    const wire = machine.wires[e];
    if (!wire) {
      candidates.push({ id: edge.candidate, matched: false, why: emptyWhy(plan, machine, edge) });
      continue;
    }
    const matched = e === winner;
    const why = matched ? whyWon(plan, machine, input, edge) : whyLost(machine, edge, won as PlanEdge);
    candidates.push({ id: edge.candidate, matched, why, value: wire.value, seq: wire.seq });
  }
  return candidates;
}

function whyWon(plan: Plan, machine: PivotMachine, input: PlanInput, edge: PlanEdge): string {
  const isRival = (e: number): boolean => e !== edge.index && machine.wires[e] !== null;
  if (!input.edges.some(isRival)) return 'the only one that holds a value';
  if (machine.compat) return 'holds a value, and was written last';
  const isCarry = (e: number): boolean => (plan.edges[e] as PlanEdge).slotWriter === 'iterout';
  if (edge.slotWriter === 'init' && input.edges.some((e) => isRival(e) && isCarry(e))) {
    return 'holds a value, and an init slot beats a carry slot';
  }
  return 'holds a value, and its edge is declared last';
}

function whyLost(machine: PivotMachine, edge: PlanEdge, won: PlanEdge): string {
  if (machine.compat) return `${won.candidate} was written later`;
  if (edge.slotWriter === 'iterout' && won.slotWriter === 'init')
    return `${won.handle} holds a value, and an init slot beats a carry slot`;
  return won.index > edge.index
    ? `the edge of ${won.candidate} is declared later`
    : 'an init slot holds a value, so carry slots are out';
}
