// npm run bench: what recording costs, as ratios within one process. Five carried values, one boundary decision an
// iteration. Medians of RUNS rounds; every round measures everything once, so that a slow spell of the machine hits all.
// Settings (environment): N iterations (20000), RUNS (5).
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { freezeMachine, newMachine } from '../../main/engine/machine.ts';
import { secretsOf } from '../../main/operators/secrets.ts';
import { momentView } from '../../main/queries/momentView.ts';
import { OpenTape } from '../../main/queries/openTape.ts';
import { record } from '../../main/recorder/recorder.ts';
import type { Sink } from '../../main/runner/ports.ts';
import { RedactedFold } from '../../main/runner/redactedFold.ts';
import { Redaction, redactingSink } from '../../main/runner/redaction.ts';
import { runGraph } from '../../main/runner/run.ts';
import { openTape } from '../../main/tape/read.ts';
import { createTape } from '../../main/tape/write.ts';
import { NO_RULES } from '../../shared/contract/redaction.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import { checked } from '../support/runGraphFile.ts';
import { checkLines } from './check.ts';
import { langGraphRun, peerIsThere } from './langGraph.ts';
import { bareLoop, loopGraph, workloadOperators } from './workload.ts';

const N = Number(process.env.N ?? 20_000);
const RUNS = Number(process.env.RUNS ?? 5);
const MOMENTS = 200;
/** LangGraph.js is so much slower that fewer iterations measure it as well. */
const PEER_N = 500;

const folder = mkdtempSync(join(tmpdir(), 'looptape-bench-'));
const graph = checked(loopGraph(N));

/** As a developer's environment has them. */
const SECRETS = Object.fromEntries(
  Array.from({ length: 6 }, (_, i) => [`SERVICE_${i}_TOKEN`, randomUUID().replaceAll('-', '')]),
);

/** Milliseconds that `work` took. */
async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function run(sink: Sink, machine = newMachine(graph)): Promise<unknown> {
  const begin = { id: randomUUID(), inputs: {}, versions: { looptape: 'bench' } };
  return runGraph({ graph, operators: workloadOperators(), sink, machine, begin });
}

/** The real recorder on a real tape. `each` commits at every boundary instead of at the latest every 100 ms. */
async function recorded(path: string, each: boolean, environment: NodeJS.ProcessEnv = {}): Promise<void> {
  const nowMs = (): number => performance.timeOrigin + performance.now();
  const writer = createTape(path, { id: randomUUID(), startedAtMs: nowMs() });
  if (!writer.ok) throw new Error(writer.failure.message);
  const machine = newMachine(graph);
  const secrets = secretsOf({ graph, inputs: {}, environment, rules: NO_RULES });
  const redaction = secrets && new Redaction(secrets, graph.dialect);
  const fold = redaction && new RedactedFold(graph, machine, () => graph);
  const recorder = record(writer.value, { nowMs }, { machine: () => (fold ? fold.frozen() : freezeMachine(machine)) });
  const plain: Sink = each
    ? {
        write(events) {
          recorder.write(events);
          if (events.some((event) => event.kind === 'iteration.closed')) recorder.commit();
        },
        commit: () => recorder.commit(),
      }
    : recorder;
  await run(redactingSink(fold?.sink(plain) ?? plain, redaction), machine);
  const ended = await recorder.finish();
  if (!ended.ok) throw new Error(ended.failure.message);
}

/** Bytes an iteration of a chunk that is not sealed yet, every boundary committed by itself: its rows, as SQLite stores them. */
async function openTapeBytes(path: string): Promise<number> {
  const iterations = 100;
  const short = checked(loopGraph(iterations));
  const nowMs = (): number => performance.timeOrigin + performance.now();
  const writer = createTape(path, { id: randomUUID(), startedAtMs: nowMs() });
  if (!writer.ok) throw new Error(writer.failure.message);
  const recorder = record(writer.value, { nowMs });
  const begin = { id: randomUUID(), inputs: {}, versions: { looptape: 'bench' } };
  await runGraph({
    graph: short,
    operators: workloadOperators(),
    machine: newMachine(short),
    begin,
    sink: {
      write(events) {
        recorder.write(events);
        if (events.some((event) => event.kind === 'iteration.closed')) recorder.commit();
      },
      commit: () => recorder.commit(),
    },
  });
  const db = new Database(path, { readonly: true });
  // Beside its body a row has its key, three numbers and their lengths.
  const bytes = db.prepare('SELECT sum(length(body) + 16) FROM packs').pluck().get() as number;
  db.close();
  await recorder.finish();
  return bytes / iterations;
}

