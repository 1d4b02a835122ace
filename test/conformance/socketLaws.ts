// What holds of every socket run, whatever its graph (seed 000; interfaces §3, Order). One sentence for each breach.
import type { EngineEvent, EventOf } from '../../shared/model/event.ts';
import { parentPath } from '../../shared/model/path.ts';

interface Open {
  readonly place: string;
  path: string;
  iteration: number;
  pass: number;
  closed: number;
  isOpen: boolean;
}

export function socketLawBreaches(events: readonly EngineEvent[]): string[] {
  return [...numbering(events), ...completions(events), ...loops(events)];
}

function numbering(events: readonly EngineEvent[]): string[] {
  const found = events.flatMap(({ seq }, i) => (seq === i ? [] : [`event ${i} has the seq ${seq}`]));
  const last = events.at(-1);
  return last?.kind === 'run.finished' ? found : [...found, `the last event is ${last?.kind}`];
}

/** Each accepted output has exactly one route, by an edge or an exit, and at most one advance before it, by one. */
function completions(events: readonly EngineEvent[]): string[] {
  const found: string[] = [];
  const cursors = new Map<string, unknown>();
  let pending: EventOf<'fire.finished'> | undefined;
  let exhausted = false;
  for (const event of events) {
    if (event.kind === 'fire.started' && pending) found.push(`${pending.node} has no route before ${event.seq}`);
    if (event.kind === 'fire.finished') {
      pending = event;
      exhausted = false;
    }
    if (event.kind === 'slot.written' && event.slot.startsWith('cursor.')) {
      const before = cursors.get(event.slot) ?? 0;
      if (event.writer !== 'seed' && event.value !== Number(before) + 1)
        found.push(`${event.slot} went from ${before} to ${String(event.value)} at ${event.seq}`);
      cursors.set(event.slot, event.value);
    }
    if (event.kind !== 'decision.made') continue;
    if (event.candidates.filter(({ matched }) => matched).length !== (event.chosen === null ? 0 : 1))
      found.push(`the decision ${event.seq} has not one match for what was chosen`);
    if (event.question === 'advance') exhausted = event.operands.exhausted === true;
    if (event.question !== 'edge' && event.question !== 'exit') continue;
    if (event.subject !== pending?.node) found.push(`the route ${event.seq} answers no output of ${event.subject}`);
    if (event.question !== (exhausted ? 'exit' : 'edge')) found.push(`${event.seq} should not be an ${event.question}`);
    pending = undefined;
  }
  if (pending) found.push(`${pending.node} has no route at the end`);
  return found;
}

/** Loops open and end in pairs; iterations count from 0 by one, passes from 1; a fire lies in an iteration that is open. */
function loops(events: readonly EngineEvent[]): string[] {
  const found: string[] = [];
  const open = new Map<string, Open>();
  for (const event of events) {
    if (event.kind === 'scope.entered') {
      if (open.has(event.scope)) found.push(`${event.scope} is entered twice at ${event.seq}`);
      open.set(event.scope, { place: event.at, path: '', iteration: -1, pass: 1, closed: 0, isOpen: false });
    }
    if (event.kind === 'iteration.opened') {
      const loop = open.get(event.scope);
      const pass = event.pass ?? 1;
      const goesOn = loop?.isOpen
        ? event.iteration === loop.iteration && pass === loop.pass + 1
        : event.iteration === (loop?.iteration ?? -1) + 1 && pass === 1;
      if (!loop || !goesOn) found.push(`${event.at} opens out of turn at ${event.seq}`);
      if (loop && parentPath(event.at) !== loop.place) found.push(`${event.at} does not lie in ${loop.place}`);
      if (loop) Object.assign(loop, { path: event.at, iteration: event.iteration, pass, isOpen: true });
    }
    if (event.kind === 'iteration.closed') {
      const loop = open.get(event.scope);
      if (!loop?.isOpen || loop.path !== event.at) found.push(`${event.at} closes out of turn at ${event.seq}`);
      else Object.assign(loop, { isOpen: false, closed: loop.closed + 1 });
    }
    if (event.kind === 'scope.exited') {
      const loop = open.get(event.scope);
      const wasCut = ['failed', 'cancelled', 'halt'].includes(event.reason);
      const worked = (loop?.closed ?? 0) + (loop?.isOpen && !wasCut ? 1 : 0);
      if (event.iterations !== worked || event.at !== loop?.place)
        found.push(`${event.scope} ends wrong at ${event.seq}`);
      open.delete(event.scope);
    }
    if (event.kind === 'fire.started' && event.at !== '') {
      if (![...open.values()].some((loop) => loop.isOpen && loop.path === event.at))
        found.push(`the fire ${event.seq} lies in ${event.at}, which is not open`);
    }
  }
  const last = events.at(-1);
  if (last?.kind === 'run.finished' && last.status === 'paused') return found;
  return [...found, ...[...open.keys()].map((scope) => `${scope} never ends`)];
}
