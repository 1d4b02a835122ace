// What the views ask of a tape, asked of the tape of every recorded run: each moment answers in the contract's shape.
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
import { oracleVectors } from './oracleVector.ts';

describe.each(oracleVectors())('the tape of $id', ({ graph, run, expected }) => {
  it('answers at every moment', async () => {
    const budget = run.step_budget_override;
    const { tape, reader, events } = await recordedTape(
      { ...graph, compat: 'agentcanvas' },
      budget === undefined ? {} : { budget },
    );
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
    const summary = tapeSummary(tape);
    expect(summary.compat).toBe('agentcanvas');
    const report = runReport(tape);
    if (!report.ok) throw new Error(report.failure.message);
    const last = expected.finals.at(-1);
    if (last) expect(report.value.finals[last.scope]).toEqual(last.values);
    for (const [scope, { iterations_total }] of Object.entries(expected.scopes))
      expect(report.value.iterations[scope]).toBe(iterations_total);
    expect(showReport(tape).events).toBe(events.length);
  });
});
