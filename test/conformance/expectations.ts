// Holds a list of events against what a case expects, and says in sentences what differs. It looks at events alone, so the
// same expectations judge a live run, a replay and a reopened tape.
import type { EngineEvent, EventKind, EventOf } from '../../shared/model/event.ts';
import { fromPublic } from '../../shared/model/publicValue.ts';
import { isRecord, snapshot, type Value, valuesEqual } from '../../shared/model/value.ts';
import type { Expected, ExpectedFire } from './givenCase.ts';
import { socketDifferences } from './socketExpectations.ts';

export interface Observed {
  readonly events: readonly EngineEvent[];
  /** Codes of the run's hazards; undefined where the caller can't tell. */
  readonly hazards?: readonly string[];
}

/** One sentence for each thing that is not as expected; empty where all is. */
export function differences(expected: Expected, observed: Observed): string[] {
  const { events } = observed;
  const found: string[] = [];
  const differ = (what: string, wanted: unknown, got: unknown): void => {
    if (!valuesEqual(fromPublic(wanted), snapshot(got))) {
      found.push(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
    }
  };
  const end = of(events, 'run.finished').at(-1);
  if (expected.status !== undefined) differ('status', expected.status, end?.status);
  if (expected.reason !== undefined) differ('reason', expected.reason, end?.reason);
  for (const [scope, n] of Object.entries(expected.iterations ?? {})) {
    differ(`iterations of ${scope}`, n, iterationsOf(scope, events));
  }
  for (const [node, fires] of Object.entries(expected.fires ?? {})) found.push(...fireDifferences(node, fires, events));
  for (const [scope, finals] of Object.entries(expected.finals ?? {})) {
    differ(`finals of ${scope}`, finals, finalSides(events, scope).at(-1));
  }
  for (const [scope, n] of Object.entries(expected.finalCount ?? {})) {
    differ(`final sides of ${scope}`, n, finalSides(events, scope).length);
  }
  for (const [scope, carries] of Object.entries(expected.carries ?? {})) {
    const got = of(events, 'iteration.closed').filter((e) => e.scope === scope);
    differ(
      `carries of ${scope}`,
      carries,
      got.map((e) => e.carry),
    );
  }
  found.push(...inOrder('decision', expected.decisions ?? [], of(events, 'decision.made')));
  for (const clause of expected.cleared ?? []) {
    if (!of(events, 'slot.cleared').some((e) => partly(fromPublic(clause), asValue(e)))) {
      found.push(`no slot.cleared like ${JSON.stringify(clause)}`);
    }
  }
  for (const { node, waitsFor } of expected.stalled ?? []) {
    const waiting = end?.stalled?.waiting.find((one) => one.node === node);
    const ports = waiting?.inputs.map((input) => input.port) ?? [];
    for (const port of waitsFor) if (!ports.includes(port)) found.push(`the stall does not name ${node}.${port}`);
  }
  if (expected.error !== undefined && !partly(fromPublic(expected.error), snapshot(end?.error ?? null))) {
    found.push(`error: expected ${JSON.stringify(expected.error)}, got ${JSON.stringify(end?.error)}`);
  }
  found.push(...socketDifferences(expected, events));
  for (const moment of expected.moments ?? []) found.push(...momentDifferences(moment, events));
  for (const [x, y] of expected.order ?? []) {
    const last = of(events, 'fire.started')
      .filter((e) => e.node === x)
      .at(-1);
    const first = of(events, 'fire.started').find((e) => e.node === y);
    if (!last || !first || last.seq > first.seq)
      found.push(`${x} should have fired for the last time before ${y} first did`);
  }
  if (observed.hazards) {
    for (const code of expected.hazards?.must ?? [])
      if (!observed.hazards.includes(code)) found.push(`no hazard ${code}`);
    for (const code of expected.hazards?.mustNot ?? [])
      if (observed.hazards.includes(code)) found.push(`there is a hazard ${code}`);
  }
  return found;
}

function of<K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

/** Closed ones; of a socket's loop the items that were worked on, which each activation tells when it ends. */
function iterationsOf(scope: string, events: readonly EngineEvent[]): number {
  const [start] = of(events, 'run.started');
  if (start?.dialect !== 'socket') return of(events, 'iteration.closed').filter((e) => e.scope === scope).length;
  const ends = of(events, 'scope.exited').filter((e) => e.scope === scope);
  return ends.reduce((sum, { iterations }) => sum + iterations, 0);
}

function finalSides(events: readonly EngineEvent[], scope: string): (EventOf<'scope.exited'>['finals'] | undefined)[] {
  return of(events, 'scope.exited')
    .filter((e) => e.scope === scope && e.finals)
    .map((e) => e.finals);
}

function fireDifferences(node: string, expected: readonly ExpectedFire[], events: readonly EngineEvent[]): string[] {
  const releases = latchReleases(node, events);
  const starts = of(events, 'fire.started').filter((e) => e.node === node);
  const count = releases ? releases.length : starts.length;
  const found = count === expected.length ? [] : [`${node} fired ${count} times, expected ${expected.length}`];
  expected.forEach((fire, i) => {
    const start = starts[i];
    const end = events.find((e) => (e.kind === 'fire.finished' || e.kind === 'fire.failed') && e.fire === start?.fire);
    const outputs = releases ? { value: releases[i] } : end?.kind === 'fire.finished' ? end.outputs : undefined;
    const same = (what: string, wanted: unknown, got: unknown): void => {
      if (wanted === undefined || valuesEqual(fromPublic(wanted), snapshot(got))) return;
      found.push(`${what} of fire ${i} of ${node}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
    };
    same('inputs', fire.inputs, start?.inputs);
    same('outputs', fire.outputs, outputs);
    same('error', fire.error, end?.kind === 'fire.failed' ? end.error.message : undefined);
  });
  return found;
}

/** A graphOut has no fire: what counts is its release, the last write of its latch before its scope ended. */
function latchReleases(node: string, events: readonly EngineEvent[]): Value[] | undefined {
  const writes = of(events, 'slot.written').filter((e) => e.slot === `${node}.latch`);
  const scope = writes[0]?.scope;
  if (scope === undefined) return undefined;
  const ends =
    scope === ''
      ? [Number.POSITIVE_INFINITY]
      : of(events, 'scope.exited')
          .filter((e) => e.scope === scope)
          .map((e) => e.seq);
  const releases: Value[] = [];
  let after = -1;
  for (const end of ends) {
    const last = writes.filter((e) => e.seq > after && e.seq < end).at(-1);
    if (last) releases.push(last.value);
    after = end;
  }
  return releases;
}

/** Each clause matches an event after the one that the clause before it matched. */
function inOrder(what: string, clauses: readonly unknown[], events: readonly EngineEvent[]): string[] {
  let next = 0;
  for (const clause of clauses) {
    const at = events.findIndex((event, i) => i >= next && partly(fromPublic(clause), asValue(event)));
    if (at < 0) return [`no ${what} like ${JSON.stringify(clause)} after the ones before it`];
    next = at + 1;
  }
  return [];
}

function momentDifferences(moment: NonNullable<Expected['moments']>[number], events: readonly EngineEvent[]): string[] {
  const closed = of(events, 'iteration.closed').find((e) => e.at === moment.at);
  if (!closed) return [`no iteration closed at ${moment.at}`];
  const found: string[] = [];
  if (moment.carry && !valuesEqual(fromPublic(moment.carry), snapshot(closed.carry))) {
    found.push(`carry at ${moment.at}: expected ${JSON.stringify(moment.carry)}, got ${JSON.stringify(closed.carry)}`);
  }
  for (const [scope, slots] of Object.entries(moment.slots ?? {})) {
    for (const [slot, wanted] of Object.entries(slots)) {
      const last = events
        .filter((e) => e.seq <= closed.seq)
        .filter((e) => (e.kind === 'slot.written' || e.kind === 'slot.cleared') && e.scope === scope && e.slot === slot)
        .at(-1);
      const got = last?.kind === 'slot.written' ? last.value : null;
      if (!valuesEqual(fromPublic(wanted), got)) {
        found.push(`${scope}.${slot} at ${moment.at}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
      }
    }
  }
  return found;
}

function asValue(event: EngineEvent): Value {
  return snapshot(event);
}

/** Objects are compared on the keys given; lists whole and in order. */
export function partly(wanted: Value, got: Value | undefined): boolean {
  if (got === undefined) return false;
  if (Array.isArray(wanted)) {
    return Array.isArray(got) && wanted.length === got.length && wanted.every((item, i) => partly(item, got[i]));
  }
  if (!isRecord(wanted)) return valuesEqual(wanted, got);
  return isRecord(got) && Object.keys(wanted).every((key) => partly(wanted[key] as Value, got[key]));
}