/** What anyone would write first: one row an event, its JSON as text, a thousand to a transaction. */
function rawInserts(path: string, events: readonly EngineEvent[]): void {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec('CREATE TABLE events (seq INTEGER PRIMARY KEY, kind TEXT, at TEXT, body TEXT)');
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?)');
  for (let i = 0; i < events.length; ) {
    db.exec('BEGIN');
    for (const end = Math.min(events.length, i + 1000); i < end; i++) {
      const event = events[i] as EngineEvent;
      insert.run(event.seq, event.kind, event.at, JSON.stringify(event));
    }
    db.exec('COMMIT');
  }
  db.close();
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.slice().sort((a, b) => a - b);
  return sorted[sorted.length >> 1] as number;
}

/** Milliseconds from a click at a random moment to the whole state there, median and 95 of 100, on a tape opened afresh. */
function momentTimes(path: string): { readonly p50: number; readonly p95: number; readonly first: number } {
  const opened = openTape(path);
  if (!opened.ok) throw new Error(opened.failure.message);
  const tape = new OpenTape(opened.value);
  const head = opened.value.head();
  const times: number[] = [];
  let state = 12345;
  for (let i = 0; i < MOMENTS; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const seq = state % (head + 1);
    const began = performance.now();
    const view = momentView(tape, { seq });
    times.push(performance.now() - began);
    if (!view.ok) throw new Error(view.failure.message);
  }
  opened.value.close();
  const sorted = times.slice(1).sort((a, b) => a - b);
  return {
    first: times[0] as number,
    p50: sorted[sorted.length >> 1] as number,
    p95: sorted[Math.floor(sorted.length * 0.95)] as number,
  };
}

const events: EngineEvent[] = [];
await run({ write: (more) => events.push(...more), commit() {} });

const names = [
  'bare loop',
  'engine, null sink',
  'recorded',
  'recorded, past six secrets',
  'recorded, commit each boundary',
  'one raw insert an event',
] as const;
const times = new Map<string, number[]>(names.map((name) => [name, []]));
const note = (name: (typeof names)[number], ms: number): void => void times.get(name)?.push(ms);
const tape = join(folder, 'last.looptape');
const eachTape = join(folder, 'each.looptape');
const hasPeer = peerIsThere();
const peerTimes: number[] = [];
let peerBytes = 0;
for (let round = 0; round <= RUNS; round++) {
  const measured: [(typeof names)[number], number][] = [
    ['bare loop', await timed(() => bareLoop(N))],
    ['engine, null sink', await timed(() => run({ write() {}, commit() {} }))],
    ['recorded', await timed(() => recorded(join(folder, `a${round}.looptape`), false))],
    ['recorded, past six secrets', await timed(() => recorded(join(folder, `s${round}.looptape`), false, SECRETS))],
    ['recorded, commit each boundary', await timed(() => recorded(join(folder, `b${round}.looptape`), true))],
    ['one raw insert an event', await timed(() => rawInserts(join(folder, `c${round}.db`), events))],
  ];
  if (hasPeer) {
    const { ms, bytes } = await langGraphRun(join(folder, `d${round}.db`), PEER_N);
    if (round > 0) peerTimes.push(ms / PEER_N);
    peerBytes = bytes / PEER_N;
  }
  // The first round warms up.
  if (round > 0) for (const [name, ms] of measured) note(name, ms);
  if (round === RUNS) await recorded(tape, false);
}

const base = median(times.get('engine, null sink') ?? []);
console.log(
  `${N} iterations, ${events.length} events, ${(events.length / N).toFixed(1)} an iteration; medians of ${RUNS} rounds`,
);
console.log('');
const peerMs = hasPeer ? median(peerTimes) : undefined;
console.log('                                  iterations/s   time / null sink   × LangGraph.js + SqliteSaver');
const line = (name: string, ms: number): void => {
  const rate = Math.round(1000 / ms).toLocaleString('en');
  const against = peerMs === undefined ? '–' : (peerMs / ms).toFixed(1);
  const ratio = ((ms * N) / base).toFixed(2);
  console.log(`${name.padEnd(32)}  ${rate.padStart(12)}   ${ratio.padStart(16)}   ${against.padStart(28)}`);
};
for (const name of names) line(name, median(times.get(name) ?? []) / N);
if (peerMs !== undefined) line('LangGraph.js + SqliteSaver', peerMs);
const raw = median(times.get('one raw insert an event') ?? []);
const ours = median(times.get('recorded') ?? []);
console.log('');
console.log(`recorded against the raw inserts alone, engine included: ${(ours / raw).toFixed(2)}`);
const openBytes = await openTapeBytes(eachTape);
console.log(
  `tape: ${(statSync(tape).size / N).toFixed(0)} bytes an iteration, sealed; ${openBytes.toFixed(0)} open, a commit each boundary${hasPeer ? `; LangGraph.js ${peerBytes.toFixed(0)}` : ''}`,
);
const { first, p50, p95 } = momentTimes(tape);
console.log(
  `state at a random moment of ${MOMENTS}: p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms; the first, which reads the tape once, ${first.toFixed(0)} ms`,
);
for (const line of checkLines()) console.log(line);
rmSync(folder, { recursive: true, force: true });
