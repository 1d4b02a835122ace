// What our own rules of socket graphs expect beyond the clauses of the public cases: the order of the log, routes, paths, and how
// loops opened and ended. Read off the log alone.
import type { EngineEvent, EventKind, EventOf } from '../../shared/model/event.ts';
import { snapshot, type Value, valuesEqual } from '../../shared/model/value.ts';
import { differences, partly } from './expectations.ts';
import type { Expected } from './givenCase.ts';

type Part = Readonly<Record<string, unknown>>;

export interface SocketExpected extends Expected {
  /** Partial events that follow one another with nothing between. */
  readonly stretch?: readonly Part[];
  /** Partial events of which there is none. */
  readonly never?: readonly Part[];
  /** Question and target of every route that was chosen, in order: `edge Work`, `exit Done`, `empty-loop end`. */
  readonly routes?: readonly string[];
  /** Where each fire lies, second tries included, in order. */
  readonly paths?: readonly string[];
  /** Paths of the iterations and passes that opened, in order; and their labels, null for none. */
  readonly opened?: readonly string[];
  readonly labels?: readonly (string | null)[];
  /** Scope, reason and iterations of every loop that ended, in order. */
  readonly exited?: readonly (readonly [string, string, number])[];
  /** Slot and source of everything that was not assigned, in order. */
  readonly unassigned?: readonly (readonly [string, string])[];
  /** Socket and code of every failed fire, in order. */
  readonly failures?: readonly (readonly [string, string])[];
  /** Sockets that were asked once more, in order. */
  readonly retries?: readonly string[];
  /** Socket → the text kept beside each output that was accepted, null where the parsed value tells it. */
  readonly kept?: Readonly<Record<string, readonly unknown[]>>;
  /** What was there to start from: slot and value, in order. */
  readonly seeds?: readonly (readonly [string, unknown])[];
}

export function socketRuleDifferences(expected: SocketExpected, events: readonly EngineEvent[]): string[] {
  const found = differences(expected, { events });
  const differ = (what: string, wanted: unknown, got: unknown): void => {
    if (wanted === undefined || valuesEqual(snapshot(wanted), snapshot(got))) return;
    found.push(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
  };
  const finished = of(events, 'fire.finished');
  const starts = of(events, 'fire.started');
  const opened = of(events, 'iteration.opened');
  differ('routes', expected.routes, routesOf(events));
  differ(
    'paths',
    expected.paths,
    starts.map(({ at }) => at),
  );
  differ(
    'opened',
    expected.opened,
    opened.map(({ at }) => at),
  );
  differ(
    'labels',
    expected.labels,
    opened.map(({ label }) => label ?? null),
  );
  differ(
    'exited',
    expected.exited,
    of(events, 'scope.exited').map(({ scope, reason, iterations }) => [scope, reason, iterations]),
  );
  differ(
    'unassigned',
    expected.unassigned,
    finished.flatMap(({ unassigned }) => (unassigned ?? []).map(({ slot, source }) => [slot, source])),
  );
  differ(
    'failures',
    expected.failures,
    of(events, 'fire.failed').map(({ node, error }) => [node, error.code]),
  );
  differ(
    'retries',
    expected.retries,
    starts.filter(({ retry }) => retry).map(({ node }) => node),
  );
  for (const [socket, texts] of Object.entries(expected.kept ?? {})) {
    const got = finished.filter(({ node }) => node === socket).map(({ raw }) => raw ?? null);
    differ(`texts kept of ${socket}`, texts, got);
  }
  differ(
    'seeds',
    expected.seeds,
    of(events, 'slot.written').flatMap(({ slot, writer, value }) => (writer === 'seed' ? [[slot, value]] : [])),
  );
  if (expected.stretch) found.push(...stretchDifferences(expected.stretch, events));
  for (const part of expected.never ?? []) {
    const there = events.find((event) => isLike(part, event));
    if (there) found.push(`there is ${JSON.stringify(there)}`);
  }
  return found;
}

function routesOf(events: readonly EngineEvent[]): string[] {
  return of(events, 'decision.made').flatMap(({ question, target }) =>
    question === 'advance' ? [] : [`${question} ${target}`],
  );
}

/** Where no place fits whole, the one that fits longest tells what is wrong. */
function stretchDifferences(stretch: readonly Part[], events: readonly EngineEvent[]): string[] {
  let longest = -1;
  let after = -1;
  for (let start = 0; start < events.length; start++) {
    const miss = stretch.findIndex((part, i) => !isLike(part, events[start + i]));
    if (miss < 0) return [];
    if (miss > longest) {
      longest = miss;
      after = start + miss;
    }
  }
  return [`no stretch: where ${JSON.stringify(stretch[longest])} should stand is ${JSON.stringify(events[after])}`];
}

function isLike(part: Part, event: EngineEvent | undefined): boolean {
  return event !== undefined && partly(snapshot(part), snapshot(event) as Value);
}

function of<K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}
