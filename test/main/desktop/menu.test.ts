// The menu as data: every command once, and no key that belongs to the page.
import { expect, test, vi } from 'vitest';

// Electron's package downloads its binary when it is imported; here only its types are wanted.
vi.mock('electron', () => ({ app: {}, Menu: {}, protocol: {}, session: {} }));
const { acceleratorOf, menuTemplate } = await import('../../../main/desktop/menu.ts');
const { isPage } = await import('../../../main/desktop/scheme.ts');
const { isLocal } = await import('../../../main/desktop/confinement.ts');

test('a key is written as Electron reads it, and left out where the page must keep it', () => {
  expect(acceleratorOf('Mod+Shift+p')).toBe('CommandOrControl+Shift+P');
  expect(acceleratorOf('Mod+Enter')).toBe('CommandOrControl+Enter');
  expect(acceleratorOf('Shift+F10')).toBe('Shift+F10');
  expect(acceleratorOf('Alt+w')).toBe('Alt+W');
  for (const key of [
    'Space',
    'ArrowLeft',
    'Mod+ArrowLeft',
    'Alt+ArrowLeft',
    'Shift+ArrowLeft',
    'w',
    ',',
    'Home',
    'Escape',
    '?',
  ]) {
    expect(acceleratorOf(key)).toBeUndefined();
  }
});

test('a click gives the id of its command', () => {
  const clicked: string[] = [];
  const template = menuTemplate('linux', false, (command) => clicked.push(command));
  const items = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
  for (const id of ['open', 'run.stop', 'fit'])
    items.find((item) => item.id === id)?.click?.({} as never, undefined, {} as never);
  expect(clicked).toEqual(['open', 'run.stop', 'fit']);
});

test('macOS has its own menus, and only a development build can reload or be inspected', () => {
  const roles = (platform: NodeJS.Platform, isDevelopment: boolean) =>
    menuTemplate(platform, isDevelopment, () => undefined).flatMap(({ role, submenu }) => [
      role,
      ...(Array.isArray(submenu) ? submenu.map((item) => item.role) : []),
    ]);
  expect(roles('darwin', false)).toEqual(expect.arrayContaining(['appMenu', 'editMenu', 'windowMenu', 'close']));
  expect(roles('linux', false)).toEqual(expect.arrayContaining(['editMenu', 'quit']));
  expect(roles('linux', false)).not.toContain('toggleDevTools');
  expect(roles('linux', true)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
});

test('only our own page may ask main, and a development server only where there is one', () => {
  expect(isPage('app://bundle/', undefined)).toBe(true);
  expect(isPage('app://bundle/index.html?x#y', undefined)).toBe(true);
  for (const url of [
    'app://other/',
    'https://bundle/',
    'file:///bundle',
    'about:blank',
    '',
    'http://localhost:5173/',
  ]) {
    expect(isPage(url, undefined)).toBe(false);
  }
  expect(isPage('http://localhost:5173/', 'http://localhost:5173')).toBe(true);
  expect(isPage('http://localhost:5174/', 'http://localhost:5173')).toBe(false);
});

test('nothing is requested but what is local', () => {
  for (const url of ['app://bundle/a.js', 'blob:app://bundle/1', 'data:font/woff2;base64,']) {
    expect(isLocal(url, undefined)).toBe(true);
  }
  for (const url of [
    'https://example.com/',
    'http://127.0.0.1/',
    'ws://localhost:1/',
    'file:///etc/passwd',
    'nonsense',
  ]) {
    expect(isLocal(url, undefined)).toBe(false);
  }
  expect(isLocal('ws://localhost:5173/', 'http://localhost:5173')).toBe(true);
});
