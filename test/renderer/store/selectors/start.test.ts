import { expect, it } from 'vitest';
import { itemState } from '../../../../renderer/store/selectors/start.ts';
import type { LibraryItem } from '../../../../shared/contract/library.ts';

const item = (part: Partial<LibraryItem>): LibraryItem => ({
  path: '/a',
  name: 'a',
  kind: 'tape',
  openedAtMs: 0,
  sizeBytes: 1,
  missing: false,
  ...part,
});

it.each([
  [{ status: 'ended', reason: 'stop' }, 'stop', 'good'],
  [{ status: 'ended', reason: 'budget' }, 'budget', 'bad'],
  [{ status: 'stalled', reason: 'stalled' }, 'stalled', 'bad'],
  [{ status: 'cancelled', reason: 'halt' }, 'cancelled, halt', 'plain'],
  [{ status: 'running', reason: null }, 'running', 'plain'],
  [{ status: 'interrupted', reason: null }, 'interrupted', 'bad'],
  [{ kind: 'graph' as const }, 'graph', 'plain'],
  [{ missing: true, status: 'ended', reason: 'stop' }, 'file is gone', 'bad'],
])('says of %o: %s', (part, text, tone) => {
  expect(itemState(item(part))).toEqual({ text, tone });
});
