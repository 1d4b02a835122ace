// What a case expects of a socket run: visits, cursors, state, and what was kept of outputs that could not be used. Read off the
// log alone: state and cursors are what the writes left behind.
import type { EngineEvent, EventKind, EventOf } from '../../shared/model/event.ts';
import { fromPublic } from '../../shared/model/publicValue.ts';
import { cursorSlot, parseSlot, valueAtPath, withValueAtPath } from '../../shared/model/statePath.ts';
import { snapshot, type Value, valuesEqual } from '../../shared/model/value.ts';
import type { Expected } from './givenCase.ts';

export function socketDifferences(expected: Expected, events: readonly EngineEvent[]): string[] {
  const found: string[] = [];
  const differ = (what: string, wanted: unknown, got: unknown): void => {
    if (valuesEqual(fromPublic(wanted as never), snapshot(got))) return;
    found.push(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
  };
  if (expected.visits) {
    const visits = of(events, 'fire.started').filter((start) => !start.retry);
    const got = visits.map(({ node, inputs }, i) =>
      Array.isArray(expected.visits?.[i]) ? [node, inputs.item ?? null] : node,
    );
    differ('visits', expected.visits, got);
  }
  for (const [name, value] of Object.entries(expected.cursors ?? {}))
    differ(`cursor ${name}`, value, cursorAfter(events, name));
  for (const [socket, trail] of Object.entries(expected.cursorTrail ?? {}))
    differ(`cursor after ${socket}`, trail, cursorTrail(events, socket));
  const state = stateAfter(events);
  for (const [path, value] of Object.entries(expected.state ?? {}))
    differ(`state.${path}`, value, valueAtPath(state, path.split('.')) ?? null);
  for (const [slot, values] of Object.entries(expected.writes ?? {})) {
    const got = of(events, 'slot.written').filter((write) => write.slot === slot && write.writer !== 'seed');
    differ(
      `writes of ${slot}`,
      values,
      got.map(({ value }) => value),
    );
  }
  for (const [socket, raw] of Object.entries(expected.raw ?? {})) {
    const failed = of(events, 'fire.failed').find((fire) => fire.node === socket && fire.raw !== undefined);
    differ(`raw output of ${socket}`, raw, failed?.raw ?? null);
  }
  return found;
}

function cursorAfter(events: readonly EngineEvent[], name: string): Value {
  const last = of(events, 'slot.written').findLast((write) => write.slot === cursorSlot(name));
  return last?.value ?? 0;
}

/** What each visit left the socket's cursor at: the operand `after` of the advance decision that it made. */
function cursorTrail(events: readonly EngineEvent[], socket: string): Value[] {
  return of(events, 'decision.made')
    .filter(({ question, subject }) => question === 'advance' && subject === socket)
    .map(({ operands }) => operands.after ?? null);
}

function stateAfter(events: readonly EngineEvent[]): Value {
  let state: Value = {};
  for (const { slot, value } of of(events, 'slot.written')) {
    const place = parseSlot(slot);
    if (place?.kind === 'state') state = withValueAtPath(state, place.path, value);
  }
  return state;
}

function of<K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}
