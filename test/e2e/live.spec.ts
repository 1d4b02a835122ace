// A run that is watched while it goes on: followed, left, paused, stepped, stopped; and one that fails.
import { expect, type Page } from '@playwright/test';
import { type Host, startHost, test } from '../support/host.ts';
import { GraphPage } from './pages/graphPage.ts';
import { TapePage } from './pages/tapePage.ts';
import { type Folder, temporaryFolder } from './recording.ts';
import { type SlowLoop, writeSlowLoop } from './slowLoop.ts';

let folder: Folder;
let host: Host;
test.beforeEach(() => {
  folder = temporaryFolder();
});
test.afterEach(async () => {
  await host.close();
  folder.remove();
});

/** Opens the slow loop's graph and runs it. */
async function run(page: Page, slow: SlowLoop): Promise<TapePage> {
  host = await startHost({ paths: [writeSlowLoop(folder, slow)] });
  await page.goto(host.url);
  await new GraphPage(page).runWithConsent();
  const tape = new TapePage(page);
  // A quick run is over before its controls can be seen; the timeline stays.
  await expect(tape.timeline).toBeVisible();
  return tape;
}

async function head(tape: TapePage): Promise<number> {
  return Number(await tape.timeline.getAttribute('aria-valuemax'));
}

/** How often the slow node has fired, as its row in the tree says at the end of the tape. */
async function fires(tape: TapePage): Promise<number> {
  const text = await tape.row('count').textContent();
  return Number(text?.match(/\d+$/)?.[0] ?? 0);
}

test('the playhead follows a live run until it is moved by hand, and End follows again', async ({ page }) => {
  const tape = await run(page, { waitMs: 20, budget: 2000 });
  await expect(tape.follow).toHaveAttribute('aria-pressed', 'true');
  await expect(tape.foot).toContainText('recording');
  const before = await tape.seq();
  await expect.poll(() => tape.seq()).toBeGreaterThan(before + 20);
  // A manual move stays where it is, while the tape grows.
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(tape.follow).toHaveAttribute('aria-pressed', 'false');
  await tape.settled();
  const stays = await tape.seq();
  const grown = await head(tape);
  await expect.poll(() => head(tape)).toBeGreaterThan(grown + 20);
  expect(await tape.seq()).toBe(stays);
  // End goes to the newest moment and on with it.
  await page.keyboard.press('End');
  await expect(tape.follow).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => tape.seq()).toBeGreaterThan(grown + 20);
  // So does the chip itself; a drag on the timeline is a move by hand too.
  const box = await tape.timeline.boundingBox();
  if (!box) throw new Error('no timeline');
  await page.mouse.click(box.x + box.width / 3, box.y + 40);
  await expect(tape.follow).toHaveAttribute('aria-pressed', 'false');
  await tape.follow.click();
  await expect(tape.follow).toHaveAttribute('aria-pressed', 'true');
});

test('a live run is paused, performs exactly one fire at a step, goes on, and is stopped as cancelled', async ({
  page,
}) => {
  const tape = await run(page, { waitMs: 15, budget: 2000 });
  await expect.poll(() => fires(tape)).toBeGreaterThan(2);
  await tape.run.getByRole('button', { name: 'Pause the run' }).click();
  const step = tape.run.getByRole('button', { name: 'Perform one fire and hold' });
  await expect(tape.run.getByRole('button', { name: 'Resume the run' })).toBeVisible();
  await expect(page.getByRole('tab', { name: /slow/ }).last()).toContainText('paused');
  // The fire that was on its way when it was paused comes to its end first.
  await expect(tape.inspector).not.toContainText('count started');
  const rested = await fires(tape);
  for (let steps = 1; steps <= 3; steps++) {
    await step.click();
    await expect.poll(() => fires(tape)).toBe(rested + steps);
  }
  await page.keyboard.press('F7');
  await expect.poll(() => fires(tape)).toBe(rested + 4);
  await tape.run.getByRole('button', { name: 'Resume the run' }).click();
  await expect.poll(() => fires(tape)).toBeGreaterThan(rested + 6);
  await tape.run.getByRole('button', { name: 'Stop the run' }).click();
  await expect(tape.foot).toContainText('cancelled');
  await expect(tape.foot).toContainText('recorded');
  await expect(tape.run).toBeHidden();
  // The tape is a recording like any other: it can be travelled at once.
  await tape.goTo('round[1]');
  await expect(tape.slot('iterout_n')).toContainText('2');
});

test('a run that starts held performs nothing before it is told to', async ({ page }) => {
  host = await startHost({ paths: [writeSlowLoop(folder, { waitMs: 1, budget: 3 })] });
  await page.goto(host.url);
  const graph = new GraphPage(page);
  await graph.startPaused();
  await graph.consent.getByRole('button', { name: 'Allow and run' }).click();
  const tape = new TapePage(page);
  await expect(tape.run.getByRole('button', { name: 'Resume the run' })).toBeVisible();
  await expect(page.getByRole('listitem', { name: /^zero: never fired/ }).or(tape.row('zero'))).not.toHaveCount(0);
  expect(await fires(tape)).toBe(0);
  await page.keyboard.press('F8');
  await expect(tape.foot).toContainText('ended: budget');
  await expect(tape.row('round')).toContainText('3 / 3');
});

test('a node that throws is shown where it happened: on its card, in the inspector, on the timeline, at the end', async ({
  page,
}) => {
  const tape = await run(page, { waitMs: 1, budget: 50, throwsAt: 4 });
  await expect(tape.foot).toContainText('failed');
  await expect(tape.foot).toContainText('the door is locked');
  // At the end the inspector says why it failed, and in which node.
  await expect(tape.inspector).toContainText('the door is locked');
  await expect(tape.inspector).toContainText('script-threw');
  // The mark on the timeline.
  await expect(page.getByRole('listitem', { name: /^errors: 1 error/ })).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'count: fired 5 times, 1 failed' })).toBeVisible();
  // The card in the drawing.
  const card = page.getByRole('application', { name: 'Graph' }).getByLabel(/^count\b.*failed/);
  await expect(card).toBeVisible();
  // The fire itself: the fifth, which read 4.
  await tape.select('count');
  await expect(tape.fire()).toContainText('Fire 5 of count');
  await expect(tape.fire()).toContainText('failed');
  await expect(tape.fire()).toContainText('the door is locked');
  await expect(tape.fire()).toContainText('round[4]');
  // What was recorded before it is all there, its log included.
  await tape.goTo('round[2]');
  await expect(tape.fire()).toContainText('counted to 3');
});

test('a tab can be closed while its run goes on, and opened again', async ({ page }) => {
  const tape = await run(page, { waitMs: 20, budget: 2000 });
  await expect.poll(() => fires(tape)).toBeGreaterThan(1);
  await page.keyboard.press('Alt+w');
  await page.getByRole('button', { name: 'Looptape', exact: true }).click();
  await page
    .getByRole('button', { name: /^slow-/ })
    .first()
    .click();
  await expect(tape.foot).toContainText('recording');
  await tape.run.getByRole('button', { name: 'Stop the run' }).click();
  await expect(tape.foot).toContainText('cancelled');
});
