import { describe, expect, it } from 'vitest';
import { eventsReport } from '../../../main/queries/eventsReport.ts';
import { momentReport } from '../../../main/queries/momentReport.ts';
import { openTape } from '../../../main/queries/openTape.ts';
import { runReport, showReport } from '../../../main/queries/runReport.ts';
import { tapeSummary } from '../../../main/queries/tapeSummary.ts';
import { MomentReport, RunReport, ShowReport } from '../../../shared/contract/report.ts';
import { TapeSummary } from '../../../shared/contract/tape.ts';
import { memoryTape } from '../../support/memoryTape.ts';
import { givenCase, pivotCases, recordedCase, recordedTape } from './recordedTape.ts';

describe.each(pivotCases().map((one) => one.id))('the report of %s', (id) => {
  it('has the status, reason, iterations, finals and hazards that the case expects', async () => {
    const { expected } = givenCase(id);
    const { tape } = await recordedCase(id);
    const report = runReport(tape);
    if (!report.ok) throw new Error(report.failure.message);
    expect(RunReport.safeParse(report.value).error).toBeUndefined();
    expect(report.value.status).toBe(expected.status);
    if (expected.reason) expect(report.value.reason).toBe(expected.reason);
    if (expected.iterations) expect(report.value.iterations).toEqual(expected.iterations);
    for (const [scope, finals] of Object.entries(expected.finals ?? {}))
      expect(report.value.finals[scope]).toEqual(finals);
    expect(report.value.hazards).toEqual(expect.arrayContaining([...(expected.hazards?.must ?? [])]));
    for (const code of expected.hazards?.mustNot ?? []) expect(report.value.hazards).not.toContain(code);
    const show = showReport(tape);
    expect(ShowReport.safeParse(show).error).toBeUndefined();
    expect(show).toMatchObject({ status: report.value.status, iterations: report.value.iterations });
    expect(TapeSummary.safeParse(tapeSummary(tape)).error).toBeUndefined();
  });
});

it('a stalled run names who waited for what (G02)', async () => {
  const { tape } = await recordedCase('G02');
  const report = runReport(tape);
  expect(report).toMatchObject({
    ok: true,
    value: {
      stalled: {
        scope: 'iterIn_1',
        at: 'iterIn_1[1]',
        waiting: [
          { node: 'judge', inputs: [{ port: 'goal' }] },
          { node: 'iterOut_1', inputs: [{ port: 'obs' }] },
        ],
      },
    },
  });
});

it('a failed run has its error, and is not called ended', async () => {
  const graph = structuredClone(givenCase('G01').graph) as { nodes: { id: string; config: Record<string, unknown> }[] };
  const env = graph.nodes.find((one) => one.id === 'env');
  if (env) env.config = { inputs: ['action'], outputs: ['obs'], throw: 'no such room' };
  const { tape } = await recordedTape(graph);
  expect(runReport(tape)).toMatchObject({
    ok: true,
    value: { status: 'failed', reason: 'failed', error: { node: 'env', at: 'iterIn_1[0]' }, finals: {} },
  });
});

describe('a tape without an end', () => {
  it('is running while somebody writes it, and interrupted when nobody does', async () => {
    const { events } = await recordedCase('G01');
    const reader = memoryTape(events.slice(0, 40));
    const tape = openTape(reader);
    expect(tapeSummary(tape)).toMatchObject({ status: 'interrupted', reason: null, head: 39, live: false });
    expect(runReport(tape)).toMatchObject({ ok: true, value: { status: 'interrupted', iterations: { iterIn_1: 2 } } });
    reader.writing(true);
    expect(tapeSummary(tape)).toMatchObject({ status: 'running', live: true });
    expect(runReport(tape)).toMatchObject({ ok: false, failure: { code: 'still-running' } });
    reader.append(events.slice(40));
    reader.writing(false);
    expect(tapeSummary(tape)).toMatchObject({
      status: 'ended',
      reason: 'budget',
      head: 85,
      iterations: { iterIn_1: 6 },
    });
  });

  it('without any event is interrupted and empty', () => {
    const summary = tapeSummary(openTape(memoryTape([], { path: 'C:\\tapes\\empty.looptape' })));
    expect(summary).toMatchObject({ name: 'empty', head: -1, status: 'interrupted', iterations: {}, durationMs: 0 });
  });
});

describe('the state at a moment, as the command line prints it', () => {
  it('has slots, carry and fires of the iteration (G01)', async () => {
    const { tape } = await recordedCase('G01');
    const report = momentReport(tape, { moment: 'iterIn_1[3]' });
    if (!report.ok) throw new Error(report.failure.message);
    expect(MomentReport.safeParse(report.value).error).toBeUndefined();
    expect(report.value).toMatchObject({
      seq: 57,
      at: 'iterIn_1[3]',
      open: ['iterIn_1[3]'],
      carry: { obs: 'o4' },
      slots: [
        {
          scope: 'iterIn_1',
          slot: 'init_obs',
          value: 'o0',
          writer: 'init',
          persist: true,
          writtenSeq: 4,
          writtenAt: '',
        },
        { slot: 'iterout_obs', value: 'o4', writer: 'iterout', writtenSeq: 56, writtenAt: 'iterIn_1[3]' },
      ],
      fires: [
        { node: 'policy', inputs: { obs: 'o0' }, outputs: { action: 'LEFT' } },
        { node: 'isStop', inputs: { action: 'LEFT' }, outputs: { flag: false } },
        { node: 'env', inputs: { action: 'LEFT' }, outputs: { obs: 'o4' } },
      ],
    });
  });

  it('in the middle of a fire has the fire without outputs', async () => {
    const { tape } = await recordedCase('G01');
    const report = momentReport(tape, { moment: '#48' });
    expect(report.ok && report.value.fires).toEqual([{ node: 'policy', fire: 10, inputs: { obs: 'o0' } }]);
    expect(momentReport(tape, { moment: 'iterIn_1[9]' })).toMatchObject({ ok: false });
  });
});

it('the log is printed in batches that lose and repeat nothing', async () => {
  const { tape, events } = await recordedCase('G01');
  const seqs: number[] = [];
  for (let after: number | undefined; ; ) {
    const batch = eventsReport(tape, { limit: 20, from: 'iterIn_1[0]:start', to: 'iterIn_1[4]', after });
    if (!batch.ok) throw new Error(batch.failure.message);
    seqs.push(...batch.value.events.map((event) => event.seq));
    after = seqs.at(-1);
    if (!batch.value.more) break;
  }
  expect(seqs).toEqual(events.map((event) => event.seq).slice(6, 71));
  const boundaries = eventsReport(tape, { limit: 100, kinds: ['iteration.closed'] });
  expect(boundaries.ok && boundaries.value.events.map((event) => event.seq)).toEqual([18, 31, 44, 57, 70, 82]);
});

describe('the report of a moment of a graph with state containers (G04)', () => {
  it('has the states that hold a value, beside the slots of loops', async () => {
    const { tape } = await recordedCase('G04');
    const report = momentReport(tape, { moment: 'iterIn_o[1]/iterIn_i[0]' });
    if (!report.ok) throw new Error(report.failure.message);
    // hintAny was emptied by the step_end of this very iteration.
    expect(report.value.slots.filter((slot) => slot.scope === '' && slot.writer === 'container')).toEqual([
      {
        scope: '',
        slot: 'notes.hintKeep',
        value: 'H1',
        writer: 'container',
        writtenSeq: expect.any(Number),
        writtenAt: 'iterIn_o[1]',
      },
    ]);
  });
});
