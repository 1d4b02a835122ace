// A bounded loop that is asked for in the app: the form, what it would come to, the question before it runs, the output of an attempt as
// it comes, and a question that outlasts the page.
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

async function start(page: Page, folderName: string): Promise<Host> {
  const host = await startHost({ env: { INIT_CWD: folderName } });
  hosts.push(host);
  await page.goto(host.url);
  await expect(page.getByRole('heading', { name: 'See why your loop did that' })).toBeVisible();
  return host;
}

const form = (page: Page) => page.getByRole('dialog', { name: 'Try until it succeeds' });
const preview = (page: Page) => form(page).getByRole('region', { name: 'What it comes to' });
const consent = (page: Page) => page.getByRole('dialog', { name: 'This graph runs code on your machine' });
const attempt = (tape: TapePage) => tape.inspector.getByRole('region', { name: 'Attempt', exact: true });

/** A program that succeeds at its third run, counted in a file beside it. */
function thirdTime(): string {
  const name = 'third.cjs';
  writeFileSync(
    join(folder.path, name),
    `const fs = require('node:fs'); const file = __dirname + '/count';
const n = (fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0) + 1; fs.writeFileSync(file, String(n));
console.log('round', n); process.exit(n < 3 ? 1 : 0);`,
  );
  return name;
}

test('a command is tried until it succeeds, by keys alone', async ({ page }) => {
  await start(page, folder.path);
  await page.keyboard.press('l');
  await expect(form(page)).toBeVisible();
  // The field for the command has the focus; what is missing is said, and nothing starts.
  await page.keyboard.press('Enter');
  await expect(form(page)).toContainText('Write the command that is to be tried');
  await page.keyboard.type(`node ${thirdTime()}`);
  await expect(preview(page)).toContainText(/At most 3 attempts of node third\.cjs until exit:0/);
  await expect(preview(page)).toContainText('looptape loop --max 3 --until exit:0 -- node third.cjs');
  await page.keyboard.press('Enter');
  await expect(consent(page)).toContainText('node third.cjs');
  await consent(page).getByRole('button', { name: 'Allow and run' }).press('Enter');
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('ended: stop');
  await page.keyboard.press('End');
  await expect(attempt(tape).getByRole('heading')).toContainText('Attempt 3 of 3');
  await expect(attempt(tape).getByRole('heading')).toContainText('exit 0 · satisfied');
  await expect(attempt(tape)).toContainText('round 3');
});

test('no is the answer at hand, and nothing runs', async ({ page }) => {
  await start(page, folder.path);
  await page.getByRole('button', { name: 'Try a command until it succeeds' }).click();
  await form(page)
    .getByRole('textbox', { name: /^Command/ })
    .fill('node never.cjs');
  await form(page).getByRole('button', { name: 'Start and record' }).click();
  await expect(consent(page).getByRole('button', { name: 'Don’t run it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tablist', { name: 'Open tapes and graphs' }).getByRole('tab')).toHaveCount(0);
  // What was typed is still there.
  await page.keyboard.press('l');
  await expect(form(page).getByRole('textbox', { name: /^Command/ })).toHaveValue('node never.cjs');
});

test('says what is wrong, beside the field, with what would come of it', async ({ page }) => {
  await start(page, folder.path);
  await page.keyboard.press('Control+Shift+Enter');
  const command = form(page).getByRole('textbox', { name: /^Command/ });
  const submit = form(page).getByRole('button', { name: 'Start and record' });
  await command.fill('rm -rf build');
  await expect(preview(page)).toContainText('You are asked before every attempt after the first.');
  await form(page)
    .getByRole('textbox', { name: /^Attempts/ })
    .fill('40');
  await expect(preview(page)).toContainText('At most 10 attempts (never less than 1, never more than 10)');
  await form(page)
    .getByRole('textbox', { name: /^Attempts/ })
    .fill('2.5');
  await expect(form(page)).toContainText('max_iters must be a whole number, but is 2.5.');
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await form(page)
    .getByRole('textbox', { name: /^Attempts/ })
    .fill('2');
  await form(page).getByRole('textbox', { name: 'Pattern' }).fill('(unclosed');
  await expect(form(page).getByRole('radio', { name: 'its output matches' })).toBeChecked();
  await expect(form(page)).toContainText('is no regular expression');
  await command.fill('echo "unclosed');
  await expect(form(page)).toContainText('A quote in the command is not closed.');
});

test('the output of an attempt is there as it comes, and a question outlasts a reload of the page', async ({
  page,
}) => {
  writeFileSync(
    join(folder.path, 'slow.cjs'),
    `let n = 0; const timer = setInterval(() => { console.log('\\u001b[32mline', ++n, '\\u001b[0m'); if (n === 12) { clearInterval(timer); } }, 250);`,
  );
  await start(page, folder.path);
  await page.keyboard.press('l');
  await form(page)
    .getByRole('textbox', { name: /^Command/ })
    .fill('node slow.cjs');
  await form(page).getByRole('radio', { name: 'a judge says that it is' }).check();
  await form(page).getByRole('textbox', { name: 'Criterion' }).fill('twelve lines');
  await expect(preview(page)).toContainText('until judge:twelve lines');
  await form(page).getByRole('button', { name: 'Start and record' }).click();
  await consent(page).getByRole('button', { name: 'Allow and run' }).click();
  const tape = new TapePage(page);
  const live = attempt(tape).getByRole('region', { name: 'Output so far' });
  await expect(live).toContainText('line 2');
  await expect(live).not.toContainText('[32m');
  const question = page.getByRole('dialog', { name: 'Question of judge' });
  await expect(question).toContainText('Does this satisfy "twelve lines"?');
  await page.reload();
  await page
    .getByRole('table')
    .getByRole('button', { name: /^node-slow/ })
    .first()
    .click();
  await expect(question).toContainText('Does this satisfy "twelve lines"?');
  await question.getByRole('textbox').fill('I counted them');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(tape.foot).toContainText('ended: stop');
  await expect(question).toBeHidden();
});

for (const theme of ['light', 'dark'] as const) {
  test(`the form has no serious barrier and fits its window, in the ${theme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: 1280, height: 800 });
    await start(page, folder.path);
    await page.keyboard.press('l');
    await form(page)
      .getByRole('textbox', { name: /^Command/ })
      .fill('rm -rf build');
    await form(page).getByRole('radio', { name: 'a judge says that it is' }).check();
    await expect(preview(page)).toContainText('You are asked before');
    expect(await barriers(page)).toEqual([]);
    if (process.env.LOOPTAPE_SHOTS)
      await page.screenshot({ path: join(process.env.LOOPTAPE_SHOTS, `form-${theme}.png`) });
    await form(page).getByRole('tab', { name: 'A prompt' }).click();
    await expect(form(page).getByRole('textbox', { name: /^Prompt/ })).toBeFocused();
    expect(await barriers(page)).toEqual([]);
  });
}
