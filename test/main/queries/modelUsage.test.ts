// What models took, as views and reports tell it.
import { expect, it } from 'vitest';
import { attemptDetail } from '../../../main/queries/attemptDetail.ts';
import { fireDetail } from '../../../main/queries/fireDetail.ts';
import { usageTotals } from '../../../main/queries/modelUsage.ts';
import { runReport, showReport } from '../../../main/queries/runReport.ts';
import type { OperatorAnswer, OperatorSet } from '../../../main/runner/ports.ts';
import { FireDetail } from '../../../shared/contract/moment.ts';
import { ShowReport } from '../../../shared/contract/report.ts';
import { recordedTape } from './recordedTape.ts';

/** Answers every fire in turn. */
function answering(answers: readonly OperatorAnswer[]): { readonly operators: OperatorSet } {
  let nth = 0;
  const run = () => answers[nth++] ?? { ok: false as const, error: { code: 'no-more', message: 'No more.' } };
  return { operators: { get: () => ({ outward: false, run }), close: async () => undefined } };
}

const GRAPH = { dialect: 'bounded', prompt: 'say it', until_predicate: 'regex:done', attempt: { operator: 'model' } };
const said = (output: string, usage?: unknown): OperatorAnswer => ({
  ok: true,
  outputs: { output },
  ...(usage === undefined ? {} : { usage }),
});

it('sums the tokens and the cost of all answers, and says which were not counted', async () => {
  // 11 + 20 in, 7 + 5 out; a tenth and two tenths of a cent are three, whatever binary fractions make of it.
  const { tape, events } = await recordedTape(
    GRAPH,
    answering([
      said('a', { model: 'tiny-1', inputTokens: 11, outputTokens: 7, costUsd: 0.001, tries: 2 }),
      said('b', { model: 'tiny-1', tries: 1 }),
      said('done', { model: 'tiny-1', inputTokens: 20, outputTokens: 5, costUsd: 0.002, tries: 1 }),
    ]),
  );
  const usage = { answers: 3, inputTokens: 31, outputTokens: 12, uncounted: 1, costUsd: 0.003 };
  expect(usageTotals(tape)).toEqual(usage);
  expect(runReport(tape)).toMatchObject({ ok: true, value: { usage } });
  expect(ShowReport.parse(showReport(tape)).usage).toEqual(usage);

  const start = events.find((event) => event.kind === 'fire.started');
  const fire = fireDetail(tape, { seq: start?.seq ?? -1 });
  if (!fire.ok) throw new Error(fire.failure.message);
  const first = { model: 'tiny-1', inputTokens: 11, outputTokens: 7, costUsd: 0.001, tries: 2 };
  expect(FireDetail.parse(fire.value).usage).toEqual(first);
  expect(attemptDetail(tape, { seq: start?.seq ?? -1 })).toMatchObject({ ok: true, value: { usage: first } });
});

it('an attempt that reads prompts shows the whole of what the next one is told', async () => {
  const { tape } = await recordedTape(GRAPH, answering([said('a'), said('done')]));
  const told = expect.stringMatching(/^say it\n\nAttempt 1 did not satisfy regex:done: [\s\S]*\n-----\na\n-----\n/);
  expect(attemptDetail(tape, { seq: 3 })).toMatchObject({ ok: true, value: { attempt: 1, told } });
});

it('tells nothing where no model answered, and of a foreign usage what can be read', async () => {
  const silent = await recordedTape(GRAPH, answering([said('done')]));
  expect(usageTotals(silent.tape)).toBeUndefined();
  expect(showReport(silent.tape)).not.toHaveProperty('usage');

  const foreign = { model: 7, inputTokens: 'many', outputTokens: 4, cached: true };
  const { tape, events } = await recordedTape(GRAPH, answering([said('done', foreign)]));
  expect(usageTotals(tape)).toEqual({ answers: 1, inputTokens: 0, outputTokens: 4 });
  const end = events.find((event) => event.kind === 'fire.finished');
  expect(fireDetail(tape, { seq: end?.seq ?? -1 })).toMatchObject({ ok: true, value: { usage: { outputTokens: 4 } } });
});
