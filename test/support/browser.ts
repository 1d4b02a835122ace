// Finds a Chromium for the browser tests and says on standard error what it does. It never gives up silently: either a
// path comes back that has started, or an error tells all that was tried. Order: what the caller names, what is
// installed, Playwright's own download, Debian's package, the one from npm (docs/decisions/0004-browser-for-tests.md).
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The environment variable that carries the path to Playwright's workers. */
export const CHROMIUM_VARIABLE = 'LOOPTAPE_CHROMIUM';

/** Switches for every launch: no sandbox for root, no talk with the outside. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['/usr/lib/chromium/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) =>
    ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((path) =>
      join(process.env[variable] ?? '', path),
    ),
  ),
};

/** One way to get a browser: the path it may be found at, or undefined where this way is not open. */
interface Way {
  name: string;
  find: () => Promise<string | undefined>;
}

const say = (text: string) => process.stderr.write(`browser: ${text}\n`);

/** Runs a command; true when it ended well within the time. Of what it prints the first line with an error is shown. */
function succeeds(command: string, args: string[], timeoutMs: number, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise((done) => {
    let output = '';
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('error', (error) => {
      say(`${command}: ${error.message}`);
      done(false);
    });
    child.on('close', (code, signal) => {
      const why = output.split('\n').find((line) => /error|fail|unable/i.test(line)) ?? output.trim().slice(-200);
      if (code !== 0) say(`${args.join(' ')} ended with ${signal ?? code}: ${why.trim()}`);
      done(code === 0);
    });
  });
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
  return [...onPath, ...(PLACES[process.platform] ?? [])].find((path) => existsSync(path));
}

/** Playwright's own browser if it was downloaded before. */
function downloaded(): string | undefined {
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

async function download(): Promise<string | undefined> {
  say('none installed; trying Playwright’s download (two minutes at most) …');
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  // A connection that never answers must not cost the whole two minutes.
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '8000' };
  return (await succeeds(process.execPath, [cli, 'install', 'chromium'], 120_000, env)) ? downloaded() : undefined;
}

async function fromDebian(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  say('trying the system’s package (apt-get install chromium) …');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', 'chromium'];
  if (!(await succeeds('apt-get', ['update'], 180_000, env))) return undefined;
  return (await succeeds('apt-get', install, 600_000, env)) ? installed() : undefined;
}

/** A build that npm carries. Kept out of package.json for its size; it lands beside the runtime in node_modules. */
async function fromNpm(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(root, 'node_modules/.runtime/chromium');
  const entry = join(folder, 'node_modules/@sparticuz/chromium/build/index.js');
  if (!existsSync(entry)) {
    say('trying the build that npm carries (@sparticuz/chromium 153.0.0, 75 MB) …');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const args = ['install', `--prefix=${folder}`, '--ignore-scripts', '--no-audit', '--no-fund', '-E'];
    if (!(await succeeds('npm', [...args, '@sparticuz/chromium@153.0.0'], 300_000))) return undefined;
  }
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'; // makes it bring its own shared libraries
  const module = (await import(pathToFileURL(entry).href)) as { default: { executablePath: () => Promise<string> } };
  return module.default.executablePath();
}

export const WAYS: readonly Way[] = [
  { name: `the environment (${CHROMIUM_VARIABLE})`, find: async () => process.env[CHROMIUM_VARIABLE] },
  { name: 'an installed browser', find: async () => installed() },
  { name: 'Playwright’s own', find: async () => downloaded() },
  { name: 'Playwright’s download', find: download },
  { name: 'the system’s package', find: fromDebian },
  { name: 'npm’s build', find: fromNpm },
];

/** The path of a browser that has just started and shown a page. */
export async function findBrowser(ways: readonly Way[] = WAYS): Promise<string> {
  for (const { name, find } of ways) {
    let path: string | undefined;
    try {
      path = await find();
      if (path === undefined) continue;
      const browser = await chromium.launch({ executablePath: path, args: CHROMIUM_ARGS });
      const version = browser.version();
      await browser.close();
      say(`${path}, version ${version} (${name})`);
      return path;
    } catch (error) {
      say(`${name}${path ? ` (${path})` : ''} does not work: ${String(error).split('\n')[0]}`);
    }
  }
  throw new Error(`No browser for the tests; tried ${ways.map((way) => way.name).join(', ')}.`);
}
