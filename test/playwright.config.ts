// Tests in a real browser. Their fixtures start the hosts; the browser comes from test/support/browser.ts.
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, CHROMIUM_VARIABLE } from './support/browser.ts';

/** Folders under test/ whose *.spec.ts run here. */
export const BROWSER_FOLDERS = ['e2e', 'desktop'];

const executablePath = process.env[CHROMIUM_VARIABLE];
const isCi = Boolean(process.env.CI);

export default defineConfig({
  testDir: '.',
  testMatch: BROWSER_FOLDERS.map((folder) => `${folder}/**/*.spec.ts`),
  outputDir: '../test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  forbidOnly: isCi,
  workers: isCi ? 1 : 2,
  // A second try on a busy machine; the report calls such a test flaky.
  retries: isCi ? 1 : 0,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    trace: 'retain-on-failure',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) },
  },
});
