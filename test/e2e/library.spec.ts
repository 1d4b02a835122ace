// The start page as a place to keep things: what was open is listed, renamed, taken off, deleted, and still there the next
// time; so is the theme.
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { givenCases } from '../conformance/givenCase.ts';
import { startHost, test } from '../support/host.ts';
import { StartPage } from './pages/startPage.ts';
import { TapePage } from './pages/tapePage.ts';
import { EXAMPLES, type Folder, recordTape, temporaryFolder } from './recording.ts';

let folder: Folder;
test.beforeEach(() => {
  folder = temporaryFolder();
});
test.afterEach(() => folder.remove());

function caseGraph(id: string): object {
  const found = givenCases().find((one) => one.id === id);
  if (!found) throw new Error(`there is no case ${id}`);
  return found.graph as object;
}

test('what was open is listed with how it ended, and is there again after the program was closed', async ({ page }) => {
  const home = folder.path;
  const stalled = await recordTape(folder, 'G02', caseGraph('G02'));
  const ended = await recordTape(folder, 'G06', caseGraph('G06'));
  let host = await startHost({ home, paths: [stalled, ended] });
  await page.goto(host.url);
  await expect(page.getByRole('tablist', { name: 'Open tapes and graphs' }).getByRole('tab')).toHaveCount(2);
  const start = new StartPage(page);
  await start.show();
  await expect(start.row(/G02/)).toContainText('stalled');
  await expect(start.row(/G06/)).toContainText('stop');
  await host.close();

  host = await startHost({ home });
  await page.goto(host.url);
  await expect(start.row(/G02/)).toContainText('stalled');
  await start.row(/G06/).getByRole('button', { name: 'G06', exact: true }).click();
  await expect(new TapePage(page).foot).toContainText('ended: stop');
  await host.close();
});

test('a tape gets another name, which its tab and its row keep', async ({ page }) => {
  const home = folder.path;
  const path = await recordTape(folder, 'G06', caseGraph('G06'));
  let host = await startHost({ home, paths: [path] });
  await page.goto(host.url);
  await expect(new TapePage(page).foot).toContainText('ended');
  const start = new StartPage(page);
  await start.show();
  await start.act('G06', 'Rename …');
  const field = page.getByRole('textbox', { name: 'New name for G06' });
  await expect(field).toBeFocused();
  await field.fill('the result is the last value');
  await page.keyboard.press('Enter');
  await expect(start.row(/the result is the last value/)).toBeVisible();
  // Escape leaves the name as it was, and letters that are keys are only letters here.
  await start.act('the result is the last value', 'Rename …');
  await page.keyboard.type('hfg?');
  await page.keyboard.press('Escape');
  await expect(start.row(/the result is the last value/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await host.close();
  host = await startHost({ home });
  await page.goto(host.url);
  await start
    .row(/the result is the last value/)
    .getByRole('button', { name: 'the result is the last value', exact: true })
    .click();
  await expect(new TapePage(page).foot).toContainText('ended: stop');
  await host.close();
});

test('taking a tape off the list leaves its file; deleting asks first, and no is the answer at hand', async ({
  page,
}) => {
  const kept = await recordTape(folder, 'kept', caseGraph('G06'));
  const deleted = await recordTape(folder, 'deleted', caseGraph('G06'));
  const host = await startHost({ home: folder.path, paths: [kept, deleted] });
  await page.goto(host.url);
  await expect(new TapePage(page).foot).toContainText('ended');
  const start = new StartPage(page);
  await start.show();
  await start.act('kept', 'Take off this list');
  await expect(start.row(/kept/)).toHaveCount(0);
  expect(existsSync(kept)).toBe(true);

  await start.act('deleted', /Delete the file/);
  const dialog = page.getByRole('dialog', { name: 'Delete deleted?' });
  await expect(dialog).toContainText(deleted);
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(start.row(/deleted/)).toBeVisible();
  expect(existsSync(deleted)).toBe(true);

  await start.act('deleted', /Delete the file/);
  await dialog.getByRole('button', { name: 'Delete the file' }).click();
  await expect(start.row(/deleted/)).toHaveCount(0);
  expect(existsSync(deleted)).toBe(false);
  await host.close();
});

test('a file that is gone is said to be gone, and can be taken off the list', async ({ page }) => {
  const path = await recordTape(folder, 'gone', caseGraph('G06'));
  let host = await startHost({ home: folder.path, paths: [path] });
  await page.goto(host.url);
  await expect(new TapePage(page).foot).toContainText('ended');
  await host.close();
  rmSync(path);
  host = await startHost({ home: folder.path });
  await page.goto(host.url);
  const start = new StartPage(page);
  await expect(start.row(/gone/)).toContainText('file is gone');
  await start.act('gone', 'Take off this list');
  await expect(start.row(/gone/)).toHaveCount(0);
  await host.close();
});

test('the theme is the system’s until it is chosen, and the choice stays', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  let host = await startHost({ home: folder.path });
  await page.goto(host.url);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const start = new StartPage(page);
  await expect(start.example('navigator-frozen')).toBeVisible();
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  // system → light
  await page.getByRole('button', { name: 'Theme: as the system' }).click();
  await expect(page.getByRole('button', { name: 'Theme: light' })).toBeVisible();
  await expect.poll(ground).toBe(light);
  // → dark, on a light system
  await page.keyboard.press('Control+Shift+l');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  await expect.poll(ground).toBe(dark);
  const kept = join(folder.path, 'settings', 'settings.json');
  await expect.poll(() => existsSync(kept) && readFileSync(kept, 'utf8')).toContain('dark');
  await host.close();
  host = await startHost({ home: folder.path });
  await page.goto(host.url);
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  await expect.poll(ground).toBe(dark);
  await host.close();
});

test('what lies in a folder that is given on the command line joins the list', async ({ page }) => {
  await recordTape(folder, 'G06', caseGraph('G06'));
  copyFileSync(join(EXAMPLES, 'newton-sqrt.json'), join(folder.path, 'newton-sqrt.json'));
  const host = await startHost({ paths: [folder.path] });
  await page.goto(host.url);
  await expect(new StartPage(page).row(/newton-sqrt/)).toContainText('graph');
  await expect(new StartPage(page).row(/G06 stop/)).toBeVisible();
  await host.close();
});
