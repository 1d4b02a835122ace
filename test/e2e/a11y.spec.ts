// The page for those who use it otherwise: by a screen reader, large, without motion, with the keyboard alone.
import { expect } from '@playwright/test';
import { type Host, startHost, test } from '../support/host.ts';
import { barriers } from './barriers.ts';
import { GraphPage } from './pages/graphPage.ts';
import { StartPage } from './pages/startPage.ts';
import { TapePage } from './pages/tapePage.ts';
import { EXAMPLES, type Folder, temporaryFolder } from './recording.ts';

let folder: Folder;
let host: Host;
test.beforeEach(async () => {
  folder = temporaryFolder();
  host = await startHost({ home: folder.path });
});
test.afterEach(async () => {
  await host.close();
  folder.remove();
});

for (const theme of ['light', 'dark'] as const) {
  test(`no page and no dialog has a serious barrier, in the ${theme} theme`, async ({ page }) => {
    test.slow(); // axe looks at every element of every page
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(host.url);
    const start = new StartPage(page);
    const graph = new GraphPage(page);
    const tape = new TapePage(page);
    const expectNone = (what: string, part?: string) =>
      test.step(what, async () => expect(await barriers(page, part)).toEqual([]));
    await expect(start.example('navigator-frozen')).toBeVisible();
    await expectNone('the start page, empty');
    await start.openExample('navigator-frozen');
    await expect(page.getByRole('application', { name: 'Graph' }).getByLabel(/^Step done/)).toBeVisible();
    await expectNone('the graph');
    await graph.run.click();
    await expect(graph.consent).toBeVisible();
    await expectNone('the question for consent', '[role=dialog]');
    await graph.consent.getByRole('button', { name: 'Allow and run' }).click();
    await expect(tape.foot).toContainText('ended: budget');
    await tape.settled();
    await expectNone('the tape at its end');
    await tape.goTo('iterIn_1[17]');
    await tape.select('Left-hand rule');
    await expectNone('the tape, a node selected');
    await tape.drawer.getByRole('tab', { name: /Hazards/ }).click();
    await expectNone('the hazards', '#drawer-panel');
    for (const [key, dialog] of [
      ['?', 'Keyboard shortcuts'],
      ['Control+k', 'Command palette'],
      ['Control+p', 'Go to'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
      await expectNone(dialog, '[role=dialog]');
      await page.keyboard.press('Escape');
    }
    await start.show();
    await expect(start.row(/navigator-frozen-/)).toBeVisible();
    await expectNone('the start page, with a list');
    await start.recent.getByRole('button', { name: /^Actions for navigator-frozen-/ }).click();
    await expectNone('a menu');
    await page.getByRole('menuitem', { name: /Delete the file/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNone('the question before deleting', '[role=dialog]');
  });
}

test('at 200 % nothing is out of reach: every part scrolls or folds, and the story can be told', async ({
  page,
}, info) => {
  // A window of 1440 × 900 at 200 % has half as many pixels of its own each way.
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto(host.url);
  const shot = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`), animations: 'disabled' });
  const start = new StartPage(page);
  const graph = new GraphPage(page);
  await expect(start.example('navigator-frozen')).toBeVisible();
  await shot('start');
  await start.openExample('navigator-frozen');
  await expect(graph.run).toBeVisible();
  await graph.hazard('frozen-input').scrollIntoViewIfNeeded();
  await expect(page.getByRole('application', { name: 'Graph' }).getByLabel(/^Step done/)).toBeAttached();
  await shot('graph');
  await graph.runWithConsent();
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('ended: budget');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(tape.inspector).toContainText('iteration 39 of iterIn_1 closed');
  const candidate = tape.candidate('Which writer reached policy.obs', 'iterIn_1.init_obs');
  await candidate.scrollIntoViewIfNeeded();
  await expect(candidate).toBeInViewport();
  await shot('tape');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720);
});

test('with less motion wished for, nothing moves by itself', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(host.url);
  await new StartPage(page).openExample('navigator-frozen');
  await expect(page.getByRole('application', { name: 'Graph' }).getByLabel(/^Step done/)).toBeVisible();
  await new GraphPage(page).run.click();
  await expect(new GraphPage(page).consent).toBeVisible();
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
        const longest = (list: string) =>
          Math.max(...list.split(',').map((one) => Number.parseFloat(one) * (one.includes('ms') ? 1 : 1000)));
        return (animationName !== 'none' && longest(animationDuration) > 10) || longest(transitionDuration) > 10;
      })
      .map((element) => element.className.toString()),
  );
  expect(moving).toEqual([]);
});

test('the whole story is told by the keyboard alone', async ({ page }) => {
  await page.goto(host.url);
  const start = new StartPage(page);
  await expect(start.example('navigator-frozen')).toBeVisible();
  const tabTo = async (name: string): Promise<void> => {
    const wanted = page.getByRole('button', { name, exact: true }).first();
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      if (await wanted.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    }
    throw new Error(`Tab does not reach "${name}"`);
  };
  await tabTo('Open and run navigator-frozen');
  await page.keyboard.press('Enter');
  const graph = new GraphPage(page);
  await expect(graph.run).toBeEnabled();
  await tabTo('Run and record');
  await page.keyboard.press('Enter');
  await expect(graph.consent).toBeVisible();
  await tabTo('Allow and run');
  await page.keyboard.press('Enter');
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('ended: budget');
  // The hazard, its card, and the moment that shows it.
  const hazard = tape.hazards.getByRole('button', { name: /policy\.obs/ });
  for (let i = 0; i < 60 && !(await hazard.evaluate((element) => element === document.activeElement)); i++) {
    await page.keyboard.press('Tab');
  }
  await expect(hazard).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tape.hazardCard('frozen-input')).toBeVisible();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(tape.moment).toContainText(/iterIn_1\[\d+\]/);
});

test('a page that lost its host says so, and goes on when the host is back', async ({ page }) => {
  const port = Number(new URL(host.url).port);
  await page.goto(host.url);
  await expect(new StartPage(page).example('navigator-frozen')).toBeVisible();
  await host.close();
  await expect(page.getByRole('alert').filter({ hasText: 'connection lost' })).toBeVisible();
  host = await startHost({ home: folder.path, port, paths: [`${EXAMPLES}/newton-sqrt.json`] });
  await page.goto(host.url);
  await expect(page.getByRole('alert').filter({ hasText: 'connection lost' })).toHaveCount(0);
  await expect(new GraphPage(page).run).toBeEnabled();
});
