// What is told of an attempt of a bounded loop. The runs are small enough that every line of them stands here.
import { describe, expect, it } from 'vitest';
import { attemptDetail } from '../../../main/queries/attemptDetail.ts';
import { openTape } from '../../../main/queries/openTape.ts';
import { ATTEMPT, JUDGE } from '../../../shared/model/checkedBoundedGraph.ts';
import { memoryTape } from '../../support/memoryTape.ts';
import { type RecordedTape, recordedCase, recordedTape } from './recordedTape.ts';

const RED = '\u001b[31m';
const PLAIN = '\u001b[0m';
const FIRST = `loaded the case\n${RED}p95 310ms${PLAIN}\nfailed\n`;
const SECOND = 'loaded the case\np95 180ms\npassed\n';

function bench(entries: readonly unknown[], until = 'regex:p95 1\\d\\dms', max = 5): object {
  return {
    dialect: 'bounded',
    name: 'bench',
    prompt: 'bench',
    max_iters: max,
    until_predicate: until,
    attempt: { operator: 'scripted', seq: entries },
  };
}

const detail = (recorded: RecordedTape, seq: number) => {
  const answer = attemptDetail(recorded.tape, { seq });
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.value;
};
const seqOf = ({ events }: RecordedTape, kind: string, nth = 0) =>
  events.filter((event) => event.kind === kind)[nth]?.seq ?? -1;

describe('an attempt', () => {
  it('is told with its exit code, its verdict and the match in its output, without colour codes', async () => {
    const recorded = await recordedTape(
      bench([
        { output: FIRST, exit: 1 },
        { output: SECOND, exit: 0 },
      ]),
    );
    const first = detail(recorded, seqOf(recorded, 'iteration.opened'));
    expect(first).toMatchObject({
      attempt: 1,
      of: 5,
      at: 'loop[0]',
      state: 'finished',
      ended: 'exit 1',
      exit: 1,
      predicate: 'regex:p95 1\\d\\dms',
      verdict: { satisfied: false, why: 'the output does not match' },
      match: null,
      changes: null,
      attempts: [
        { attempt: 1, ended: 'exit 1', satisfied: false, seq: seqOf(recorded, 'iteration.closed') },
        { attempt: 2, ended: 'exit 0', satisfied: true, seq: seqOf(recorded, 'iteration.closed', 1) },
      ],
    });
    expect(first?.output).toMatchObject({
      total: 3,
      cut: false,
      lines: [
        { number: 1, text: 'loaded the case' },
        { number: 2, text: 'p95 310ms' },
        { number: 3, text: 'failed' },
      ],
    });
    expect(first?.told).toContain('Attempt 1 did not satisfy');
    expect(first?.toSeq).toBe(seqOf(recorded, 'iteration.opened', 1) - 1);

    const second = detail(recorded, recorded.events.length - 1);
    expect(second).toMatchObject({
      attempt: 2,
      verdict: { satisfied: true, seq: seqOf(recorded, 'decision.made', 1) },
      match: { text: 'p95 180ms', line: 2, column: 1 },
      told: null,
      toSeq: null,
    });
    expect(second?.output?.lines[1]).toEqual({ number: 2, text: 'p95 180ms', mark: { from: 0, to: 9 } });
    expect(second?.changes).toEqual({
      since: 1,
      isSame: false,
      rows: [
        { kind: 'same', text: 'loaded the case' },
        { kind: 'removed', text: 'p95 310ms' },
        { kind: 'removed', text: 'failed' },
        { kind: 'added', text: 'p95 180ms' },
        { kind: 'added', text: 'passed' },
      ],
    });
  });

  it('that gives the very same says that nothing changed', async () => {
    const recorded = await recordedTape(bench([{ output: FIRST, exit: 1 }], 'exit:0', 2));
    const second = detail(recorded, recorded.events.length - 1);
    expect(second?.changes).toEqual({ since: 1, isSame: true, rows: [{ kind: 'skipped', count: 3 }] });
    expect(second?.verdict?.why).toBe('it exited with 1, not with 0');
  });

  it('that failed has its error, and its evidence for the next', async () => {
    const recorded = await recordedTape(bench([{ $throw: 'the disk is full' }, { output: SECOND, exit: 0 }]));
    const first = detail(recorded, seqOf(recorded, 'iteration.closed'));
    expect(first).toMatchObject({
      state: 'failed',
      ended: 'failed (scripted-threw)',
      error: { code: 'scripted-threw' },
      verdict: { satisfied: false },
      output: null,
    });
    expect(first?.error?.message).toContain('the disk is full');
    expect(first?.told).toContain('the disk is full');
  });

  it('that still runs, and one that is not judged yet, is told as far as it came', async () => {
    const graph = {
      ...bench([{ output: FIRST }], 'judge:it is fast'),
      judge: { operator: 'scripted', seq: [{ satisfied: true, reason: 'fast enough' }] },
    };
    const { events } = await recordedTape(graph);
    const upTo = (kind: string, node: string) => {
      const end = events.findIndex((event) => event.kind === kind && 'node' in event && event.node === node);
      return { tape: openTape(memoryTape(events.slice(0, end + 1))), end };
    };
    const running = upTo('fire.started', ATTEMPT);
    expect(attemptDetail(running.tape, { seq: running.end })).toMatchObject({
      value: { state: 'running', output: null, verdict: null, attempts: [{ attempt: 1, ended: '', satisfied: null }] },
    });
    const unjudged = upTo('fire.started', JUDGE);
    expect(attemptDetail(unjudged.tape, { seq: unjudged.end })).toMatchObject({
      value: { state: 'finished', ended: '', exit: null, output: { total: 3 }, verdict: null },
    });
    expect(attemptDetail(openTape(memoryTape(events)), { seq: unjudged.end })).toMatchObject({
      value: { verdict: { satisfied: true, why: 'the judge says yes: fast enough' } },
    });
  });

  it('is null before the first one and on tapes of other loops, and no moment is a failure', async () => {
    const recorded = await recordedTape(bench([{ output: SECOND }]));
    expect(detail(recorded, 0)).toBeNull();
    expect(attemptDetail(recorded.tape, { seq: 999 })).toMatchObject({ failure: { code: 'no-such-moment' } });
    expect(detail(await recordedCase('G04'), 12)).toBeNull();
  });
});

