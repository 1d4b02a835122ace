// What must hold of the views of any run of sockets, at any moment.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldSlots, openIterations, scopeEnds } from '../../../main/engine/machineView.ts';
import { eventsWindow } from '../../../main/queries/eventsWindow.ts';
import { findMoment } from '../../../main/queries/findMoment.ts';
import { fireDetail } from '../../../main/queries/fireDetail.ts';
import { tapeGraphView } from '../../../main/queries/graphView.ts';
import { momentReport } from '../../../main/queries/momentReport.ts';
import { momentView } from '../../../main/queries/momentView.ts';
import { moveFrom } from '../../../main/queries/moveFrom.ts';
import { type OpenTape, openTape } from '../../../main/queries/openTape.ts';
import { runReport } from '../../../main/queries/runReport.ts';
import { timelineWindow } from '../../../main/queries/timelineWindow.ts';
import { valueAt } from '../../../main/queries/valueAt.ts';
import { GraphView } from '../../../shared/contract/graph.ts';
import { FireDetail, MomentView } from '../../../shared/contract/moment.ts';
import { RunReport } from '../../../shared/contract/report.ts';
import { TimelineView } from '../../../shared/contract/timeline.ts';
import { identityOf } from '../../../shared/model/identity.ts';
import { fromPublic, toPublicRecord } from '../../../shared/model/publicValue.ts';
import { memoryTape } from '../../support/memoryTape.ts';
import { randomSockets } from '../../support/randomSocketGraph.ts';
import { type RecordedTape, recordedTape } from './recordedTape.ts';

const RUNS = { numRuns: 12 };

function forAnyRun(check: (recorded: RecordedTape) => void): Promise<void> {
  return fc.assert(
    fc.asyncProperty(randomSockets, async ({ graph, standIns, budget }) =>
      check(await recordedTape(graph, { standIns, budget })),
    ),
    RUNS,
  );
}

function viewOf(tape: OpenTape, seq: number): MomentView {
  const view = momentView(tape, { seq });
  if (!view.ok) throw new Error(view.failure.message);
  return view.value;
}

/** Only what lies ahead of the moment may differ: the head, what a route led to, and that a tape which stops there is interrupted. */
function withoutFuture(view: MomentView): unknown {
  const ahead = new Set(['head', 'status', 'nextSeq']);
  return JSON.parse(JSON.stringify(view, (key, value) => (ahead.has(key) ? undefined : value)));
}

describe('of any run of sockets', () => {
  it('every moment has a view, live as well as finished', () =>
    forAnyRun(({ events }) => {
      const live = openTape(memoryTape(events.slice(0, 1)));
      const whole = openTape(memoryTape(events));
      for (const { seq } of events) {
        if (seq > 0) (live.reader as ReturnType<typeof memoryTape>).append(events.slice(seq, seq + 1));
        const finished = viewOf(whole, seq);
        expect(MomentView.safeParse(finished).error).toBeUndefined();
        expect(withoutFuture(viewOf(live, seq))).toEqual(withoutFuture(finished));
      }
    }));

  it('a slot shows what the machine holds there, and the whole of it can be fetched', () =>
    forAnyRun(({ tape, events }) => {
      for (const { seq } of events) {
        const machine = tape.machines?.at(seq);
        if (!tape.graph || !machine) throw new Error('no machine');
        const held = new Map(heldSlots(tape.graph, machine).map((slot) => [slot.slot, slot]));
        for (const row of viewOf(tape, seq).slots) {
          const slot = held.get(row.slot);
          held.delete(row.slot);
          // A place in a state that was written whole is known where the graph names it.
          if (!slot) continue;
          expect(row.value?.chip.identity, `${row.slot} at #${seq}`).toBe(identityOf(slot.value));
          expect(row).toMatchObject({ writtenSeq: slot.seq, writtenAt: slot.at, writer: slot.writer });
          const whole = row.value && valueAt(tape, { place: row.value.place });
          expect(whole?.ok && identityOf(fromPublic(whole.value.value))).toBe(identityOf(slot.value));
        }
        expect([...held.keys()]).toEqual([]);
      }
    }));

  it('its open iterations and counts are those of the machine', () =>
    forAnyRun(({ tape, events }) => {
      for (const event of events) {
        const machine = tape.machines?.at(event.seq);
        if (!tape.graph || !machine) throw new Error('no machine');
        const view = viewOf(tape, event.seq);
        const ends = scopeEnds(tape.graph, machine).map(({ scope, closedInAll }) => [scope, closedInAll]);
        expect(view.iterations).toEqual(Object.fromEntries(ends));
        // Between two iterations the machine still knows of the one that was closed.
        const open = openIterations(tape.graph, machine).map(({ path }) => path);
        for (const { path } of view.open)
          if (event.kind !== 'scope.exited') expect(open, `#${event.seq}`).toContain(path);
      }
    }));

  it('every call answers in its shape', () =>
    forAnyRun(({ tape, events, reader }) => {
      const head = reader.head();
      expect(GraphView.safeParse(tapeGraphView(tape)).error).toBeUndefined();
      const timeline = timelineWindow(tape, { from: 0, to: head + 1, widthPx: 400 });
      expect(TimelineView.safeParse(timeline).error).toBeUndefined();
      const report = runReport(tape);
      expect(report.ok && RunReport.safeParse(report.value).error).toBeUndefined();
      const machine = tape.machines?.at(head);
      if (machine?.dialect !== 'socket') throw new Error('no machine');
      expect(report).toMatchObject({ value: { state: toPublicRecord(machine.state), cursors: machine.cursors } });
      expect(eventsWindow(tape, { from: 0, count: 1000 }).rows).toHaveLength(Math.min(1000, head + 1));
      for (const event of events) {
        const detail = fireDetail(tape, { seq: event.seq });
        if (detail.ok) expect(FireDetail.safeParse(detail.value).error).toBeUndefined();
        const isOfFire = event.kind === 'fire.started' || event.kind === 'fire.finished';
        expect(detail.ok || !isOfFire).toBe(true);
        expect(momentReport(tape, { moment: `#${event.seq}` }).ok).toBe(true);
        for (const move of ['event', 'boundary', 'over', 'into', 'out'] as const)
          for (const direction of [1, -1] as const) {
            const { seq } = moveFrom(tape, { seq: event.seq, move, direction });
            if (seq !== null) expect((seq - event.seq) * direction).toBeGreaterThan(0);
          }
      }
    }));

  it('an item that was done with is a moment by its path, and so is every one that was begun', () =>
    forAnyRun(({ tape, events }) => {
      for (const event of events) {
        if (event.kind === 'iteration.opened')
          expect(findMoment(tape, { moment: `${event.at}:start` })).toMatchObject({ value: { seq: event.seq } });
        if (event.kind === 'iteration.closed')
          expect(findMoment(tape, { moment: event.at })).toMatchObject({ value: { seq: event.seq } });
      }
    }));

  it('the log alone tells the same slots where no machine can be folded', () =>
    forAnyRun(({ events }) => {
      const [first, ...rest] = events;
      if (first?.kind !== 'run.started') throw new Error('no start');
      const foreign = openTape(memoryTape([{ ...first, graph: { sockets: 'none' } }, ...rest]));
      const own = openTape(memoryTape(events));
      const { seq } = events.at(-1) ?? first;
      const values = (view: MomentView) =>
        Object.fromEntries(view.slots.flatMap(({ slot, value }) => (value ? [[slot, value.chip.identity]] : [])));
      expect(values(viewOf(own, seq))).toMatchObject(values(viewOf(foreign, seq)));
    }));
});
