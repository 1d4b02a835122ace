// Makes the pictures of the README from the real app: `node test/support/pictures.ts` under Node 24, after a build. They show
// the tapes of the frozen navigator and of the tidied folder, which are recorded afresh.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { TapePage } from '../e2e/pages/tapePage.ts';
import { CHROMIUM_ARGS, findBrowser } from './browser.ts';
import { startHost } from './host.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pictures = join(root, 'docs', 'pictures');
const home = mkdtempSync(join(tmpdir(), 'looptape-pictures-'));
const cli = join(root, 'out/main/cli.js');

function run(example: string): string {
  const tape = join(home, 'tapes', `${example}.looptape`);
  const args = [cli, 'run', join(root, 'examples', `${example}.json`), '--yes', '--out', tape];
  execFileSync(process.execPath, args, { env: { ...process.env, LOOPTAPE_HOME: home }, stdio: 'ignore' });
  return tape;
}

run('newton-sqrt');
run('navigator-mended');
const frozen = run('navigator-frozen');
mkdirSync(pictures, { recursive: true });
const tidy = run('tidy-files');
const host = await startHost({ home, paths: [tidy, frozen] });
const browser = await chromium.launch({ executablePath: await findBrowser(), args: [...CHROMIUM_ARGS] });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  await page.goto(host.url);
  const tape = new TapePage(page);
  await tape.timeline.waitFor();
  await tape.settled();
  await tape.goTo('iterIn_1[17]');
  await page
    .getByRole('list', { name: 'Lanes' })
    .getByRole('button', { name: /^policy\.obs/ })
    .click();
  await tape.settled();
  await page.mouse.move(2, 2);
  await page.screenshot({ path: join(pictures, 'window.png') });
  const card = tape.inspector.getByRole('article').filter({ hasText: 'Frozen at its first value' }).first();
  await card.screenshot({ path: join(pictures, 'hazard.png') });
  await page.setViewportSize({ width: 1440, height: 1150 });
  await tape.inspector.screenshot({ path: join(pictures, 'inspector.png') });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('tab', { name: /^tidy-files/ }).click();
  await tape.settled();
  // The second file, in its third pass: Check has found a fault, and the run goes on to Mend.
  await tape.goTo('files[1]@3:start');
  const edge = tape.decision('Which edge leaves Check');
  while ((await edge.count()) === 0) {
    await page.keyboard.press('ArrowRight');
    await tape.settled();
  }
  await edge.getByRole('button').first().click();
  await page.mouse.move(2, 2);
  await page.screenshot({ path: join(pictures, 'sockets.png') });
  await page.keyboard.press('h');
  await page.getByRole('heading', { name: 'Examples' }).waitFor();
  await page.screenshot({ path: join(pictures, 'library.png') });
} finally {
  await browser.close();
  await host.close();
  rmSync(home, { recursive: true, force: true });
}
