// Takes pictures of the gallery in both themes and two sizes: `node test/renderer/gallery/shots.ts <folder> [fixture …]`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { CHROMIUM_ARGS, findBrowser } from '../../support/browser.ts';

const [folder = 'out/gallery', ...wanted] = process.argv.slice(2);
const fixtures = wanted.length > 0 ? wanted : ['navigator', 'nested', 'sixty', 'wide'];
mkdirSync(folder, { recursive: true });
const server = await createServer({ configFile: join(import.meta.dirname, 'vite.config.ts'), server: { port: 0 } });
await server.listen();
const address = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch({ executablePath: await findBrowser(), args: CHROMIUM_ARGS });
for (const [width, height] of [
  [1440, 900],
  [1280, 800],
] as const) {
  const page = await browser.newPage({ viewport: { width, height } });
  page.on('console', (message) => console.log(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => console.log(`page error: ${error.message}`));
  for (const fixture of fixtures) {
    for (const theme of ['dark', 'light']) {
      await page.goto(`${address}?fixture=${fixture}&theme=${theme}`);
      await page.getByRole('slider', { name: 'Timeline' }).waitFor();
      await page.getByRole('application', { name: 'Graph' }).waitFor({ timeout: 20_000 });
      await page.waitForTimeout(700);
      await page.screenshot({ path: join(folder, `${fixture}-${theme}-${width}.png`) });
    }
  }
  await page.close();
}
await browser.close();
await server.close();
