// The program in Electron itself, where its binary is there and there is a display; a printed reason where not.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, test } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Why Electron can't be started here, or undefined. `electron` itself is never imported: that would start a download. */
function whyNot(): string | undefined {
  const binary = electronBinary();
  if (binary === undefined || !existsSync(binary)) return 'there is no Electron binary in node_modules';
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'there is no display';
  if (process.platform === 'linux' && process.getuid?.() === 0) return "Electron's sandbox does not run as root";
  return undefined;
}

function electronBinary(): string | undefined {
  const folder = join(root, 'node_modules/electron');
  const name = join(folder, 'path.txt');
  return existsSync(name) ? join(folder, 'dist', readFileSync(name, 'utf8')) : undefined;
}

test('the window opens in Electron, isolated, and a call goes through', async () => {
  const why = whyNot();
  if (why !== undefined) console.log(`skipped, in Electron itself nothing was tried: ${why}`);
  test.skip(why !== undefined, why);
  const home = mkdtempSync(join(tmpdir(), 'looptape-electron-'));
  const program = await _electron.launch({
    args: [root, `--user-data-dir=${join(home, 'electron')}`],
    env: { ...(process.env as Record<string, string>), LOOPTAPE_HOME: home },
    executablePath: electronBinary() ?? '',
  });
  const page = await program.firstWindow();
  await page.waitForLoadState();
  expect(page.url()).toBe('app://bundle/');
  expect(await page.evaluate('Object.keys(window.looptape).sort()')).toEqual(['call', 'onPush', 'pathOf']);
  expect(await page.evaluate('typeof require')).toBe('undefined');
  expect(await page.evaluate("window.looptape.call('app.info', {})")).toMatchObject({
    ok: true,
    value: { host: 'desktop' },
  });
  await program.close();
  rmSync(home, { recursive: true, force: true });
});
