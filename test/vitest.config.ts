// Tests that need no browser. Their folders mirror the sources; `npm run -s unit -- test/main/engine` runs one folder.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export const UNIT_FOLDERS = ['architecture', 'conformance', 'main', 'preload', 'renderer', 'shared'];

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // How long something may hang before the test is given up; no test is to depend on how fast the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    passWithNoTests: true,
    // Processes and threads on a busy machine: a second try, which the report tells.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: [`test/{${UNIT_FOLDERS.join(',')}}/**/*.test.{ts,tsx}`] },
      },
    ],
  },
});
