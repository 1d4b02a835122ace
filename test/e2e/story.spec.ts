// The story that the app exists for: a loop that spins, stepped backward through until the screen says why; and the same
// loop mended. Expected values are worked out by hand: the robot stands at (1, 4) facing east and turns left once an
// iteration, so after n turns it faces E, N, W, S, E … by n modulo 4.
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/host.ts';
import { GraphPage } from './pages/graphPage.ts';
import { StartPage } from './pages/startPage.ts';
import { TapePage } from './pages/tapePage.ts';
import { EXAMPLES } from './recording.ts';

/** The pages that are drawn to be looked at: a usual screen, and a small one. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
] as const;
const FROZEN = 'Which writer reached policy.obs';

function openTabs(app: Page): Locator {
  return app.getByRole('tablist', { name: 'Open tapes and graphs' }).getByRole('tab');
}

async function runExample(app: Page, name: string): Promise<TapePage> {
  await new StartPage(app).openExample(name);
  await new GraphPage(app).runWithConsent();
  const tape = new TapePage(app);
  await expect(tape.foot).toContainText('ended:');
  await tape.settled();
  return tape;
}

test('someone who has nothing yet finds examples, and is told what to do', async ({ app }) => {
  const start = new StartPage(app);
  for (const name of ['navigator-frozen', 'navigator-mended', 'newton-sqrt', 'vanishing-goal']) {
    await expect(start.example(name)).toBeVisible();
  }
  await expect(app.getByText('Nothing recorded yet.')).toBeVisible();
  await expect(app.getByText(/Run an example above, or drop/)).toBeVisible();
});

test('the freeze is named before anything ran: the input, both writers, the one word that mends it', async ({
  app,
}) => {
  await new StartPage(app).openExample('navigator-frozen');
  const graph = new GraphPage(app);
  const card = graph.hazard('frozen-input');
  await expect(card).toContainText('policy.obs');
  await expect(card).toContainText('iterIn_1.init_obs and iterIn_1.iterout_obs');
  await expect(card).toContainText('Set persist of init port "obs" of iterIn_1 to false.');
  await expect(card).toContainText('true → false');
  await expect(app.getByRole('application', { name: 'Graph' }).getByLabel(/^Left-hand rule/)).toBeVisible();
});

test('code runs only after a yes, and no is the answer that needs no thinking', async ({ app }) => {
  await new StartPage(app).openExample('navigator-frozen');
  const graph = new GraphPage(app);
  await graph.run.click();
  await expect(graph.consent).toBeVisible();
  for (const module of ['maze', 'policy', 'evaluate', 'compass']) {
    await expect(graph.consent).toContainText(`navigator/${module}.mjs`);
  }
  await expect(graph.consent.getByRole('button', { name: 'Don’t run it' })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(graph.consent).toBeHidden();
  await expect(openTabs(app)).toHaveCount(1);
  // Escape says no as well.
  await graph.run.click();
  await expect(graph.consent).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(graph.consent).toBeHidden();
  await new StartPage(app).show();
  await expect(new StartPage(app).row(/navigator-frozen-/)).toHaveCount(0);
  // A yes is remembered: the second run does not ask.
  await app.getByRole('tab', { name: /navigator-frozen/ }).click();
  await graph.runWithConsent();
  await expect(new TapePage(app).foot).toContainText('ended: budget');
  await app.getByRole('tab', { name: /graph$/ }).click();
  await graph.run.click();
  await expect(openTabs(app)).toHaveCount(3);
  await expect(graph.consent).toBeHidden();
});

test('a live run is followed to its end: the budget is gone after 40 iterations, and the hazards say why', async ({
  app,
}) => {
  const tape = await runExample(app, 'navigator-frozen');
  await expect(tape.foot).toContainText('ended: budget');
  await expect(tape.row('Each step')).toContainText('40 / 40');
  expect(await tape.seq()).toBe(Number(await tape.timeline.getAttribute('aria-valuemax')));
  await expect(tape.hazards).toContainText('policy.obs');
  await expect(tape.hazards).toContainText('Frozen at its first value');
  await tape.hazards.getByRole('button', { name: /policy\.obs/ }).click();
  const card = tape.hazardCard('frozen-input');
  await expect(card).toContainText('in iterations 0 to 39');
  await expect(card).toContainText('took 39 new values');
  await expect(card).toContainText('iterIn_1.init_obs');
  await expect(card).toContainText('iterIn_1.iterout_obs');
  await expect(card).toContainText('true → false');
  // The evidence can be gone to.
  await card.getByRole('button', { name: 'iterIn_1[2]', exact: true }).click();
  await expect(tape.moment).toContainText('iterIn_1[2]');
});

test('the inspector at iteration 17 names both writers of the frozen input, and why one lost', async ({ app }) => {
  const tape = await runExample(app, 'navigator-frozen');
  await tape.goTo('iterIn_1[17]');
  await expect(tape.moment).toContainText('iterIn_1[17]');
  await expect(tape.inspector.getByRole('heading', { level: 2 })).toContainText('iterIn_1[17]');

  const won = tape.candidate(FROZEN, 'iterIn_1.init_obs');
  await expect(won).toContainText('won');
  await expect(won).toContainText('facing: "E"');
  await expect(won).toContainText('an init slot beats a carry slot');
  const lost = tape.candidate(FROZEN, 'iterIn_1.iterout_obs');
  await expect(lost).toContainText('lost');
  await expect(lost).toContainText('facing: "N"');
  await expect(lost).toContainText('written iterIn_1[16]');

  // The slots after the hand-over at this boundary: 18 turns were made.
  const seeded = tape.slot('init_obs');
  await expect(seeded).toContainText('facing: "E"');
  await expect(seeded).toContainText('persists');
  await expect(seeded).toContainText('before the loop');
  await expect(seeded).toContainText(/same/);
  const carried = tape.slot('iterout_obs');
  await expect(carried).toContainText('facing: "W"');
  await expect(carried).toContainText('iterIn_1[17]');
  await expect(carried).toContainText('changed');
  await expect(tape.slot('init_pose')).toContainText('one-shot');
  await expect(tape.inspector).toContainText('not emitted yet');

  // What the node did in this iteration, with what it read and gave.
  await tape.select('Left-hand rule');
  await expect(tape.fire()).toContainText('Fire 18 of policy');
  await expect(tape.fire()).toContainText('"LEFT"');
  await expect(tape.fire()).toContainText('init_obs, written by reset before iteration 0');
  await tape.select('Step the maze');
  await expect(tape.fire()).toContainText('Fire 18 of env');
  await expect(tape.fire()).toContainText('facing: "W"');
});

test('the timeline is scrubbed by dragging, and every view goes along', async ({ app }) => {
  const tape = await runExample(app, 'navigator-frozen');
  const last = await tape.seq();
  const from = await tape.pointOf(last);
  await app.mouse.move(from.x, from.y);
  await app.mouse.down();
  let before = last;
  for (const share of [0.75, 0.5, 0.25]) {
    const wanted = Math.round(last * share);
    const point = await tape.pointOf(wanted);
    await app.mouse.move(point.x, point.y, { steps: 4 });
    await expect.poll(async () => Math.abs((await tape.seq()) - wanted)).toBeLessThanOrEqual(2);
    const now = await tape.seq();
    expect(now).toBeLessThan(before);
    before = now;
    await expect(tape.moment).toContainText(`#${now} of #${last}`);
  }
  await app.mouse.up();
  const rested = await tape.seq();
  await tape.settled();
  const path = (await tape.timeline.getAttribute('aria-valuetext'))?.split(' · ')[0] ?? '';
  expect(path).toMatch(/^iterIn_1\[\d+\]$/);
  await expect(tape.inspector.getByRole('heading', { level: 2 })).toContainText(path);
  await expect(tape.events.getByRole('option', { selected: true })).toContainText(`#${rested}`);
  await expect(tape.row('Each step')).toContainText(`${path.match(/\d+(?=\]$)/)?.[0]} / 40`);
});

test('the keys step back through events, through iterations, and to the ends', async ({ app }) => {
  const tape = await runExample(app, 'navigator-frozen');
  const last = await tape.seq();
  await app.keyboard.press('Home');
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', '0');
  await app.keyboard.press('End');
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', String(last));
  await tape.goTo('iterIn_1[17]');
  const closed17 = await tape.seq();
  for (const key of ['Control+ArrowLeft', 'Shift+ArrowLeft']) {
    await tape.goTo('iterIn_1[17]');
    await app.keyboard.press(key);
    await expect(tape.moment).toContainText('iterIn_1[16]');
    await expect(tape.inspector).toContainText('iteration 16 of iterIn_1 closed');
  }
  await app.keyboard.press('Control+ArrowRight');
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', String(closed17));
  await app.keyboard.press('ArrowLeft');
  await expect(tape.inspector).toContainText('iterout_path of iterIn_1 carried over');
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', String(closed17 - 1));
  await app.keyboard.press('ArrowRight');
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', String(closed17));
});

test(', and . go from change to change of the slot that is selected', async ({ app }) => {
  const tape = await runExample(app, 'navigator-frozen');
  await tape.goTo('iterIn_1[17]');
  await tape.slot('iterout_obs').getByRole('button', { name: 'iterout_obs', exact: true }).click();
  const facing = tape.slot('iterout_obs');
  await expect(facing).toContainText('facing: "W"');
  await app.keyboard.press(',');
  // From the boundary the first step back is to the write in it, the next to the one before.
  await expect(tape.moment).toContainText('iterIn_1[17]');
  await app.keyboard.press(',');
  await expect(tape.moment).toContainText('iterIn_1[16]');
  await expect(facing).toContainText('facing: "N"');
  await app.keyboard.press('.');
  await expect(tape.moment).toContainText('iterIn_1[17]');
  await app.keyboard.press('.');
  await expect(tape.moment).toContainText('iterIn_1[18]');
  await expect(facing).toContainText('facing: "S"');
  // The frozen one has a single write: before the loop.
  await tape.slot('iterout_obs').getByRole('button', { name: 'iterout_obs', exact: true }).click();
  await app.keyboard.press('Escape');
  await tape.slot('init_obs').getByRole('button', { name: 'init_obs', exact: true }).click();
  await app.keyboard.press(',');
  await expect(tape.moment).toContainText('graph');
  await expect(tape.inspector).toContainText(/init_obs/);
});

test('the mended loop stops after 17 iterations, without a hazard, and its verdict fires once', async ({ app }) => {
  const tape = await runExample(app, 'navigator-mended');
  await expect(tape.foot).toContainText('ended: stop');
  await expect(tape.row('Each step')).toContainText('17 / 17');
  await expect(tape.row('evaluate')).toContainText('1');
  await expect(app.getByText('None found.')).toBeVisible();
  await expect(app.getByRole('listitem', { name: 'evaluate: fired 1 time' })).toBeVisible();
  await tape.select('evaluate');
  await expect(tape.fire()).toContainText('Fire 1 of evaluate');
  await expect(tape.fire()).toContainText('success: true');
  // The band runs after the loop, not in it.
  await tape.goTo('iterIn_1[16]');
  await expect(tape.row('evaluate')).toContainText('not yet');
});

for (const theme of ['light', 'dark'] as const) {
  test(`every view is drawn in the ${theme} theme at two sizes`, async ({ page, host }, info) => {
    await page.emulateMedia({ colorScheme: theme });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(host.url);
    const shot = async (name: string): Promise<void> => {
      for (const { width, height } of SIZES) {
        await page.setViewportSize({ width, height });
        await page.screenshot({ path: info.outputPath(`${name}-${theme}-${width}.png`), animations: 'disabled' });
        // Nothing on the page is wider than the page.
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    };
    const start = new StartPage(page);
    const graph = new GraphPage(page);
    await expect(start.example('navigator-mended')).toBeVisible();
    await shot('1-start');
    await start.openExample('navigator-frozen');
    await expect(page.getByRole('application', { name: 'Graph' }).getByText('Step done')).toBeVisible();
    await shot('2-graph');
    await graph.run.click();
    await expect(graph.consent).toBeVisible();
    await shot('3-consent');
    await graph.consent.getByRole('button', { name: 'Allow and run' }).click();
    const tape = new TapePage(page);
    await expect(tape.foot).toContainText('ended: budget');
    await tape.settled();
    await shot('4-end');
    await tape.goTo('iterIn_1[17]');
    await shot('5-moment');
    await tape.select('Left-hand rule');
    await tape.settled();
    await shot('6-node');
    await tape.slot('iterout_obs').getByRole('button', { name: 'iterout_obs', exact: true }).click();
    await tape.settled();
    await shot('7-slot');
    await tape.drawer.getByRole('tab', { name: /Hazards/ }).click();
    await shot('8-hazards');
    await tape.drawer.getByRole('tab', { name: 'Log' }).click();
    await shot('9-log');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await shot('10-keys');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await shot('11-palette');
    await page.keyboard.press('Escape');
    await start.show();
    await expect(start.row(/navigator-frozen-/)).toBeVisible();
    await shot('12-recent');
    expect(errors).toEqual([]);
  });
}

test.describe('a graph given on the command line', () => {
  test.use({ hostOptions: { paths: [`${EXAMPLES}/newton-sqrt.json`] } });
  test('a graph that runs no code runs without a question', async ({ app }) => {
    const graph = new GraphPage(app);
    await graph.run.click();
    await expect(new TapePage(app).foot).toContainText('ended:');
  });
});
