// A bounded loop while it runs: a flood of output, a question in two windows, and a recorded loop that is asked for again.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type Host, startHost, test } from '../support/host.ts';
import { barriers } from './barriers.ts';
import { TapePage } from './pages/tapePage.ts';
import { temporaryFolder } from './recording.ts';

const folder = temporaryFolder();
const hosts: Host[] = [];
test.afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});
test.afterAll(() => folder.remove());

const form = (page: Page) => page.getByRole('dialog', { name: 'Try until it succeeds' });
const attempt = (tape: TapePage) => tape.inspector.getByRole('region', { name: 'Attempt', exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Question of judge' });

async function open(page: Page): Promise<Host> {
  const host = await startHost({ env: { INIT_CWD: folder.path } });
  hosts.push(host);
  await page.goto(host.url);
  await expect(page.getByRole('heading', { name: 'See why your loop did that' })).toBeVisible();
  return host;
}

/** Fills the form with a command and starts it, with the yes that it asks for. */
async function run(page: Page, command: string, more: (page: Page) => Promise<void> = async () => undefined) {
  await page.keyboard.press('l');
  await form(page)
    .getByRole('textbox', { name: /^Command/ })
    .fill(command);
  await more(page);
  await form(page).getByRole('button', { name: 'Start and record' }).click();
  await page.getByRole('button', { name: 'Allow and run' }).click();
  return new TapePage(page);
}

const judgedByPerson = async (page: Page) => {
  await form(page).getByRole('radio', { name: 'a judge says that it is' }).check();
  await form(page).getByRole('textbox', { name: 'Criterion' }).fill('it is done');
};

test('a command that prints 200 MB leaves the page quick, and its end is shown', async ({ page }) => {
  test.slow();
  writeFileSync(
    join(folder.path, 'flood.cjs'),
    `const fs = require('node:fs');
const chunk = Buffer.from(('x'.repeat(99) + '\\n').repeat(10_000));
for (let i = 0; i < 200; i++) for (let at = 0; at < chunk.length; ) at += fs.writeSync(1, chunk, at);
console.log('the very end'); setTimeout(() => {}, 2500);`,
  );
  await open(page);
  const tape = await run(page, 'node flood.cjs');
  await expect(attempt(tape).getByRole('region', { name: 'Output so far' })).toBeVisible();
  // How late timers come while the flood does: a page that froze would be late by seconds.
  const latest = page.evaluate(async () => {
    let worst = 0;
    for (let before = performance.now(), until = before + 2500; before < until; ) {
      await new Promise((done) => setTimeout(done, 20));
      worst = Math.max(worst, performance.now() - before - 20);
      before = performance.now();
    }
    return Math.round(worst);
  });
  await expect(attempt(tape)).toContainText('the very end', { timeout: 60_000 });
  const lateMs = await latest;
  test.info().annotations.push({ type: 'timers late by at most', description: `${lateMs} ms` });
  expect(lateMs).toBeLessThan(1000);
  await expect(tape.foot).toContainText('ended: stop', { timeout: 60_000 });
  await expect(attempt(tape).getByRole('region', { name: 'Output of the attempt' })).toContainText('the very end');
});

test('live output follows its end, and stays where one scrolled to', async ({ page }) => {
  writeFileSync(
    join(folder.path, 'steady.cjs'),
    `let n = 0; const timer = setInterval(() => { console.log('line', ++n); if (n === 200) clearInterval(timer); }, 30);`,
  );
  await open(page);
  const tape = await run(page, 'node steady.cjs');
  const live = attempt(tape).getByRole('region', { name: 'Output so far' });
  await expect(live).toContainText('line 40');
  const fromEnd = () => live.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  await expect.poll(fromEnd).toBeLessThan(30);
  // Up by keys, as one would read; what comes meanwhile does not take one back to the end.
  await live.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('PageUp');
  await expect.poll(fromEnd).toBeGreaterThan(200);
  const top = () => live.evaluate((box) => box.scrollTop);
  const before = await top();
  await expect(live).toContainText('line 120');
  expect(await top()).toBe(before);
  // The tree counts against the most attempts already in the first.
  await expect(tape.tree).toContainText('0 / 3');
});

test('a question stands in every window, is answered once, and goes away with its run', async ({ page, context }) => {
  const host = await open(page);
  const tape = await run(page, `node -p 1`, judgedByPerson);
  await expect(question(page)).toContainText('Does this satisfy "it is done"?');
  const other = await context.newPage();
  await other.goto(host.url);
  await other.getByRole('table').getByRole('button', { name: /^node/ }).first().click();
  await expect(question(other)).toContainText('Does this satisfy "it is done"?');
  await question(other).getByRole('button', { name: 'No' }).click();
  // Attempt 2 asks anew, in both.
  await expect(new TapePage(other).inspector).toContainText('Attempt 2 of 3');
  await expect(question(other)).toBeVisible();
  await expect(question(page)).toBeVisible();
  // Both at once: one of them counts, and in the other it is gone or told without alarm.
  const clicked = await Promise.allSettled(
    [page, other].map((window) => question(window).getByRole('button', { name: 'Yes' }).click({ timeout: 3000 })),
  );
  expect(clicked.some(({ status }) => status === 'fulfilled')).toBe(true);
  await expect(tape.foot).toContainText('ended: stop');
  await expect(question(page)).toBeHidden();
  await expect(question(other)).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(other.getByRole('alert')).toHaveCount(0);
});

test('a run that is stopped takes its question along', async ({ page }) => {
  await open(page);
  const tape = await run(page, 'node -p 1', judgedByPerson);
  await expect(question(page)).toBeVisible();
  await tape.run.getByRole('button', { name: 'Stop the run' }).click();
  await expect(tape.foot).toContainText('cancelled');
  await expect(question(page)).toBeHidden();
});

test('a recorded loop fills the form, to be run again with changes', async ({ page }) => {
  await open(page);
  const tape = await run(page, 'node -e "process.exit(3)"', async () => {
    await form(page)
      .getByRole('textbox', { name: /^Attempts/ })
      .fill('2');
    await form(page)
      .getByRole('textbox', { name: /^Time limit/ })
      .fill('30');
    await form(page)
      .getByRole('textbox', { name: /^Output/ })
      .fill('64');
    await expect(form(page)).toContainText('no option for the time limit and the output limit');
  });
  await expect(tape.foot).toContainText('ended: budget');
  await page.keyboard.press('End');
  // The tree and the timeline say how each attempt ended.
  await expect(tape.tree).toContainText('✗ exit 3');
  await expect(page.getByRole('button', { name: /2 attempts, the last one not satisfied/ })).toBeVisible();
  await page.keyboard.press('Alt+Enter');
  await expect(form(page).getByRole('textbox', { name: /^Command/ })).toHaveValue("node -e 'process.exit(3)'");
  await expect(form(page).getByRole('textbox', { name: /^Attempts/ })).toHaveValue('2');
  await expect(form(page).getByRole('textbox', { name: /^Time limit/ })).toHaveValue('30');
  await expect(form(page).getByRole('textbox', { name: /^Output/ })).toHaveValue('64');
  await form(page).getByRole('textbox', { name: 'Exit code' }).fill('3');
  await form(page).getByRole('button', { name: 'Start and record' }).click();
  await page.getByRole('button', { name: 'Allow and run' }).click();
  await expect(tape.foot).toContainText('ended: stop');
});

for (const theme of ['light', 'dark'] as const) {
  test(`a loop that asks while it runs has no serious barrier, in the ${theme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await open(page);
    await run(page, 'node -p 1', judgedByPerson);
    await expect(question(page)).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    for (const [width, height] of [
      [1280, 800],
      [1600, 1000],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (process.env.LOOPTAPE_SHOTS)
        await page.screenshot({ path: join(process.env.LOOPTAPE_SHOTS, `live-${theme}-${width}.png`) });
    }
    await question(page).getByRole('button', { name: 'Yes' }).click();
    const tape = new TapePage(page);
    await expect(tape.foot).toContainText('ended: stop');
    await tape.settled();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Alt+Enter');
    await expect(form(page)).toBeVisible();
    for (const [width, height] of [
      [1280, 800],
      [1600, 1000],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (process.env.LOOPTAPE_SHOTS)
        await page.screenshot({ path: join(process.env.LOOPTAPE_SHOTS, `again-${theme}-${width}.png`) });
    }
    await page.keyboard.press('Escape');
    await expect(form(page)).toBeHidden();
    if (process.env.LOOPTAPE_SHOTS)
      await page.screenshot({ path: join(process.env.LOOPTAPE_SHOTS, `ended-${theme}-1600.png`) });
  });
}
