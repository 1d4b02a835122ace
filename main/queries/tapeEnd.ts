// How a tape stands at its head: its status, what its scopes came to, and what it cost; the common part of every summary.
import type { EventOf } from '../../shared/model/event.ts';
import type { Reason, Status } from '../../shared/model/status.ts';
import type { Values } from '../../shared/model/value.ts';
import { scopeEnds } from '../engine/machineView.ts';
import type { OpenTape } from './openTape.ts';

export interface TapeEnd {
  readonly head: number;
  readonly status: Status | 'running';
  readonly reason: Reason | null;
  /** The event that ended the run, where it is the last word. */
  readonly finished: EventOf<'run.finished'> | undefined;
  /** Closed iterations by scope, over all activations. */
  readonly iterations: Readonly<Record<string, number>>;
  /** Final side of each scope's last activation; a scope that emitted none is absent. */
  readonly finals: Readonly<Record<string, Values>>;
  /** Time of the last event, in milliseconds since the run's start. */
  readonly durationMs: number;
}

export function tapeEnd(tape: OpenTape): TapeEnd {
  const { reader } = tape;
  const head = reader.head();
  const last = reader.event(head);
  const finished = last?.kind === 'run.finished' ? last : undefined;
  const status = finished ? finished.status : reader.info().beingWritten ? 'running' : 'interrupted';
  const { iterations, finals } = endsOfScopes(tape, head);
  return { head, status, reason: finished?.reason ?? null, finished, iterations, finals, durationMs: last?.t ?? 0 };
}

/** From the machine, which is near at hand by a keyframe; from the log where there is none. */
function endsOfScopes(tape: OpenTape, head: number): Pick<TapeEnd, 'iterations' | 'finals'> {
  const iterations: Record<string, number> = {};
  const finals: Record<string, Values> = {};
  const machine = head < 0 ? undefined : tape.machines?.at(head);
  if (machine && tape.graph) {
    for (const { scope, closedInAll, finals: side } of scopeEnds(tape.graph, machine)) {
      iterations[scope] = closedInAll;
      if (side) finals[scope] = side;
    }
    return { iterations, finals };
  }
  tape.follow(head);
  for (const scope of tape.scopes.scopes()) {
    const count = tape.scopes.closedUpTo(scope, head);
    if (count > 0) iterations[scope] = count;
  }
  for (const event of tape.reader.eventsOfKind(['scope.exited'], { to: head })) {
    if (event.finals) finals[event.scope] = event.finals;
    else delete finals[event.scope];
  }
  return { iterations, finals };
}
