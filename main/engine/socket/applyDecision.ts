// Folds one decision into the machine: how far a completion has come, and where the run goes next.
import { assertNever } from '../../../shared/base/assert.ts';
import type { EventOf } from '../../../shared/model/event.ts';
import { END } from '../../../shared/model/socketGraph.ts';
import { isSameList } from './advance.ts';
import type { SocketMachine } from './machine.ts';
import { loopNamed, type PlanLoop, type PlanSocket, type SocketPlan, socketNamed } from './plan.ts';
import type { SocketRules } from './rules.ts';

export function applyDecision(
  plan: SocketPlan,
  machine: SocketMachine,
  event: EventOf<'decision.made'>,
  rules: SocketRules,
): void {
  const { completion } = machine;
  switch (event.question) {
    case 'advance':
      if (!completion) return;
      completion.advance = event.chosen === null ? 'done' : 'due';
      completion.exhausted = event.operands.exhausted === true;
      return;
    case 'edge': {
      const socket = socketNamed(plan, event.subject);
      const edge = Number(/\d+/.exec(event.chosen ?? '')?.[0] ?? -1);
      const route = { target: event.target ?? END, exhausted: [], ranOut: false };
      machine.completion = null;
      machine.route = route;
      if (socket.edges[edge]?.maxTraversals === undefined) return;
      const key = rules.traversalKey(machine, socket, edge);
      machine.traversals[key] = (machine.traversals[key] ?? 0) + 1;
      machine.route = { ...route, limited: { node: socket.index, edge, key } };
      return;
    }
    case 'exit': {
      const exhausted = exhaustedBy(socketNamed(plan, event.subject), event);
      machine.completion = null;
      machine.route = { target: event.target ?? END, exhausted, ranOut: event.chosen === null };
      return;
    }
    case 'empty-loop': {
      machine.visits++;
      machine.visitsSinceAdvance++;
      const exhausted = [loopNamed(plan, event.scope).index];
      machine.route = { target: event.target ?? END, exhausted, ranOut: event.chosen === null };
      return;
    }
    case 'input':
    case 'boundary':
    case 'predicate':
      return;
    default:
      assertNever(event.question);
  }
}

/**
 * The loops whose list ran out: those that walk it with the cursor that moved. One that names no list belongs to it where its exit was
 * taken. What lies around them, and is left by their exit, has items still.
 */
function exhaustedBy({ advance, listedBy }: PlanSocket, { chosen, scope }: EventOf<'decision.made'>): number[] {
  const isOut = (loop: PlanLoop): boolean =>
    loop.items === undefined
      ? chosen !== null && loop.id === scope
      : advance !== undefined && loop.cursor === advance.cursor && isSameList(loop, advance);
  return listedBy.filter(isOut).map(({ index }) => index);
}
