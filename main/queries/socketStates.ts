// What each socket is doing at a moment, and which route was taken last: from the machine and the decisions on the tape.

import type { EdgeState, NodeState, OpenScope } from '../../shared/contract/moment.ts';
import type { CheckedSocketGraph } from '../../shared/model/checkedSocketGraph.ts';
import type { Decision } from '../../shared/model/decision.ts';
import type { FireState } from '../engine/fires.ts';
import type { Machine } from '../engine/machine.ts';
import { listAt } from '../engine/socket/items.ts';
import type { SocketMachine } from '../engine/socket/machine.ts';
import { socketPlanOf } from '../engine/socket/plan.ts';
import { lastFire } from './nodeStates.ts';
import type { OpenTape } from './openTape.ts';
import { exitEdgeId, routeEdgeId, socketDrawing } from './socketGraphView.ts';

/**
 * `fired` and `failed` are of the current pass over the item; outside of every loop, of the run. A socket that has not run in it is
 * `waiting`, as a route may still lead there, and `idle` once the run is over.
 */
export function socketStates(
  tape: OpenTape,
  graph: CheckedSocketGraph,
  machine: SocketMachine,
  seq: number,
): NodeState[] {
  return socketPlanOf(graph).sockets.map(({ id, index, owner }) => {
    const own = machine.sockets[index] as FireState;
    const loop = owner && machine.loops[owner.index];
    const isOpen = loop === undefined || loop.phase !== 'closed';
    const hasRun = loop === undefined ? own.fires > 0 : loop.inPass.includes(index);
    return { node: id, ...lastFire(tape, id, seq), state: stateOf(machine, index, own, isOpen, hasRun), waitsFor: [] };
  });
}

function stateOf(
  machine: SocketMachine,
  index: number,
  { status }: FireState,
  isOpen: boolean,
  hasRun: boolean,
): NodeState['state'] {
  if (status === 'running') return 'running';
  if (machine.ready.includes(index)) return 'ready';
  if (!isOpen) return 'outside';
  if (hasRun && (status === 'fired' || status === 'failed')) return status;
  return machine.phase === 'finished' ? 'idle' : 'waiting';
}

/** Open loops of sockets with the item that each is about: its place is the cursor's when its iteration opened. */
export function withItems(open: OpenScope[], tape: OpenTape, machine: Machine | undefined): OpenScope[] {
  if (tape.graph?.dialect !== 'socket' || machine?.dialect !== 'socket') return open;
  const { loops } = socketPlanOf(tape.graph);
  return open.map((one) => {
    const loop = loops.find(({ id }) => id === one.scope);
    const held = loop && machine.loops[loop.index];
    if (!held || !loop.items) return one;
    return { ...one, item: { place: held.openedAt, of: listAt(machine, loop.items).length } };
  });
}

/** The route by which the run came to where it is, whichever iteration it was taken in, is `won`; nothing lies on the others. */
export function routeStates(tape: OpenTape, graph: CheckedSocketGraph, seq: number): EdgeState[] {
  const at = tape.decisions.lastRoute(seq);
  const event = at === undefined ? undefined : tape.reader.event(at);
  const taken = event?.kind === 'decision.made' ? takenEdge(event) : undefined;
  return socketDrawing(graph).edges.map(({ id }) => ({ edge: id, state: id === taken ? 'won' : 'empty' }));
}

function takenEdge({ question, chosen, subject, scope }: Decision): string | undefined {
  if (chosen === null) return undefined;
  if (question === 'edge') return routeEdgeId(subject, Number(/\d+/.exec(chosen)?.[0] ?? -1));
  return exitEdgeId(scope, chosen);
}
