// The compiled main and preload, driven through a stand-in for Electron in a real Chromium. It proves main's wiring and the
// contract between preload and page; it is no test in Electron (see electron.spec.ts for that).
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { COMMANDS } from '../../shared/commands/commands.ts';
import { CALL_CHANNEL } from '../../shared/contract/channels.ts';
import { type StandinProcess, startStandin } from './standinProcess.ts';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const graph = join(examples, 'newton-sqrt.json');

let desktop: StandinProcess;
test.beforeAll(async () => {
  desktop = await startStandin({ paths: ['--some-switch', graph] });
  await expect.poll(() => desktop.address(), { timeout: 30_000 }).toBe('app://bundle/');
  await expect.poll(() => desktop.evaluate('document.readyState')).toBe('complete');
});
test.afterAll(() => desktop.stop());

const call = (name: string, request: unknown) =>
  desktop.evaluate(`window.looptape.call(${JSON.stringify(name)}, ${JSON.stringify(request)})`) as Promise<{
    ok: boolean;
    value?: Record<string, unknown>;
    failure?: { code: string };
  }>;

/** Keeps every push from here on in the page, once. */
const watchPushes = () =>
  desktop.evaluate(`void (window.__off?.(), window.__pushes = [],
    window.__off = window.looptape.onPush((push) => window.__pushes.push(push)))`);

test('the page comes up without an error and without breaking a rule of its own policy', async () => {
  await call('graph.ofFile', { path: graph });
  await desktop.evaluate('new Promise((done) => setTimeout(done, 500))');
  expect((await desktop.log()).filter((line) => /^(?:pageerror|console) /.test(line))).toEqual([]);
});

test('the page has window.looptape with exactly its three functions, frozen, and nothing of Node', async () => {
  expect(await desktop.evaluate('Object.keys(window.looptape).sort()')).toEqual(['call', 'onPush', 'pathOf']);
  expect(await desktop.evaluate('Object.isFrozen(window.looptape)')).toBe(true);
  expect(await desktop.evaluate('[typeof require, typeof process, typeof module]')).toEqual(
    Array.from({ length: 3 }, () => 'undefined'),
  );
});

test('a call goes through to main and back, and says that it is the desktop', async () => {
  const info = await call('app.info', {});
  expect(info).toMatchObject({ ok: true, value: { host: 'desktop', opening: [graph] } });
});

test('main parses what the page sends, and answers what it does not know with a failure', async () => {
  expect(await call('no.such', {})).toMatchObject({ ok: false, failure: { code: 'unknown-call' } });
  expect(await call('tape.open', { path: 7 })).toMatchObject({ ok: false, failure: { code: 'bad-request' } });
  expect(await call('__proto__', {})).toMatchObject({ ok: false, failure: { code: 'unknown-call' } });
});

test('main hears the main frame of the page alone', async () => {
  const from = (frame: Parameters<StandinProcess['invokeFrom']>[0]) =>
    desktop.invokeFrom(frame, CALL_CHANNEL, 'app.info', {});
  expect(await from({ url: 'app://bundle/', isInner: false })).toMatchObject({ ok: true });
  for (const frame of [
    { url: 'https://example.com/', isInner: false },
    { url: 'file:///etc/passwd', isInner: false },
    { url: 'app://other/', isInner: false },
    { url: 'app://bundle/', isInner: true },
    null,
  ]) {
    expect(await from(frame)).toMatchObject({ ok: false, failure: { code: 'foreign-frame' } });
  }
});

test('a graph runs, and the arrays of its timeline reach the page as arrays', async () => {
  const started = await call('run.start', { path: graph, inputs: {} });
  expect(started).toMatchObject({ ok: true });
  const tape = started.value?.tape;
  await expect.poll(async () => (await call('tape.summary', { tape })).value?.status).toBe('ended');
  const kinds = await desktop.evaluate(`window.looptape
    .call('timeline.window', ${JSON.stringify({ tape, from: 0, to: 50, widthPx: 500 })})
    .then(({ value }) => [value.scopes[0].from, value.scopes[0].state, value.density].map((a) => a.constructor.name))`);
  expect(kinds).toEqual(['Uint32Array', 'Uint8Array', 'Float32Array']);
});

test("a dropped file's path is asked of Electron", async () => {
  const path = await desktop.evaluate(
    `(window.__standinPaths = { 'a.json': '/disk/a.json' }, window.looptape.pathOf(new File([], 'a.json')))`,
  );
  expect(path).toBe('/disk/a.json');
});

test('the page is confined: its policy, its frames, its navigation, its windows, its network', async () => {
  const headers = await desktop.headers();
  const policy = headers['content-security-policy'] ?? '';
  for (const rule of ["default-src 'self'", "script-src 'self'", "object-src 'none'", "frame-ancestors 'none'"]) {
    expect(policy.split('; ')).toContain(rule);
  }
  expect(headers['x-content-type-options']).toBe('nosniff');
  // The policy holds in the page itself: neither eval nor a script in the text runs.
  // Later, as what a debugger evaluates itself is exempt.
  const evaluated = await desktop.evaluate(`new Promise((done) => setTimeout(() => {
    try { done(eval('1 + 1')); } catch (error) { done(error.name); }
  }))`);
  expect(evaluated).toBe('EvalError');
  const inline = await desktop.evaluate(`(() => {
    const script = document.createElement('script');
    script.textContent = 'window.wasRun = true';
    document.body.append(script);
    return window.wasRun ?? false;
  })()`);
  expect(inline).toBe(false);
  await desktop.evaluate(`void window.open('https://example.com/')`);
  await expect.poll(() => desktop.log()).toContain('window.open deny');
  await desktop.evaluate(`void location.assign('https://example.com/')`);
  await desktop.evaluate('new Promise((done) => setTimeout(done, 200))');
  expect(await desktop.address()).toBe('app://bundle/');
  const fetched = await desktop.evaluate(`fetch('https://example.com/').then(() => 'came', () => 'blocked')`);
  expect(fetched).toBe('blocked');
});

