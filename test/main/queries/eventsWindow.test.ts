import { describe, expect, it } from 'vitest';
import { eventsWindow } from '../../../main/queries/eventsWindow.ts';
import { sentenceOf } from '../../../main/queries/sentence.ts';
import { recordedCase } from './recordedTape.ts';

describe('the sentences of the frozen navigator (G01)', () => {
  it.each([
    [2, 'env0 started'],
    [3, 'env0 fired: obs = "o0"'],
    [4, 'init_obs of iterIn_1 written: "o0", persists'],
    [5, 'iterIn_1 entered'],
    [45, 'iteration 3 of iterIn_1 opened'],
    [47, 'iterIn_1.init_obs reaches policy.obs: "o0"; iterIn_1.iterout_obs ("o3") loses'],
    [48, 'policy started: obs = "o0"'],
    [49, 'policy fired: action = "LEFT"'],
    [54, 'step_end signalled by iterIn_1'],
    [55, 'iterIn_1 goes round again: stop is false, 4 of 6 iterations are done'],
    [56, 'iterout_obs of iterIn_1 carried over: "o4"'],
    [57, 'iteration 3 of iterIn_1 closed: carries obs = "o4", stop = false'],
    [81, 'budget wins: 6 of 6 iterations are done, stop is false'],
    [83, 'iterIn_1 ended by budget after 6 iterations: final_obs = "o6", final_stop = true'],
    [85, 'run ended by budget'],
  ])('of event %i', async (seq, sentence) => {
    const { tape } = await recordedCase('G01');
    expect(eventsWindow(tape, { from: seq, count: 1 }).rows[0]?.sentence).toBe(sentence);
  });
});

it('a stop that wins, a one-shot that empties and a stall read as what they are', async () => {
  const mended = await recordedCase('G01-oneshot');
  const sentences = mended.events.map((event) => sentenceOf(event));
  expect(sentences).toContain('stop wins: stop is true');
  expect(sentences).toContain('init_obs of iterIn_1 emptied: it is one-shot, and this iteration has been served');
  const stalled = await recordedCase('G02');
  expect(stalled.events.map((event) => sentenceOf(event)).find((text) => text.startsWith('iterIn_1 stalled'))).toBe(
    'iterIn_1 stalled after 1 iteration: judge waits for goal (empty: init_goal is one-shot and was emptied after iteration 0); iterOut_1 waits for obs (empty: judge did not fire)',
  );
});

describe('a window of the log', () => {
  it('says whether there is more on either side', async () => {
    const { tape } = await recordedCase('G01');
    expect(eventsWindow(tape, { from: 0, count: 10 })).toMatchObject({ moreBefore: false, moreAfter: true, head: 85 });
    expect(eventsWindow(tape, { from: 76, count: 10 })).toMatchObject({ moreBefore: true, moreAfter: false });
    expect(eventsWindow(tape, { from: 0, count: 86 })).toMatchObject({ moreBefore: false, moreAfter: false });
  });

  it('of some kinds counts only those', async () => {
    const { tape } = await recordedCase('G01');
    const kinds = ['iteration.closed'];
    const window = eventsWindow(tape, { from: 20, count: 2, kinds });
    // The boundaries of G01 lie at 18, 31, 44, 57, 70 and 82: 13 events an iteration, one less where nothing is handed over.
    expect(window.rows.map((row) => row.seq)).toEqual([31, 44]);
    expect(window).toMatchObject({ moreBefore: true, moreAfter: true });
    expect(eventsWindow(tape, { from: 0, count: 9, kinds: ['no.such'] }).rows).toEqual([]);
  });

  it('reads what it shows and no more', async () => {
    const { tape, reader } = await recordedCase('G01');
    const before = reader.reads();
    eventsWindow(tape, { from: 40, count: 5 });
    expect(reader.reads() - before).toBeLessThanOrEqual(6);
  });
});
