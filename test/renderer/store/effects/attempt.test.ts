import { expect, it } from 'vitest';
import type { AttemptDetail } from '../../../../shared/contract/attempt.ts';
import { settle, storeWithTape, tapeOf } from '../fakeApi.ts';

/** Attempts of ten events each, from #10 on; the third one is the last. */
function attempt(seq: number): AttemptDetail | null {
  if (seq < 10) return null;
  const nth = Math.min(3, Math.floor(seq / 10));
  return {
    attempt: nth,
    of: 5,
    at: `loop[${nth - 1}]`,
    fromSeq: nth * 10,
    toSeq: nth === 3 ? null : nth * 10 + 9,
    state: 'finished',
    startedSeq: null,
    endedSeq: null,
    durationMs: null,
    ended: 'exit 1',
    exit: 1,
    signal: null,
    error: null,
    predicate: 'exit:0',
    verdict: null,
    output: null,
    match: null,
    changes: null,
    told: null,
    attempts: [],
  };
}

it('fetches the attempt that the moment lies in, and nothing more for a step within it', async () => {
  const { api, store } = await storeWithTape({ 'attempt.get': ({ seq }) => attempt(seq) }, { dialect: 'bounded' });
  const seqs = () => api.requests('attempt.get').map((request) => request.seq);
  expect(tapeOf(store).attempt.value?.attempt).toBe(3);
  for (const seq of [40, 15, 18, 3]) {
    store.dispatch({ type: 'moment.scrubbed', seq });
    await settle();
  }
  expect(seqs()).toEqual([99, 15, 3]);
  expect(tapeOf(store).attempt.value).toBeNull();
});

it('reads the attempt again when the tape has grown, and asks for none of other loops', async () => {
  const bounded = await storeWithTape({ 'attempt.get': ({ seq }) => attempt(seq) }, { dialect: 'bounded', live: true });
  bounded.api.asked.length = 0;
  bounded.store.dispatch({
    type: 'push.received',
    push: { kind: 'run.advanced', tape: 't1', head: 120, state: 'running' },
  });
  await settle();
  expect(bounded.api.requests('attempt.get').length).toBeGreaterThan(0);
  const pivot = await storeWithTape({}, { dialect: 'pivot' });
  expect(pivot.api.requests('attempt.get')).toEqual([]);
});
