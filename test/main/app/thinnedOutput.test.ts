// Output on its way to a page: few pieces, the end of a flood, and never after the result that it led to.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { thinnedOutput } from '../../../main/app/thinnedOutput.ts';
import type { Push } from '../../../shared/contract/pushes.ts';

let pushed: Push[];
let show: ReturnType<typeof thinnedOutput>;
const output = (text: string, tape = 'a') => show({ kind: 'run.shown', tape, what: 'output', text });

beforeEach(() => {
  vi.useFakeTimers();
  pushed = [];
  show = thinnedOutput((push) => pushed.push(push));
});
afterEach(() => vi.useRealTimers());

it('comes in one piece each tenth of a second, for each tape by itself', () => {
  for (let i = 0; i < 50; i++) output(`${i} `);
  output('x', 'b');
  expect(pushed).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(pushed).toMatchObject([
    { tape: 'a', text: Array.from({ length: 50 }, (_, i) => `${i} `).join('') },
    { tape: 'b', text: 'x' },
  ]);
  vi.advanceTimersByTime(1000);
  expect(pushed).toHaveLength(2);
});

it('is the end of a flood', () => {
  for (let i = 0; i < 1000; i++) output('0123456789'.repeat(1000));
  output('done');
  vi.advanceTimersByTime(100);
  expect(pushed).toHaveLength(1);
  const text = (pushed[0] as { readonly text: string }).text;
  expect(text.length).toBe(32_768);
  expect(text.endsWith('9done')).toBe(true);
});

it('comes before the result that it led to', () => {
  output('round 1');
  show({ kind: 'run.shown', tape: 'a', what: 'result', text: 'attempt 1 of 3: exit 1' });
  expect(pushed.map((push) => (push as { text: string }).text)).toEqual(['round 1', 'attempt 1 of 3: exit 1']);
  vi.advanceTimersByTime(200);
  expect(pushed).toHaveLength(2);
});
