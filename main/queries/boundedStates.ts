// What the nodes of a bounded loop are doing at a moment: from the machine, and from what the tape tells of any node's fires.

import type { EdgeState, NodeState } from '../../shared/contract/moment.ts';
import { type CheckedBoundedGraph, CONFIRM } from '../../shared/model/checkedBoundedGraph.ts';
import type { BoundedMachine } from '../engine/bounded/machine.ts';
import type { FireState } from '../engine/fires.ts';
import { lastFire } from './nodeStates.ts';
import type { OpenTape } from './openTape.ts';

/**
 * `fired` and `failed` are of the current attempt; the question before an attempt counts with the one that it is about. A node that
 * has not fired in it is `waiting`, and `idle` once the run is over.
 */
export function boundedStates(
  tape: OpenTape,
  { nodes }: CheckedBoundedGraph,
  machine: BoundedMachine,
  seq: number,
): NodeState[] {
  const opened = openedSeq(tape, machine);
  return nodes.map(({ id }, index) => {
    const fires = machine.nodes[index] as FireState;
    const since = id === CONFIRM ? beforeSeq(tape, machine) : opened;
    return { node: id, ...lastFire(tape, id, seq), state: stateOf(machine, index, fires, since), waitsFor: [] };
  });
}

/** Nothing lies on its edges; one is `won` where what it leads to was started in the current attempt. */
export function boundedEdgeStates(tape: OpenTape, graph: CheckedBoundedGraph, machine: BoundedMachine): EdgeState[] {
  const opened = openedSeq(tape, machine);
  return graph.edges.map(({ id, target }) => {
    const fires = machine.nodes[graph.nodes.findIndex((node) => node.id === target)];
    return { edge: id, state: fires && fires.startedSeq >= opened && opened >= 0 ? 'won' : 'empty' };
  });
}

function stateOf(machine: BoundedMachine, index: number, fires: FireState, since: number): NodeState['state'] {
  if (fires.status === 'running') return 'running';
  if (machine.ready.includes(index)) return 'ready';
  if (machine.loop.phase === 'new') return machine.phase === 'finished' ? 'idle' : 'outside';
  const isOfNow = since >= 0 && fires.startedSeq >= since;
  if (isOfNow && (fires.status === 'fired' || fires.status === 'failed')) return fires.status;
  return machine.phase === 'finished' ? 'idle' : 'waiting';
}

/** Where the current attempt, or the latest one, begins; −1 before the first. */
function openedSeq(tape: OpenTape, { loop }: BoundedMachine): number {
  return loop.path === '' ? -1 : (tape.reader.iterationSeq(loop.path, 'opened') ?? -1);
}

/** Where the attempt before the current one ended, which is when a person is asked about this one. */
function beforeSeq(tape: OpenTape, machine: BoundedMachine): number {
  const before = machine.ledger.at(machine.loop.phase === 'open' && !machine.decided ? -1 : -2);
  return before?.seq ?? openedSeq(tape, machine);
}
