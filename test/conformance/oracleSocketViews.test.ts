// What the views ask of a tape, asked of the tape of every recorded run of pi-materia: each moment answers in the contract's shape, and
// the reports say what the run came to.
import { describe, expect, it } from 'vitest';
import { eventsWindow } from '../../main/queries/eventsWindow.ts';
import { fireDetail } from '../../main/queries/fireDetail.ts';
import { hazardsList } from '../../main/queries/hazardsList.ts';
import { momentView } from '../../main/queries/momentView.ts';
import { runReport, showReport } from '../../main/queries/runReport.ts';
import { tapeSummary } from '../../main/queries/tapeSummary.ts';
import { timelineWindow } from '../../main/queries/timelineWindow.ts';
import { MomentView } from '../../shared/contract/moment.ts';
import { TimelineView } from '../../shared/contract/timeline.ts';
import { recordedTape } from '../main/queries/recordedTape.ts';
import { graphOf, oracleSocketVectors, standInsOf } from './oracleSocketVector.ts';

const ran = oracleSocketVectors().filter(({ expected }) => expected.end.status !== 'refused');

describe.each(ran)('the tape of $id', (vector) => {
  it('answers at every moment', async () => {
    const { state, end } = vector.expected;
    const file = { ...graphOf(vector), compat: 'pi-materia' };
    const { tape, reader, events } = await recordedTape(file, { standIns: standInsOf(vector) });
    for (const event of events) {
      const view = momentView(tape, { seq: event.seq });
      if (!view.ok) throw new Error(view.failure.message);
      MomentView.parse(view.value);
      if (event.kind === 'fire.started') expect(fireDetail(tape, { seq: event.seq }).ok).toBe(true);
    }
    expect(tape.machines?.misfit).toBeUndefined();
    TimelineView.parse(timelineWindow(tape, { from: 0, to: reader.head() + 1, widthPx: 800 }));
    expect(eventsWindow(tape, { from: 0, count: events.length }).rows).toHaveLength(events.length);
    hazardsList(tape);
    expect(tapeSummary(tape).compat).toBe('pi-materia');
    const report = runReport(tape);
    if (!report.ok) throw new Error(report.failure.message);
    expect(report.value.status).toBe(end.status === 'complete' ? 'ended' : 'failed');
    expect(report.value.state).toEqual(state.data);
    for (const [cursor, value] of Object.entries(state.cursors))
      expect(report.value.cursors?.[cursor] ?? 0).toBe(value);
    expect(showReport(tape).events).toBe(events.length);
  });
});
