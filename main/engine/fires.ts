// The fires of one node or socket, and those that run, where a dialect runs one at a time (sockets, bounded loops).
import type { EventOf } from '../../shared/model/event.ts';

export interface FireState {
  status: 'idle' | 'running' | 'fired' | 'failed';
  /** Fires started over the run. */
  fires: number;
  /** The latest fire's id; −1 before the first. */
  fire: number;
  /** Seq of the latest `fire.started`, and of its end; −1 where there is none. */
  startedSeq: number;
  endedSeq: number;
}

/** By what runs: the fire, and the place of its node. */
export interface Running {
  readonly fire: number;
  readonly node: number;
}

export function newFireState(): FireState {
  return { status: 'idle', fires: 0, fire: -1, startedSeq: -1, endedSeq: -1 };
}

interface Fires {
  nextFire: number;
  readonly running: Running[];
}

export function foldStart(machine: Fires, node: number, state: FireState, event: EventOf<'fire.started'>): void {
  state.status = 'running';
  state.fires++;
  state.fire = event.fire;
  state.startedSeq = event.seq;
  state.endedSeq = -1;
  machine.nextFire = event.fire + 1;
  machine.running.push({ fire: event.fire, node });
}

/** Throws where the fire does not run. */
export function foldEnd(machine: Fires, state: FireState, event: EventOf<'fire.finished' | 'fire.failed'>): void {
  const at = machine.running.findIndex((running) => running.fire === event.fire);
  if (at < 0) throw new Error(`the event ${event.seq} ends fire ${event.fire}, which is not running`);
  machine.running.splice(at, 1);
  state.status = event.kind === 'fire.finished' ? 'fired' : 'failed';
  state.endedSeq = event.seq;
}
