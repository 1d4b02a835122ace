// Seqs of G04: the outer loop is entered at 5; the inner one at 19 and 73, and left at 51 and 105. Its iterations were opened at
// 20, 31, 41 and closed at 30, 40, 49; the outer one's first closes at 59.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scopeWindow } from '../../../main/queries/scopeWindow.ts';
import { type ScopeList, scopesCalls } from '../../../shared/contract/scopes.ts';
import { recordedCase, recordedTape } from './recordedTape.ts';

type Request = Parameters<typeof scopeWindow>[1];
type Activations = Extract<ScopeList, { kind: 'activations' }>;
type Iterations = Extract<ScopeList, { kind: 'iterations' }>;

const MANY: unknown = JSON.parse(
  readFileSync(new URL('../../fixtures/runs/manyActivations.json', import.meta.url), 'utf8'),
);

function lists(tape: Parameters<typeof scopeWindow>[0], request: Request): readonly ScopeList[] {
  const answer = scopeWindow(tape, request);
  expect(scopesCalls['scopes.window'].answer.safeParse(answer).error).toBeUndefined();
  return answer.lists;
}

async function ofCase(id: string, seq: number, ...wanted: Request['lists']): Promise<readonly ScopeList[]> {
  return lists((await recordedCase(id)).tape, { seq, lists: wanted });
}

describe('the nested loops of G04', () => {
  it('have an activation of the inner loop in each iteration of the outer one', async () => {
    const [inner, outer] = (await ofCase(
      'G04',
      94,
      { kind: 'activations', scope: 'iterIn_i', count: 9 },
      { kind: 'activations', scope: 'iterIn_o', count: 9 },
    )) as [Activations, Activations];
    expect(inner).toMatchObject({ total: 2, current: 1, from: 0, budget: 3, latest: { index: 1, at: 'iterIn_o[1]' } });
    expect(inner.rows).toEqual([
      { index: 0, at: 'iterIn_o[0]', enteredSeq: 19, exitSeq: 51, opened: 3, closed: 3, reason: 'budget' },
      { index: 1, at: 'iterIn_o[1]', enteredSeq: 73, exitSeq: 105, opened: 3, closed: 3, reason: 'budget' },
    ]);
    expect(outer).toMatchObject({ total: 1, current: 0, budget: 2, rows: [{ at: '', enteredSeq: 5, opened: 2 }] });
  });

  it('count the iterations of the activation that the moment lies in, else of the last one before it', async () => {
    const iterations = { kind: 'iterations', scope: 'iterIn_i', count: 9 } as const;
    const [during] = (await ofCase('G04', 35, iterations)) as [Iterations];
    expect(during).toMatchObject({ activation: 0, total: 3, current: 1, from: 0 });
    expect(during.rows.map(({ path, openedSeq, lastSeq }) => [path, openedSeq, lastSeq])).toEqual([
      ['iterIn_o[0]/iterIn_i[0]', 20, 30],
      ['iterIn_o[0]/iterIn_i[1]', 31, 40],
      ['iterIn_o[0]/iterIn_i[2]', 41, 49],
    ]);
    // Between the two activations the first is the last that began.
    expect(await ofCase('G04', 62, iterations)).toMatchObject([{ activation: 0, current: 2 }]);
    // Right at the entry of the second no iteration of it has begun.
    expect(await ofCase('G04', 73, iterations)).toMatchObject([{ activation: 1, total: 3, current: -1 }]);
    expect(await ofCase('G04', 3, iterations)).toMatchObject([{ activation: -1, total: 0, current: -1, rows: [] }]);
    expect(await ofCase('G04', 35, { ...iterations, activation: 1 })).toMatchObject([
      { activation: 1, total: 3, current: -1, rows: [{ path: 'iterIn_o[1]/iterIn_i[0]' }, {}, {}] },
    ]);
  });

  it('are bounded by the budget of the run where that is smaller', async () => {
    const { tape } = await recordedTape(MANY, { budget: 4 });
    const wanted = ['episode', 'act', 'nowhere'].map((scope) => ({ kind: 'activations', scope, count: 1 }) as const);
    expect(lists(tape, { seq: 20, lists: wanted })).toMatchObject([
      { budget: 4, total: 1 },
      { budget: 4, total: 4 },
      { budget: null, total: 0, current: -1, latest: null },
    ]);
  });
});

describe('a run of 40 activations with 30 iterations each', () => {
  it('answers with a window around the moment, and with what is asked for elsewhere', async () => {
    const { tape, events } = await recordedTape(MANY);
    const seqOf = (path: string) =>
      events.find((event) => event.kind === 'iteration.closed' && event.at === path)?.seq ?? -1;
    const seq = seqOf('episode[20]/act[15]');
    const ask = (list: Request['lists'][number]) => lists(tape, { seq, lists: [list] })[0];
    expect(ask({ kind: 'activations', scope: 'act', count: 9 })).toMatchObject({ total: 40, current: 20, from: 16 });
    const around = ask({ kind: 'iterations', scope: 'act', count: 9 }) as Iterations;
    expect(around).toMatchObject({ activation: 20, total: 30, current: 15, from: 11 });
    expect(around.rows.map((row) => row.iteration)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19]);
    // A window stays where it was put, and with `follow` only as long as it holds the moment.
    expect(ask({ kind: 'activations', scope: 'act', from: 2, count: 9 })).toMatchObject({ from: 2 });
    expect(ask({ kind: 'activations', scope: 'act', from: 2, count: 9, follow: true })).toMatchObject({ from: 16 });
    expect(ask({ kind: 'activations', scope: 'act', from: 13, count: 9, follow: true })).toMatchObject({ from: 13 });
    // At the ends it is as full as elsewhere.
    const last = lists(tape, { seq: events.length, lists: [{ kind: 'activations', scope: 'act', count: 9 }] })[0];
    expect(last).toMatchObject({ current: 39, from: 31 });
    expect(last?.rows).toHaveLength(9);
    expect(ask({ kind: 'activations', scope: 'act', from: 38, count: 9 })?.rows).toHaveLength(2);
  });

  it('reads no more of the log than what is shown', async () => {
    const { tape, reader } = await recordedTape(MANY);
    tape.follow(reader.head());
    const before = reader.reads();
    lists(tape, {
      seq: 6000,
      lists: [
        { kind: 'activations', scope: 'act', count: 9 },
        { kind: 'iterations', scope: 'act', count: 9 },
      ],
    });
    // The entry and the exit of nine activations and of the current one; the places of iterations are known.
    expect(reader.reads() - before).toBeLessThanOrEqual(2 * (9 + 1));
  });
});
