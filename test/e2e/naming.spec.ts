// What things are called, and that it can be read: events, moments, tabs, cards in a low page, values in a narrow one.
import { expect } from '@playwright/test';
import { test } from '../support/host.ts';
import { TapePage } from './pages/tapePage.ts';
import { boxOf, graphOf, RecordedRuns } from './recordedRuns.ts';
import { recordTape } from './recording.ts';

const runs = new RecordedRuns();
const open = runs.open.bind(runs);
test.afterEach(() => runs.closeHosts());
test.afterAll(() => runs.folder.remove());

test('an event is called by its number in the log, wherever it is named', async ({ page }) => {
  const tape = await open(page, 'G04');
  await tape.goTo('#94');
  await expect(tape.moment).toContainText('#94 of #118');
  await expect(tape.timeline).toHaveAttribute('aria-valuetext', /#94 of #118$/);
  await expect(tape.inspector).toContainText('#94');
  await expect(tape.events.getByRole('option', { selected: true })).toContainText('#94');
  // A bare number is that of the list, too.
  await page.keyboard.press('Control+p');
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await dialog.getByRole('combobox').fill('30');
  await page.keyboard.press('Enter');
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', '30');
  await expect(tape.inspector).toContainText('iteration 0 of iterIn_i closed');
});

test('a moment goes before a node of its name, and both are offered', async ({ page }) => {
  const tape = await open(page, 'G04');
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await page.keyboard.press('Control+p');
  await dialog.getByRole('combobox').fill('start');
  await expect(dialog.getByRole('option', { name: 'Go to the moment start' })).toBeVisible();
  await expect(dialog.getByRole('option', { name: 'start', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('Control+p');
  await page.keyboard.type('start');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(tape.inspector.getByRole('heading', { level: 2 })).toContainText('start');
});

test('two runs of one graph are told apart by when they began', async ({ page }) => {
  await runs.show(page, runs.folder.write('twice.json', graphOf('stateContainers')));
  const tabs = page.getByRole('tablist', { name: 'Open tapes and graphs' }).getByRole('tab');
  const ran = tabs.filter({ hasText: 'iterations' });
  for (const count of [1, 2]) {
    await tabs.filter({ hasText: 'graph' }).click();
    await page.getByRole('button', { name: 'Run and record' }).click();
    await expect(ran).toHaveCount(count);
    await expect(new TapePage(page).foot).toContainText('ended: budget');
  }
  const names = await ran.allInnerTexts();
  for (const name of names) expect(name).toMatch(/twice\s*\d\d:\d\d(:\d\d( \(\d\))?)?/);
  expect(new Set(names).size).toBe(2);
  for (const run of await ran.all()) expect(await run.getAttribute('title')).toMatch(/twice-.*\.looptape$/);
});

test('a hazard is folded to its title in a low page, and the slots are in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const tape = await open(page, 'G04');
  await tape.goTo('iterIn_o[1]/iterIn_i[1]');
  const card = tape.hazardCard('foreign-reset');
  const unfold = card.getByRole('button', { name: /^Unfold/ });
  await expect(unfold).toHaveAttribute('aria-expanded', 'false');
  await expect(card).not.toContainText('The fix.');
  const slots = await boxOf(tape.inspector.getByRole('table', { name: 'Slots' }));
  expect(slots.y).toBeLessThan(240);
  // Where there is room it is open.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(card).toContainText('emptied notes.hintAny 2 times');
  await page.setViewportSize({ width: 1280, height: 800 });
  // What was unfolded by hand stays unfolded, and the other way round.
  await unfold.click();
  await expect(card).toContainText('The fix.');
  await card.getByRole('button', { name: /^Fold/ }).click();
  await expect(card).not.toContainText('The fix.');
});

test('a value that does not fit ends in an ellipsis, and is told whole', async ({ page }) => {
  const long = `a sentence that goes on ${'and on '.repeat(12)}`;
  const path = await recordTape(runs.folder, 'long', {
    nodes: [
      {
        id: 'tell',
        type: 'scripted',
        config: { inputs: [], outputs: ['x'], seq: [{ x: { text: long, list: [1, 2], deep: { more: long } } }] },
      },
    ],
    edges: [],
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await runs.show(page, path);
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('ended');
  await tape.select('tell');
  await tape.fire().getByRole('button', { name: /text/ }).click();
  const leaf = tape.fire().getByRole('treeitem', { name: /^text/ }).locator('span.truncate').last();
  await expect(leaf).toHaveAttribute('title', `"${long}"`);
  const cut = await leaf.evaluate((element) => ({
    isCut: element.scrollWidth > element.clientWidth,
    ends: getComputedStyle(element).textOverflow,
    right: element.getBoundingClientRect().right,
  }));
  expect(cut).toMatchObject({ isCut: true, ends: 'ellipsis' });
  const tree = await boxOf(tape.fire().getByRole('tree'));
  expect(cut.right).toBeLessThanOrEqual(tree.x + tree.width);
});
