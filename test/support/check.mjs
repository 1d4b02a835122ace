// All checks in order: build, types, lint and format, unit tests, browser tests. A failing step does not keep the next
// ones from running. Every failed test is told again at the end, where it is seen, with the first lines of what it
// said; so is one that needed a second try. The last line is the sum: tests as their runners count them, every other
// step as one.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'looptape-check-'));
const report = (name) => join(reports, `${name}.json`);
const script = (...args) => ['main/start.mjs', ...args];

const STEPS = [
  { title: 'build', args: script('build', '--if-needed') },
  { title: 'types', args: script('types') },
  { title: 'lint and format', args: script('lint') },
  {
    title: 'unit tests',
    args: script('unit', '--reporter=default', '--reporter=json', `--outputFile.json=${report('unit')}`),
    count: () => countVitest(readReport('unit')),
    tell: () => tellVitest(readReport('unit')),
  },
  {
    title: 'browser tests',
    args: ['test/support/e2e.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('e2e') },
    count: () => countPlaywright(readReport('e2e')),
    tell: () => tellPlaywright(readReport('e2e')),
  },
];

function readReport(name) {
  try {
    return JSON.parse(readFileSync(report(name), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined; // the runner did not come so far: the step failed as one
    throw error;
  }
}

/** A file that fails before its first test counts as one failure. */
function countVitest(json) {
  if (!json) return undefined;
  const unread = json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: json.numPassedTests,
    failed: json.numFailedTests + unread.length,
    skipped: json.numPendingTests + (json.numTodoTests ?? 0),
  };
}

function countPlaywright(json) {
  if (!json) return undefined;
  const { expected, unexpected, flaky, skipped } = json.stats;
  return { passed: expected + flaky, failed: unexpected + json.errors.length, skipped };
}

const TOLD_LINES = 12;

/** A test's name and the beginning of what it said, without the colours of a terminal. */
function told(title, text = '') {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the escape character that begins a colour
  const lines = text.replace(/\u001b\[[\d;]*m/g, '').split('\n');
  return [title, ...lines.slice(0, TOLD_LINES).map((line) => `    ${line}`)].join('\n');
}

function tellVitest(json) {
  return (json?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    const place = relative(root, file.name);
    if (failed.length === 0) return file.status === 'failed' ? [told(place, file.message)] : [];
    return failed.map((test) => told(`${place} › ${test.fullName}`, test.failureMessages[0]));
  });
}

function tellPlaywright(json) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  return (json?.suites ?? []).flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => {
        const tries = test.status === 'flaky' ? ' (passed at a second try)' : '';
        const error = test.results.find((result) => result.error)?.error;
        return told(`${spec.file}:${spec.line} › ${spec.title}${tries}`, error?.message);
      }),
  );
}

let stop;
function run({ args, env }) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    stop = (signal) => child.kill(signal);
    child.on('exit', (code, signal) => done(code === 0 && !signal));
  });
}

let ended;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    ended = signal;
    stop?.(signal);
  });
}

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const retold = [];
for (const step of STEPS) {
  if (ended) break;
  console.log(`\n=== ${step.title}`);
  const isGood = await run(step);
  const counted = step.count?.() ?? { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
  // A runner that fails for another reason than a test is a failure too.
  if (!isGood && counted.failed === 0) counted.failed = 1;
  if (counted.failed > 0) failures.push(`${step.title} (${counted.failed})`);
  retold.push(...(step.tell?.() ?? []));
  for (const key of Object.keys(total)) total[key] += counted[key];
}
rmSync(reports, { recursive: true, force: true });

if (retold.length > 0) console.log(`\n=== to look at\n${retold.join('\n')}`);
console.log(failures.length > 0 ? `\nFailed: ${failures.join(', ')}` : '');
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`looptape: ${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = ended ? 128 + constants.signals[ended] : total.failed > 0 ? 1 : 0;
