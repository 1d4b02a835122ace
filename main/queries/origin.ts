// Where a value came from, in words: `init_obs, written by env0 before iteration 0`. One step back, not the whole chain.
import type { EngineEvent, EventOf } from '../../shared/model/event.ts';
import { type PathStep, parsePath } from '../../shared/model/path.ts';
import type { OpenTape } from './openTape.ts';

/** The origin of what the event `seq` put there, as seen from a fire at the path `at`. */
export function originText(tape: OpenTape, seq: number, at: string): string {
  const event = tape.reader.event(seq);
  if (!event) return `#${seq}, which is not on the tape`;
  switch (event.kind) {
    case 'run.started':
      return 'an input of the run';
    case 'iteration.opened':
      return `step, the index of the iteration of ${event.scope}`;
    case 'slot.written':
      return slotOrigin(tape, event);
    case 'fire.finished':
      return event.at === at ? `${event.node}, in this iteration` : `${event.node}, ${whenText(event)}`;
    case 'scope.exited':
      return `the final side of ${event.scope}, which ended by ${event.reason} after ${event.iterations} iterations`;
    case 'signal.emitted':
      return `the initial value, at ${event.signal}`;
    default:
      return `#${seq} (${event.kind})`;
  }
}

function slotOrigin(tape: OpenTape, event: EventOf<'slot.written'>): string {
  const by = writerNode(tape, event);
  const from = by === undefined ? '' : ` by ${by}`;
  switch (event.writer) {
    case 'iterout':
      return `${event.slot}, carried${by === undefined ? '' : ` from ${by}`} at the boundary of ${roundText(lastStep(event) ?? { scope: event.scope, iteration: 0 })}`;
    case 'latch':
      return `the latch ${event.slot.slice(0, -'.latch'.length)}, written${from} in ${event.at === '' ? 'the graph' : event.at}`;
    case 'assign':
      return `${event.slot}, assigned${from} ${whenText(event)}`;
    case 'advance':
      return `${event.slot}, advanced${from} ${whenText(event)}`;
    case 'seed':
      if (tape.started?.dialect === 'socket') return `${event.slot}, as the run started`;
      return `${event.slot}, written${from} before iteration 0`;
    case 'init':
    case 'surrogate':
      return `${event.slot}, written${from} before iteration 0`;
    default:
      return `${event.slot}, written${from}`;
  }
}

/** The node whose output, or the run's input that, was written into the slot. */
function writerNode(tape: OpenTape, event: EventOf<'slot.written'>): string | undefined {
  const source = event.from === undefined ? undefined : tape.reader.event(event.from);
  if (source?.kind === 'fire.finished') return source.node;
  if (source?.kind === 'run.started') return 'an input of the run';
  return undefined;
}

function whenText(event: EngineEvent): string {
  const step = lastStep(event);
  if (!step) return 'outside of every loop';
  const pass = step.pass === undefined ? '' : `, pass ${step.pass}`;
  return `in iteration ${step.iteration} of ${step.scope}${activationText(step)}${pass}`;
}

/** `iteration 3`, of a later entry in the same place `iteration 3 of activation 2`: each counts its iterations anew. */
function roundText(step: PathStep): string {
  return `iteration ${step.iteration}${activationText(step, ' of')}`;
}

function activationText({ activation = 1 }: PathStep, before = ','): string {
  return activation > 1 ? `${before} activation ${activation}` : '';
}

function lastStep(event: EngineEvent): PathStep | undefined {
  return parsePath(event.at)?.at(-1);
}
