import { expect, it } from 'vitest';
import { openedGraph } from '../../../../renderer/store/graphReducer.ts';
import { tabLabels } from '../../../../renderer/store/selectors/tabLabels.ts';
import { openedTape } from '../../../../renderer/store/tapeReducer.ts';
import { tapeId } from '../../../../shared/base/ids.ts';
import { summary } from '../fakeApi.ts';

const tape = (id: string, name: string, at: string) =>
  openedTape(summary({ tape: tapeId(id), name, startedAtMs: new Date(at).getTime() }), undefined);
/** Local times, as they are shown. */
const labels = (...tabs: Parameters<typeof tabLabels>[0][number][]) => {
  const found = tabLabels(tabs);
  return tabs.map((tab) => `${found[tab.id]?.name} ${found[tab.id]?.mark}`.trim());
};

it('calls a run by its graph, without the stamp of its file', () => {
  expect(labels(tape('a', 'navigator-20261130T180455.123Z', '2026-11-30T18:04:55'))).toEqual(['navigator']);
  expect(labels(tape('a', 'my-run-2026', '2026-11-30T18:04:55'))).toEqual(['my-run-2026']);
});

it('tells two runs of one graph apart by when they began, in as few words as that takes', () => {
  const first = tape('a', 'navigator-20261130T180455.123Z', '2026-11-30T18:04:55');
  const later = tape('b', 'navigator-20261130T190455.123Z', '2026-11-30T19:04:55');
  const soon = tape('c', 'navigator-20261130T180459.123Z', '2026-11-30T18:04:59');
  const nextDay = tape('d', 'navigator-20261201T180455.123Z', '2026-12-01T18:04:55');
  expect(labels(first, later)).toEqual(['navigator 18:04', 'navigator 19:04']);
  expect(labels(first, soon)).toEqual(['navigator 18:04:55', 'navigator 18:04:59']);
  expect(labels(first, nextDay)).toEqual(['navigator Nov 30 18:04', 'navigator Dec 1 18:04']);
});

it('counts what began at the same time', () => {
  const one = tape('a', 'copy', '2026-11-30T18:04:55');
  const other = tape('b', 'copy', '2026-11-30T18:04:55');
  expect(labels(one, other)).toEqual(['copy 18:04:55 (1)', 'copy 18:04:55 (2)']);
});

it('leaves a graph and its only run as they are called', () => {
  expect(labels(openedGraph('/g/navigator.json'), tape('a', 'navigator', '2026-11-30T18:04:55'))).toEqual([
    'navigator',
    'navigator',
  ]);
});
