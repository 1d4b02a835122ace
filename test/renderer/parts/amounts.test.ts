import { expect, it } from 'vitest';
import { agoText, bytesText, countOf, durationText } from '../../../renderer/parts/amounts.ts';

it('counts things in words', () => {
  expect([countOf(0, 'event'), countOf(1, 'event'), countOf(2861, 'event')]).toEqual([
    '0 events',
    '1 event',
    '2,861 events',
  ]);
});

it('says sizes as file managers do', () => {
  expect([512, 98_304, 1_468_006, 5 * 1024 ** 3].map(bytesText)).toEqual(['512 B', '96 KB', '1.4 MB', '5 GB']);
});

it('says durations in the unit that fits', () => {
  expect([0, 0.25, 3.14, 250, 1500, 72_000, 3_900_000].map(durationText)).toEqual([
    '0 ms',
    '0.25 ms',
    '3.1 ms',
    '250 ms',
    '1.50 s',
    '1 min 12 s',
    '1 h 5 min',
  ]);
});

it('says how long ago in words for a week, then the day', () => {
  const now = Date.UTC(2026, 2, 20, 12);
  const ago = (hours: number) => agoText(now - hours * 3_600_000, now);
  expect([ago(0), ago(0.1), ago(5), ago(30), ago(80)]).toEqual([
    'just now',
    '6 minutes ago',
    '5 hours ago',
    'yesterday',
    '3 days ago',
  ]);
  expect(ago(24 * 30)).toMatch(/2026/);
});
