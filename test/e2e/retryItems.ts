// The example retry-items as a person runs it: opened from the start page and run from its form.
import { expect, type Page } from '@playwright/test';
import { GraphPage } from './pages/graphPage.ts';
import { StartPage } from './pages/startPage.ts';
import { TapePage } from './pages/tapePage.ts';
import type { RecordedRuns } from './recordedRuns.ts';

/** Its loop, of three items. */
export const LOOP = 'workItemIteration';

/** Its tape, in a page of its own. */
export async function retryItems(runs: RecordedRuns, page: Page): Promise<TapePage> {
  await runs.show(page);
  await new StartPage(page).openExample('retry-items');
  const graph = new GraphPage(page);
  await expect(graph.panel).toContainText('socket graph · 5 sockets · 1 loop');
  await graph.run.click();
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('ended: end');
  await tape.settled();
  return tape;
}