describe('a long output', () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `line ${i + 1}`);

  it('is shown where it begins, where it ends, and around the match', async () => {
    const recorded = await recordedTape(bench([{ output: lines.join('\n') }], 'regex:^line 2500$'));
    const { output, match } = detail(recorded, recorded.events.length - 1) ?? {};
    expect(match).toEqual({ text: 'line 2500', line: 2500, column: 1 });
    expect(output).toMatchObject({ total: 5000, cut: true });
    // 40 at the start, 12 on either side of the match, 160 at the end.
    const numbers = output?.lines.map((line) => line.number) ?? [];
    expect(numbers).toHaveLength(40 + 25 + 160);
    expect([numbers[39], numbers[40], numbers[64], numbers[65]]).toEqual([40, 2488, 2512, 4841]);
    expect(output?.lines.filter((line) => line.mark)).toEqual([
      { number: 2500, text: 'line 2500', mark: { from: 0, to: 9 } },
    ]);
    // Larger than what comes along: it is fetched by its place.
    expect(output?.whole.value).toBeUndefined();
    expect(output?.whole.place.field).toEqual(['outputs', 'output']);
  });

  it('of one line is cut around the match', async () => {
    const recorded = await recordedTape(bench([{ output: `${'a'.repeat(900)}GOAL${'b'.repeat(900)}` }], 'regex:GOAL'));
    const [line] = detail(recorded, recorded.events.length - 1)?.output?.lines ?? [];
    // 80 characters before it, 400 in all, an ellipsis at either end.
    expect(line?.text).toBe(`…${'a'.repeat(80)}GOAL${'b'.repeat(316)}…`);
    expect(line?.mark).toEqual({ from: 81, to: 85 });
  });

  it('is compared by its last lines, in a bounded number of rows', async () => {
    const other = lines.map((line) => `new ${line}`);
    const recorded = await recordedTape(
      bench([{ output: lines.join('\n') }, { output: other.join('\n') }], 'regex:^never', 2),
    );
    const { changes } = detail(recorded, recorded.events.length - 1) ?? {};
    // 400 of either, of which 399 rows are shown.
    expect(changes?.rows).toHaveLength(400);
    expect(changes?.rows.at(-1)).toEqual({ kind: 'skipped', count: 401 });
    expect(changes?.rows[0]).toEqual({ kind: 'removed', text: 'line 4601' });
  });
});
