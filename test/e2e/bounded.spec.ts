// A bounded loop as a person looks at it: its attempts one after the other, each with its exit code and its verdict, the match in
// its output, and what it changed. The outputs stand here; two attempts fail and the third one satisfies.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { type Host, startHost, test } from '../support/host.ts';
import { TapePage } from './pages/tapePage.ts';
import { recordTape, temporaryFolder } from './recording.ts';

const GRAPH = {
  dialect: 'bounded',
  name: 'bench',
  prompt: 'npm run bench',
  max_iters: 5,
  until_predicate: 'regex:p95 = 1\\d\\dms',
  attempt: {
    operator: 'scripted',
    seq: [
      { output: 'load 200 cases\nwarm up\np95 = 412ms\nbudget is 200ms\n', exit: 1 },
      { output: 'load 200 cases\nwarm up\np95 = 233ms\nbudget is 200ms\n', exit: 1 },
      { output: 'load 200 cases\nwarm up\ncache on\np95 = 148ms\n', exit: 0 },
    ],
  },
};

// The run, the prompt and the loop's entry are #0 to #2; of an attempt: opened, started, ended, decided, the best so far, and the
// next prompt where one follows, closed.
const CLOSED_2 = '#16';
const CLOSED_3 = '#22';

const folder = temporaryFolder();
const hosts: Host[] = [];
let recorded: Promise<string> | undefined;
test.afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});
test.afterAll(() => folder.remove());

async function open(page: Page): Promise<TapePage> {
  recorded ??= recordTape(folder, 'bench', GRAPH);
  const host = await startHost({ paths: [await recorded] });
  hosts.push(host);
  await page.goto(host.url);
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('ended: stop');
  await tape.settled();
  return tape;
}

const attempt = (tape: TapePage) => tape.inspector.getByRole('region', { name: 'Attempt', exact: true });

test('shows each attempt with its verdict while one steps over them', async ({ page }) => {
  const tape = await open(page);
  await page.keyboard.press('Home');
  await expect(attempt(tape)).toBeHidden();
  for (const [nth, words] of [
    [1, 'exit 1 · not satisfied'],
    [2, 'exit 1 · not satisfied'],
    [3, 'exit 0 · satisfied'],
  ] as const) {
    await page.keyboard.press('Control+ArrowRight');
    const heading = attempt(tape).getByRole('heading');
    await expect(heading).toContainText(`Attempt ${nth} of 5`);
    await expect(heading).toContainText(words);
  }
  await attempt(tape).getByRole('button', { name: 'Previous attempt' }).click();
  await expect(tape.moment).toContainText('loop[1]');
  await attempt(tape).getByRole('button', { name: 'Attempt 1: exit 1, not satisfied' }).click();
  await expect(tape.moment).toContainText('loop[0]');
  await expect(attempt(tape)).toContainText('the output does not match');
  await expect(attempt(tape).locator('mark')).toHaveCount(0);
});

test('marks what the predicate matched in the output', async ({ page }) => {
  const tape = await open(page);
  const mark = attempt(tape).getByRole('region', { name: 'Output of the attempt' }).locator('mark');
  await expect(mark).toHaveText('match of the predicate: p95 = 148ms');
  await expect(attempt(tape)).toContainText('line 4 has "p95 = 148ms"');
});

test('shows what changed since the attempt before, and what the next one is told', async ({ page }) => {
  const tape = await open(page);
  await tape.goTo(CLOSED_2);
  await attempt(tape).getByRole('tab', { name: 'Changes since attempt 1' }).click();
  const changes = attempt(tape).getByRole('region', { name: 'Changes since attempt 1' });
  await expect(changes).toContainText('removed: p95 = 412ms');
  await expect(changes).toContainText('added: p95 = 233ms');
  // The face stays from attempt to attempt.
  await page.keyboard.press('Control+ArrowRight');
  const next = attempt(tape).getByRole('region', { name: 'Changes since attempt 2' });
  await expect(next).toContainText('added: cache on');
  await page.keyboard.press('Control+ArrowLeft');
  await attempt(tape).getByRole('tab', { name: 'Told next' }).click();
  await expect(attempt(tape)).toContainText('Attempt 2 did not satisfy');
});

for (const theme of ['light', 'dark'] as const) {
  test(`is drawn in the ${theme} theme, and can be used without sight`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: 1440, height: 900 });
    const tape = await open(page);
    const look = async (name: string): Promise<void> => {
      await tape.settled();
      await page.screenshot({ path: info.outputPath(`${name}-${theme}.png`), animations: 'disabled' });
      const { violations } = await new AxeBuilder({ page }).include('[aria-label="Inspector"]').analyze();
      expect(violations).toEqual([]);
    };
    await tape.goTo(CLOSED_3);
    await look('1-match');
    await attempt(tape).getByRole('tab', { name: 'Changes since attempt 2' }).click();
    await look('2-changes');
    await tape.goTo(CLOSED_2);
    await attempt(tape).getByRole('tab', { name: 'Told next' }).click();
    await look('3-told');
  });
}

test('asks a person where they are the judge, with the output and a reason', async ({ page }, info) => {
  const asks = { ...GRAPH, name: 'asks', until_predicate: 'judge:it is fast', judge: { operator: 'ask' } };
  const host = await startHost({ paths: [folder.write('asks.json', asks)] });
  hosts.push(host);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(host.url);
  await page.getByRole('button', { name: 'Run and record' }).click();
  const question = page.getByRole('dialog', { name: 'Question of judge' });
  await expect(question).toContainText('it is fast');
  await expect(question.getByRole('region', { name: 'What it is about' })).toContainText('p95 = 412ms');
  await page.screenshot({ path: info.outputPath('question.png'), animations: 'disabled' });
  const { violations } = await new AxeBuilder({ page }).include('[aria-label="Inspector"]').analyze();
  expect(violations).toEqual([]);
  await question.getByRole('textbox').fill('that is slow');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toContainText('p95 = 233ms');
  await expect(question.getByRole('textbox')).toHaveValue('');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(question).toBeHidden();
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('ended: stop');
  await attempt(tape).getByRole('button', { name: 'Attempt 1: exit 1, not satisfied' }).click();
  await expect(attempt(tape)).toContainText('no: that is slow');
});
