// The thread of one run, a new one or one that goes on: parse, check, run, record. What must hold: every run that was begun ends with its tape closed; the
// last news is posted once, when nothing of the tape is open any more; news of the head are thin.
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../shared/base/assert.ts';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { RunState } from '../../shared/contract/run.ts';
import type {
  ContinuedRunData,
  NewRunData,
  RunCommand,
  RunNews,
  RunThreadData,
} from '../../shared/contract/runMessage.ts';
import { ATTEMPT, CONFIRM } from '../../shared/model/checkedBoundedGraph.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import { fromPublic, fromPublicRecord } from '../../shared/model/publicValue.ts';
import type { ValueRecord } from '../../shared/model/value.ts';
import { freezeMachine, type Machine, newMachine } from '../engine/machine.ts';
import { checkGraph } from '../graph/check.ts';
import { parseGraph } from '../graph/parse.ts';
import { recordedGraph } from '../graph/recordedGraph.ts';
import type { Ask } from '../operators/ask.ts';
import { operatorSet } from '../operators/operatorSet.ts';
import { secretsOf } from '../operators/secrets.ts';
import { type Recorder, record } from '../recorder/recorder.ts';
import { RunControls } from '../runner/controls.ts';
import { type PickedUp, pickUp } from '../runner/pickUp.ts';
import type { Sink } from '../runner/ports.ts';
import { RedactedFold } from '../runner/redactedFold.ts';
import { Redaction, redactingSink } from '../runner/redaction.ts';
import { type Beginning, type GoingOn, type RunOutcome, runGraph } from '../runner/run.ts';
import { type Shown, shownLoop } from '../runner/shownLoop.ts';
import { failureOf } from '../tape/damage.ts';
import { openTape } from '../tape/read.ts';
import { appendTo, createTape, type TapeWriter } from '../tape/write.ts';

/** At most some 30 pieces of news a second. */
const NEWS_MS = 33;

const port = parentPort;
invariant(port !== null, 'main/workers/run is the entry of a worker thread');
const tell = (news: RunNews): void => port.postMessage(news);

const data = workerData as RunThreadData;
const controls = new RunControls();
const released = Promise.withResolvers<void>();
/** Who waits for a person's answer, by fire. */
const asking = new Map<number, (answer: string | undefined) => void>();

/** News of the head, once there is a tape. */
let news: ReturnType<typeof headNews> | undefined;

port.on('message', (command: RunCommand) => {
  switch (command.kind) {
    case 'pause':
    case 'resume':
    case 'step':
      controls[command.kind]();
      // News that was on its way when this was asked for said what held before it, and a held run may never say more.
      return news?.repeat();
    case 'stop':
      return controls.cancel();
    case 'answer':
      return asking.get(command.fire)?.(command.answer);
    case 'released':
      return released.resolve();
  }
});

/** Never goes back in time, and has fractions of a millisecond. */
const nowMs = (): number => performance.timeOrigin + performance.now();

/** A run that is ready to begin or to go on, its tape locked for writing. */
interface Ready {
  readonly graph: CheckedGraph;
  readonly graphFolder: string;
  readonly writer: TapeWriter;
  readonly machine: Machine;
  readonly start: Beginning | Pick<GoingOn, 'goOn'>;
}

function newRun(data: NewRunData): Result<Ready, Failure> {
  const graph = checkedGraph(data);
  if (!graph.ok) return graph;
  const graphFolder = dirname(data.graphPath);
  const { id, force, inputs, budget, versions } = data;
  const writer = createTape(data.tapePath, { id, startedAtMs: nowMs(), graphFolder, force });
  if (!writer.ok) return writer;
  const begin = {
    id,
    name: graph.value.name,
    inputs: fromPublicRecord(inputs),
    versions,
    ...(budget === undefined ? {} : { budget }),
  };
  return succeeded({
    graph: graph.value,
    graphFolder,
    writer: writer.value,
    machine: newMachine(graph.value),
    start: { begin },
  });
}

