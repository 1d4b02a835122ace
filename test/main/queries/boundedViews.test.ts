// What the views say of bounded loops, on a run of two attempts that can be followed by hand.
import { expect, it } from 'vitest';
import { findMoment } from '../../../main/queries/findMoment.ts';
import { fireDetail } from '../../../main/queries/fireDetail.ts';
import { momentReport } from '../../../main/queries/momentReport.ts';
import { momentView } from '../../../main/queries/momentView.ts';
import type { OpenTape } from '../../../main/queries/openTape.ts';
import { runReport, showReport } from '../../../main/queries/runReport.ts';
import { FireDetail, MomentView } from '../../../shared/contract/moment.ts';
import { RunReport, ShowReport } from '../../../shared/contract/report.ts';
import { recordedTape } from './recordedTape.ts';

const GRAPH = {
  dialect: 'bounded',
  prompt: 'say it clearly',
  until_predicate: 'judge:clear',
  max_iters: 3,
  attempt: { operator: 'scripted', seq: ['mumble', 'speech'] },
  judge: { operator: 'scripted', seq: ['no, it mumbles', 'yes'] },
};

function viewAt(tape: OpenTape, moment: string | number): MomentView {
  const found = typeof moment === 'number' ? moment : seqOf(tape, moment);
  const view = momentView(tape, { seq: found });
  if (!view.ok) throw new Error(view.failure.message);
  return MomentView.parse(view.value);
}

function seqOf(tape: OpenTape, moment: string): number {
  const found = findMoment(tape, { moment });
  if (!found.ok) throw new Error(found.failure.message);
  return found.value.seq;
}

const states = ({ nodes }: MomentView): Record<string, string> =>
  Object.fromEntries(nodes.map(({ node, state }) => [node, state]));

it('says at each moment what attempt and judge are doing, in the attempt of the moment', async () => {
  const { tape, events } = await recordedTape(GRAPH);
  const told = events.map(({ seq }) => {
    const { attempt, judge } = states(viewAt(tape, seq));
    return `${attempt} ${judge}`;
  });
  const changes = told.filter((one, i) => one !== told[i - 1]);
  expect(changes).toEqual([
    'outside outside',
    // Nothing was tried yet, then attempt 1.
    'waiting waiting',
    'ready waiting',
    'running waiting',
    'fired ready',
    'fired running',
    'fired fired',
    // The next attempt begins anew.
    'ready waiting',
    'running waiting',
    'fired ready',
    'fired running',
    'fired fired',
  ]);
  expect(viewAt(tape, 'loop[1]').edges).toEqual([{ edge: 'attempt→judge', state: 'won' }]);
  expect(viewAt(tape, 'loop[1]:start').edges).toEqual([{ edge: 'attempt→judge', state: 'empty' }]);
});

it('shows prompt and best attempt as slots under their own addresses, with who wrote them', async () => {
  const { tape } = await recordedTape(GRAPH);
  const view = viewAt(tape, 'loop[0]');
  expect(view.slots.map(({ slot, writer }) => [slot, writer])).toEqual([
    ['loop.prompt', 'loop'],
    ['loop.best', 'loop'],
  ]);
  const report = momentReport(tape, { moment: 'loop[0]' });
  expect(report.ok && report.value.slots.map(({ slot, value }) => [slot, value])).toEqual([
    ['loop.prompt', expect.stringMatching(/^say it clearly\n/)],
    ['loop.best', { attempt: 1, satisfied: false, summary: 'mumble', key_output: 'mumble' }],
  ]);
});

it('tells of verdicts, slots and attempts in sentences', async () => {
  const { tape, events } = await recordedTape(GRAPH);
  const sentences = events.map(({ seq }) => viewAt(tape, seq).sentence);
  expect(sentences).toContain('loop.prompt seeded: "say it clearly"');
  expect(sentences).toContain('iteration 0 of loop opened: attempt 1');
  expect(sentences).toContain('attempt does not satisfy judge:clear: the judge says "no, it mumbles"');
  expect(sentences).toContain('best so far: attempt 1, mumble');
  expect(sentences.some((sentence) => sentence.startsWith('loop.prompt refined: '))).toBe(true);
  expect(sentences).toContain('attempt 1 closed: mumble');
  expect(sentences).toContain('attempt satisfies judge:clear: the judge says "yes"');
  expect(sentences).toContain('loop ended by stop after 2 iterations');
});

it('reports what the loop came to beside how the run ended, while it is cut off as well', async () => {
  const { tape } = await recordedTape(GRAPH);
  const report = runReport(tape);
  if (!report.ok) throw new Error(report.failure.message);
  expect(RunReport.parse(report.value)).toMatchObject({
    status: 'ended',
    reason: 'stop',
    iterations: { loop: 2 },
    loop: {
      status: 'success',
      iterations_run: 2,
      max_iters: 3,
      predicate: 'judge:clear',
      prompt: 'say it clearly',
      best_attempt: { attempt: 2, summary: 'speech' },
      evidence: ['#1 mumble; the judge says "no, it mumbles"', '#2 speech; the judge says "yes"; + speech; − mumble'],
    },
  });
  const paused = await recordedTape(GRAPH, { steps: 2 });
  expect(ShowReport.parse(showReport(paused.tape))).toMatchObject({
    status: 'paused',
    loop: {
      status: 'paused',
      iterations_run: 1,
      evidence: ['#1 mumble; the judge says "no, it mumbles"'],
      next_action: expect.stringContaining('continue'),
    },
  });
});

it('tells of every fire what it was given, where that came from, and what it gave', async () => {
  const { tape, events } = await recordedTape(GRAPH);
  const fires = events.flatMap((event) => {
    if (event.kind !== 'fire.started') return [];
    const detail = fireDetail(tape, { seq: event.seq });
    return detail.ok ? [FireDetail.parse(detail.value)] : [];
  });
  expect(fires.map(({ node, outputs }) => `${node}: ${outputs.map(({ chip }) => chip.text).join()}`)).toEqual([
    'attempt: "mumble"',
    'judge: "no, it mumbles"',
    'attempt: "speech"',
    'judge: "yes"',
  ]);
  // The second attempt's evidence comes from the end of the first.
  const first = events.find((event) => event.kind === 'fire.finished');
  expect(fires[2]?.inputs.find(({ name }) => name === 'evidence')?.fromSeq).toBe(first?.seq);
});
