import { describe, expect, it } from 'vitest';
import { findMoment } from '../../../main/queries/findMoment.ts';
import { openTape } from '../../../main/queries/openTape.ts';
import { memoryTape } from '../../support/memoryTape.ts';
import { recordedCase } from './recordedTape.ts';

describe('a moment of the frozen navigator (G01)', () => {
  it.each([
    ['start', 0],
    ['end', 85],
    ['#47', 47],
    ['iterIn_1[3]', 57],
    ['iterIn_1[3]:start', 45],
    [' iterIn_1[0] ', 18],
  ])('%s is found', async (moment, seq) => {
    const { tape } = await recordedCase('G01');
    expect(findMoment(tape, { moment })).toEqual({ ok: true, value: { seq } });
  });

  it.each([
    ['#86', 'The tape’s events'],
    ['iterIn_1[6]', 'iterIn_1[6] was never opened'],
    ['other[0]:start', 'other[0] was never opened'],
    ['iterIn_1', 'write #seq, a path'],
    ['', 'write #seq, a path'],
  ])('%s is refused, with the reason', async (moment, why) => {
    const { tape } = await recordedCase('G01');
    const found = findMoment(tape, { moment });
    if (found.ok) throw new Error(`${moment} was found`);
    expect(found.failure.code).toBe('no-such-moment');
    expect(found.failure.message.replaceAll("'", '’')).toContain(why);
    expect(found.failure.message).toContain('#0 to #85');
  });
});

it('an iteration that never closed is pointed to by its start', async () => {
  const { tape } = await recordedCase('G02');
  const found = findMoment(tape, { moment: 'iterIn_1[1]' });
  expect(found.ok ? '' : found.failure.message).toContain(
    'iterIn_1[1] was opened but never closed, so only iterIn_1[1]:start is there',
  );
});

it('a tape without events has no moments', () => {
  const tape = openTape(memoryTape([]));
  expect(findMoment(tape, { moment: 'end' })).toMatchObject({ ok: false, failure: { code: 'no-such-moment' } });
});