/** Everything is looked at before the tape is opened for writing: a refused one keeps its bytes. */
function continuedRun(data: ContinuedRunData): Result<Ready, Failure> {
  const { tapePath, head, graphFolder, versions } = data;
  const picked = pickedUp(data);
  if (!picked.ok) return picked;
  const writer = appendTo(tapePath);
  if (!writer.ok) return writer;
  if (writer.value.head() !== head) {
    writer.value.abandon();
    return failed(failure('tape-live', `${tapePath} was recorded on meanwhile by another program; look at it again.`));
  }
  const { graph, machine, missing } = picked.value;
  return succeeded({ graph, graphFolder, writer: writer.value, machine, start: { goOn: { missing, versions } } });
}

function pickedUp({ tapePath, head }: ContinuedRunData): Result<PickedUp & { graph: CheckedGraph }, Failure> {
  const refused = (why: string) => failed(failure('not-continuable', `${tapePath} ${why}.`));
  const opened = openTape(tapePath);
  if (!opened.ok) return opened;
  const reader = opened.value;
  try {
    const first = reader.event(0);
    const { graph } = first?.kind === 'run.started' ? recordedGraph(first) : {};
    if (!graph) return refused('holds no graph that this Looptape can run');
    if (reader.head() !== head) return refused('has changed since it was looked at');
    const picked = pickUp(graph, reader);
    return picked.ok ? succeeded({ ...picked.value, graph }) : refused(picked.failure);
  } catch (error) {
    const known = failureOf(error, tapePath);
    if (known === undefined) throw error;
    return failed(known);
  } finally {
    reader.close();
  }
}

function checkedGraph(data: NewRunData): Result<CheckedGraph, Failure> {
  const parsed = parseGraph(data.text, data.graphPath);
  const invalid = ({ problems }: { readonly problems: readonly { readonly message: string }[] }) =>
    failed(
      failure('graph-invalid', `${data.graphPath}: ${problems[0]?.message ?? 'is no valid graph.'}`, { problems }),
    );
  if (!parsed.ok) return invalid(parsed.failure);
  const checked = checkGraph(parsed.value, {
    ...(data.compat === undefined ? {} : { compat: data.compat }),
    ...(data.loadout === undefined ? {} : { loadout: data.loadout }),
    ...(data.standIns === undefined ? {} : { standIns: fromPublic(data.standIns) as ValueRecord }),
  });
  return checked.ok ? checked : invalid(checked.failure);
}

/** Tells of the newest head at once where there was no news lately, else when it is time again. */
function headNews(): { at(head: number): void; repeat(): void; stop(): void } {
  let toldMs = 0;
  let newest = -1;
  let timer: NodeJS.Timeout | undefined;
  const post = (): void => {
    timer = undefined;
    toldMs = performance.now();
    const state: RunState = controls.held ? 'paused' : 'running';
    tell({ kind: 'advanced', head: newest, state });
  };
  return {
    at(head) {
      newest = head;
      const waitMs = toldMs + NEWS_MS - performance.now();
      if (waitMs <= 0) post();
      else timer ??= setTimeout(post, waitMs);
    },
    repeat() {
      clearTimeout(timer);
      if (newest >= 0) post();
    },
    stop: () => clearTimeout(timer),
  };
}

/** How a person is asked in that graph: through whoever started the run. */
function askOf({ dialect }: CheckedGraph, redaction: Redaction | undefined): Ask {
  const isBounded = dialect === 'bounded';
  return async ({ fire, node, text, about }, abort) => {
    if (isBounded && node === CONFIRM && data.confirmed) return 'yes, beforehand (--yes-destructive)';
    if (!data.answers) return undefined;
    const yesNo = isBounded && node !== ATTEMPT;
    const [asked, told] = [text, about].map((one) => (one === undefined ? one : (redaction?.text(one) ?? one)));
    tell({ kind: 'asked', fire, node, text: asked ?? '', yesNo, ...(told === undefined ? {} : { about: told }) });
    const answered = new Promise<string | undefined>((settle) => {
      asking.set(fire, settle);
      abort.addEventListener('abort', () => settle(undefined), { once: true });
    });
    try {
      return await answered;
    } finally {
      asking.delete(fire);
    }
  };
}

