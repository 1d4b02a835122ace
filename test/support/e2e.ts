// The browser tests: finds a browser, then Playwright with the arguments of the call. Ends as Playwright ends.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CHROMIUM_VARIABLE, findBrowser } from './browser.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const path = await findBrowser();
const args = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '-c',
  'test/playwright.config.ts',
  '--pass-with-no-tests',
];
const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, [CHROMIUM_VARIABLE]: path },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