test('the scheme serves the built page and nothing beside it', async () => {
  const status = (path: string) => desktop.evaluate(`fetch(${JSON.stringify(path)}).then((r) => r.status)`);
  expect(await status('/index.html')).toBe(200);
  for (const path of ['/../main/index.js', '/%2e%2e/main/index.js', '/..%2fmain%2findex.js', '/assets', '/nothing']) {
    expect(await status(path)).toBe(404);
  }
});

test("a click in the menu reaches the page as the command's id", async () => {
  await watchPushes();
  await desktop.click('zoom.in');
  await expect
    .poll(() => desktop.evaluate('window.__pushes'))
    .toContainEqual({ kind: 'command.invoked', command: 'zoom.in' });
});

test('every command of the one table stands in the menu once, with no key that belongs to typing', async () => {
  const items = (await desktop.menu()).flatMap((item) => item.submenu ?? []).filter((item) => item.id !== undefined);
  expect(items.map((item) => item.id).sort()).toEqual(COMMANDS.map((command) => command.id).sort());
  for (const { accelerator } of items) {
    if (accelerator !== undefined) expect(accelerator).toMatch(/^(?:Shift\+)?F\d+$|CommandOrControl|Alt/);
  }
});

test("the file dialog's answer opens the file, and the same dialog cancelled opens nothing", async () => {
  await desktop.answerDialog({ canceled: false, filePaths: [graph] });
  expect(await call('library.pick', {})).toEqual({ ok: true, value: { paths: [graph] } });
  expect(await call('graph.ofFile', { path: graph })).toMatchObject({ ok: true, value: { path: graph } });
  expect(await call('library.pick', {})).toEqual({ ok: true, value: { paths: [] } });
  expect((await desktop.log()).filter((line) => line === 'showOpenDialog')).toHaveLength(2);
});

test("a file is shown in the system's file manager", async () => {
  expect(await call('library.reveal', { path: graph })).toEqual({ ok: true, value: {} });
  expect(await desktop.log()).toContain(`showItemInFolder ${graph}`);
});

test('the theme that is set is the one that the windows of the system get', async () => {
  expect(await call('settings.set', { theme: 'dark' })).toMatchObject({ ok: true, value: { theme: 'dark' } });
  expect(await desktop.theme()).toBe('dark');
  await call('settings.set', { theme: 'system' });
});

test('another start of the program, and a double click on macOS, hand their files to this one', async () => {
  await watchPushes();
  await desktop.emit('second-instance', ['looptape'], '/', { opening: ['/a/b.looptape'] });
  await desktop.emit('open-file', '/c.json');
  await desktop.emit('second-instance', ['looptape'], '/', 'nonsense');
  const requested = async () => {
    const pushes = (await desktop.evaluate('window.__pushes')) as { kind: string; paths?: string[] }[];
    return pushes.filter((push) => push.kind === 'open.requested').flatMap((push) => push.paths ?? []);
  };
  await expect.poll(requested).toEqual(['/a/b.looptape', '/c.json']);
  expect(await desktop.log()).toContain('focus');
});

test('a page that crashed is offered again', async () => {
  await desktop.answerDialog({ response: 0 });
  await desktop.crash();
  await expect.poll(() => desktop.log()).toContain('reload');
});

test('a second start while the first one runs ends by itself, without a window', async () => {
  const second = await startStandin({ env: { STANDIN_SECOND: '1' } });
  expect(await second.ended).toBe(0);
  await second.stop();
});

test('a run that is live when the window is closed ends as cancelled, its tape whole, the window remembered', async () => {
  const home = mkdtempSync(join(tmpdir(), 'looptape-desktop-'));
  const endless = join(home, 'endless.json');
  copyFileSync(fileURLToPath(new URL('./endless.json', import.meta.url)), endless);
  const own = await startStandin({ home });
  await expect.poll(() => own.evaluate('document.readyState').catch(() => ''), { timeout: 30_000 }).toBe('complete');
  const started = (await own.evaluate(
    `window.looptape.call('run.start', ${JSON.stringify({ path: endless, inputs: {} })})`,
  )) as { ok: boolean; value: { path: string; live: boolean } };
  expect(started).toMatchObject({ ok: true, value: { live: true } });
  await own.closeWindow();
  expect(await own.ended).toBe(0);
  expect(existsSync(started.value.path)).toBe(true);
  expect(existsSync(`${started.value.path}-wal`)).toBe(false);
  expect(JSON.parse(readFileSync(join(home, 'settings', 'window.json'), 'utf8'))).toMatchObject({
    bounds: { width: 1440, height: 900 },
  });
  const again = await startStandin({ home });
  await expect.poll(() => again.evaluate('document.readyState').catch(() => ''), { timeout: 30_000 }).toBe('complete');
  const opened = await again.evaluate(
    `window.looptape.call('tape.open', ${JSON.stringify({ path: started.value.path })})`,
  );
  expect(opened).toMatchObject({ ok: true, value: { status: 'cancelled', live: false } });
  await again.stop();
  rmSync(home, { recursive: true, force: true });
});
