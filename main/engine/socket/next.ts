// What follows by itself, one event at a time, from the machine alone: the rest of a completion in the decision order (seed 000),
// then what stands between a route and the socket that it leads to. Because nothing else is kept, a run that was cut off or
// changed in the middle goes on from wherever it stands.
import type { FireError } from '../../../shared/model/event.ts';
import { END } from '../../../shared/model/socketGraph.ts';
import type { Reason } from '../../../shared/model/status.ts';
import type { Draft } from '../draft.ts';
import { nextOfCompletion } from './completion.ts';
import { emptyDecision } from './exits.ts';
import { nextClosing, nextOpening, pathOf, placeOf } from './loops.ts';
import type { Route, SocketMachine } from './machine.ts';
import { type PlanSocket, type SocketPlan, socketNamed } from './plan.ts';
import type { SocketRules } from './rules.ts';

export type Next =
  | { readonly kind: 'emit'; readonly draft: Draft }
  /** The socket may be started. */
  | { readonly kind: 'start'; readonly socket: PlanSocket }
  | { readonly kind: 'end'; readonly reason: Reason }
  | { readonly kind: 'fail'; readonly node: string; readonly at: string; readonly error: FireError }
  /** A fire runs, or the run is over. */
  | { readonly kind: 'wait' };

export function nextOf(plan: SocketPlan, machine: SocketMachine, rules: SocketRules): Next {
  const { completion, route } = machine;
  if (machine.phase !== 'running' || machine.running.length > 0 || machine.failure) return { kind: 'wait' };
  if (completion) return { kind: 'emit', draft: nextOfCompletion(plan, machine, completion, rules) };
  return route ? nextOfRoute(plan, machine, route, rules) : { kind: 'wait' };
}

function nextOfRoute(plan: SocketPlan, machine: SocketMachine, route: Route, rules: SocketRules): Next {
  const closing = nextClosing(plan, machine, route);
  if (closing) return { kind: 'emit', draft: closing };
  const exceeded = exceededLimit(plan, machine, route);
  if (exceeded) return exceeded;
  if (route.target === END) return { kind: 'end', reason: route.ranOut ? 'exhausted' : 'end' };
  const socket = socketNamed(plan, route.target);
  // A second try after an invalid output is no new visit.
  if (machine.invalid > 0) return { kind: 'start', socket };
  const isSpent = machine.budget !== null && machine.visits >= machine.budget;
  if (isSpent && !machine.isAgain) return { kind: 'end', reason: 'budget' };
  const error = machine.isAgain ? undefined : rules.limit(plan, machine, socket);
  if (error) return { kind: 'fail', node: socket.id, at: pathOf(machine, socket), error };
  const entering = rules.isEntered(machine) ? undefined : nextEntering(plan, machine, socket, rules);
  const preparing = entering ?? rules.selection(plan, machine, socket);
  return preparing ? { kind: 'emit', draft: preparing } : { kind: 'start', socket };
}

/** Going over a limit fails the run; it never falls through to a later edge (semantics §2, Edges). */
function exceededLimit(plan: SocketPlan, machine: SocketMachine, { limited }: Route): Next | undefined {
  if (!limited) return undefined;
  const socket = plan.sockets[limited.node] as PlanSocket;
  const edge = socket.edges[limited.edge];
  const count = machine.traversals[limited.key] ?? 0;
  if (edge?.maxTraversals === undefined || count <= edge.maxTraversals) return undefined;
  const message = `${socket.id} would take edges[${limited.edge}] to ${edge.to} for the ${count}. time that counts, and its maxTraversals is ${edge.maxTraversals}.`;
  return {
    kind: 'fail',
    node: socket.id,
    at: machine.ran.at,
    error: { code: 'max-traversals', message },
  };
}

/** Whether there is an item is asked whenever a member is about to run (settled); then its loops open. */
function nextEntering(
  plan: SocketPlan,
  machine: SocketMachine,
  socket: PlanSocket,
  rules: SocketRules,
): Draft | undefined {
  const empty = rules.emptyEntry(machine, socket);
  if (!empty) return nextOpening(plan, machine, socket);
  const at = placeOf(plan, machine, empty.loop);
  return { kind: 'decision.made', at, ...emptyDecision(machine, socket, empty) };
}