/** The recorder as a sink whose first events can be read as soon as they are there. */
function begunSink(recorder: Recorder, begun: () => void): Sink {
  let isBegun = false;
  return {
    write(events) {
      recorder.write(events);
      if (isBegun) return;
      isBegun = true;
      recorder.commit();
      begun();
    },
    commit: () => recorder.commit(),
  };
}

/** Runs to the end; what leaves for the tape and for whoever looks on holds no secrets. */
async function outcomeOf(
  { graph, graphFolder, machine, start }: Ready,
  recorded: Sink,
  redaction: Redaction | undefined,
): Promise<Result<RunOutcome, Failure>> {
  try {
    if (data.paused) controls.pause();
    const cap = (data.kind === 'begin' ? data.budget : undefined) ?? Number.POSITIVE_INFINITY;
    const show = (shown: Shown) => tell({ kind: 'shown', ...shown });
    const shown = data.shows && graph.dialect === 'bounded' ? shownLoop(graph, { cap, redaction, show }) : undefined;
    const outcome = await runGraph({
      graph,
      machine,
      sink: redactingSink(shown?.sink(recorded) ?? recorded, redaction),
      controls,
      operators: operatorSet({ graphFolder, ask: askOf(graph, redaction) }),
      ...(shown === undefined ? {} : { onOutput: shown.output }),
      ...start,
      ...(data.steps === undefined ? {} : { steps: data.steps }),
    });
    return succeeded(outcome);
  } catch (error) {
    const known = failureOf(error, data.tapePath);
    if (known !== undefined) return failed(known);
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    console.error('looptape: a run failed by a fault of Looptape itself:', redaction?.text(stack) ?? stack);
    const said = error instanceof Error ? error.message : String(error);
    const message = redaction?.text(said) ?? said;
    return failed(failure('internal', `The run stopped by a fault of Looptape itself: ${message}`));
  }
}

async function main(): Promise<RunNews> {
  const ready = data.kind === 'begin' ? newRun(data) : continuedRun(data);
  if (!ready.ok) return { kind: 'failed', failure: ready.failure };
  const { graph, machine, writer } = ready.value;
  const inputs = data.kind === 'begin' ? fromPublicRecord(data.inputs) : {};
  const secrets = secretsOf({ graph, inputs, environment: process.env, rules: data.redaction });
  const redaction = secrets && new Redaction(secrets, graph.dialect);
  const fold = redaction && new RedactedFold(graph, machine, (started) => recordedGraph(started).graph);
  const frozen = (): unknown => (fold === undefined ? freezeMachine(machine) : fold.frozen());
  const told = headNews();
  news = told;
  const recorder = record(writer, { nowMs }, { machine: frozen, onCommit: (head) => told.at(head) });
  const begun = begunSink(recorder, () => tell({ kind: 'started' }));
  const sink = fold?.sink(begun) ?? begun;
  const outcome = await outcomeOf(ready.value, sink, redaction);
  news = undefined;
  told.stop();
  tell({ kind: 'finishing' });
  await released.promise;
  const closed = await recorder.finish();
  const why = !outcome.ok ? outcome.failure : !closed.ok ? closed.failure : undefined;
  if (why !== undefined || !outcome.ok)
    return { kind: 'failed', failure: why ?? failure('internal', 'It did not end.') };
  const { status, reason } = outcome.value.finished;
  return { kind: 'finished', head: writer.head(), status, reason };
}

void main().then((last) => {
  tell(last);
  port.close();
});
