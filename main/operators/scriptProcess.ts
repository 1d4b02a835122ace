// One user module in one process of its own, for one run. A thread would share the program's memory and could not always
// be stopped: a module that fills the heap would take the program with it, and V8 has loops in which a thread does not
// hear that it is to end. What must hold: fires of the module run one after another in the order in which they began, so
// that its state has one history; a fire always gets an answer, whatever its module does; a process that ended is
// replaced at the next fire, which says that the module's state is lost.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StateChange } from '../../shared/model/container.ts';
import type { LogLine } from '../../shared/model/event.ts';
import { LOOP_VARIABLE } from '../../shared/model/loopVariable.ts';
import type { ScriptModule, ScriptReport, ScriptRequest, ThreadChange } from '../../shared/model/scriptMessage.ts';
import { fromThread, toThread } from '../../shared/model/threadValue.ts';
import { snapshot } from '../../shared/model/value.ts';
import type { Call, OperatorAnswer } from '../runner/ports.ts';
import { hold, kill, release } from './childProcess.ts';
import { outputsOf } from './outputs.ts';
import { type Refusal, refusal } from './refusal.ts';
import { SentState } from './sentState.ts';
import { called, capital } from './wording.ts';

/** How long a process may take until it is ready for its first fire. */
const START_MS = 30_000;
/** How long the system may take to end a process. */
const END_MS = 5000;
/** How many lines are kept that timers of earlier fires print while no fire runs. */
const STRAY_LINES = 100;

export interface ScriptProcessOptions {
  readonly module: ScriptModule;
  /** The compiled entry main/workers/script. */
  readonly workerUrl: URL;
  /** Where the process stands: the graph's folder. */
  readonly folder: string;
  /** How long a module has to answer after its abort signal, before its process is ended. */
  readonly graceMs: number;
  readonly memoryMb: number;
}

export interface ScriptJob {
  readonly call: Call;
  readonly export: string;
  readonly timeoutMs: number;
}

type Finished = Extract<ScriptReport, { kind: 'finished' }>;

interface Pending extends ScriptJob {
  readonly id: number;
  readonly log: LogLine[];
  readonly resolve: (answer: OperatorAnswer) => void;
  readonly onAbort: () => void;
  timer?: NodeJS.Timeout;
}

interface Running {
  readonly child: ChildProcess;
  /** Settles when the process is gone and all that it said has been read. */
  readonly gone: Promise<void>;
  isReady: boolean;
  readonly state: SentState;
  /** What it said about the error that ended it. */
  crash?: string;
  /** The end of what it wrote to its standard error: V8's last words. */
  lastWords: string;
}

export class ScriptProcess {
  readonly #options: ScriptProcessOptions;
  readonly #waiting: Pending[] = [];
  #active: Pending | undefined;
  /** The answer of the active fire once its process is being ended on purpose. */
  #verdict: Refusal | undefined;
  #running: Running | undefined;
  /** Why the last process is gone, until the next one starts. */
  #lost: string | undefined;
  readonly #stray: LogLine[] = [];
  #count = 0;
  #isClosed = false;

  constructor(options: ScriptProcessOptions) {
    this.#options = options;
  }

  run(job: ScriptJob): Promise<OperatorAnswer> {
    return new Promise((resolve) => {
      if (job.call.abort.aborted || this.#isClosed) return resolve(cancelled(job.call));
      const onAbort = () => this.#cancel(pending);
      const pending: Pending = { ...job, id: this.#count++, log: [], resolve, onAbort };
      job.call.abort.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(pending);
      this.#next();
    });
  }

  /** Ends the process; what runs or waits is answered as cancelled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const pending of this.#waiting.splice(0)) answer(pending, cancelled(pending.call));
    const running = this.#running;
    if (!running) return;
    // Who waits for this must not end before it happens.
    hold(running.child);
    if (this.#active) this.#end(this.#active, cancelled(this.#active.call), 'the run is over');
    else kill(running.child);
    await running.gone;
  }

  #next(): void {
    if (this.#active || this.#isClosed) return;
    const pending = this.#waiting.shift();
    if (!pending) return;
    this.#active = pending;
    if (this.#lost !== undefined) {
      const text = `${this.#options.module.name} starts afresh and what it kept in memory is lost, because ${this.#lost}.`;
      pending.log.push({ level: 'warn', text });
      this.#lost = undefined;
    }
    pending.log.push(...this.#stray.splice(0));
    this.#running ??= this.#start();
    hold(this.#running.child);
    this.#limit(pending, this.#running);
    const { call } = pending;
    this.#tell({
      kind: 'call',
      id: pending.id,
      export: pending.export,
      ...this.#running.state.inputsOf(call),
      fire: call.fire,
      nth: call.nth,
      at: call.at,
      node: call.node,
      states: (call.states ?? []).map((state) =>
        state.value === undefined ? state : { ...state, value: toThread(state.value) },
      ),
    });
  }

  #start(): Running {
    const { module, workerUrl, folder, memoryMb } = this.#options;
    const child = fork(fileURLToPath(workerUrl), [JSON.stringify(module)], {
      cwd: folder,
      // Electron's binary is Node when it is told so; the entry takes this back before the module runs.
      env: {
        ...process.env,
        [LOOP_VARIABLE]: '1',
        ...(process.versions.electron ? { ELECTRON_RUN_AS_NODE: '1' } : {}),
      },
      execArgv: [`--max-old-space-size=${memoryMb}`],
      // What the module prints comes as messages; the program's own output is not the module's. The last is the lifeline.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
      serialization: 'advanced',
      // A group of its own: Ctrl+C in the terminal is the program's to handle, and what the module starts ends with it.
      detached: process.platform !== 'win32',
    });
    const ended = Promise.all([
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        // It never came to be.
        child.once('error', () => child.pid === undefined && resolve());
      }),
      // Follows the last message.
      new Promise<void>((resolve) => {
        if (child.pid === undefined) resolve();
        child.once('disconnect', resolve);
      }),
    ]);
    const running: Running = {
      child,
      gone: ended.then(() => this.#died(running)),
      isReady: false,
      state: new SentState(),
      lastWords: '',
    };
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      running.lastWords = (running.lastWords + text).slice(-8192);
    });
    child.on('error', (error) => {
      running.crash ??= error.message;
    });
    child.on('disconnect', () => kill(child));
    child.on('message', (report) => this.#take(running, report as ScriptReport));
    return running;
  }

  #tell(request: ScriptRequest): void {
    // Where the process is gone already, its end is what answers.
    this.#running?.child.send(request, () => undefined);
  }

  #take(running: Running, report: ScriptReport): void {
    if (running !== this.#running) return;
    const active = this.#active;
    switch (report.kind) {
      case 'ready':
        running.isReady = true;
        if (active && this.#verdict === undefined && !active.call.abort.aborted) this.#limit(active, running);
        return;
      case 'log':
        if (report.id !== null && report.id === active?.id) active.log.push(report.line);
        else if (this.#stray.length < STRAY_LINES) this.#stray.push(report.line);
        return;
      case 'crashed':
        running.crash = report.message;
        return;
      case 'finished':
        if (report.id !== active?.id || this.#verdict) return;
        this.#settle(active, this.#answerOf(active, report));
        return;
      case 'failed': {
        if (report.id !== active?.id || this.#verdict) return;
        const raw = report.raw === undefined ? undefined : fromThread(report.raw);
        this.#settle(active, refusal(report.code, report.message, raw));
      }
    }
  }

  #answerOf({ call, export: name }: Pending, { returned, changes }: Finished): OperatorAnswer {
    const { name: module } = this.#options.module;
    const maker = name === 'default' ? `The default export of ${module}` : `"${name}" of ${module}`;
    const answer = outputsOf(call, fromThread(returned), { name: maker, verb: 'returned', code: 'bad-output' });
    if (!answer.ok || changes.length === 0) return answer;
    return { ...answer, changes: changes.map(fromThreadChange) };
  }

  /** The fire's own time begins when its process is ready. */
  #limit(pending: Pending, running: Running): void {
    const { name } = this.#options.module;
    const body = called(pending.call);
    clearTimeout(pending.timer);
    const [limitMs, message] = running.isReady
      ? [
          pending.timeoutMs,
          `${name} did not answer ${body} within ${pending.timeoutMs} ms and was ended; timeoutMs sets a longer limit.`,
        ]
      : [START_MS, `The process for ${name} was not ready within ${START_MS} ms.`];
    pending.timer = setTimeout(() => {
      this.#end(pending, refusal('timeout', message), `${body} ran into its time limit`);
    }, limitMs);
  }

  #cancel(pending: Pending): void {
    const index = this.#waiting.indexOf(pending);
    if (index >= 0) {
      this.#waiting.splice(index, 1);
      answer(pending, cancelled(pending.call));
      return;
    }
    if (pending !== this.#active || this.#verdict) return;
    this.#tell({ kind: 'abort', id: pending.id });
    clearTimeout(pending.timer);
    pending.timer = setTimeout(
      () => this.#end(pending, cancelled(pending.call), `${called(pending.call)} was cancelled`),
      this.#options.graceMs,
    );
  }

  /** Ends the process; the fire is answered when it is gone, so that nothing of the module runs on unseen. */
  #end(pending: Pending, verdict: Refusal, why: string): void {
    if (pending !== this.#active || this.#verdict) return;
    clearTimeout(pending.timer);
    this.#verdict = verdict;
    this.#lost = why;
    const running = this.#running;
    if (!running) return;
    kill(running.child);
    pending.timer = setTimeout(() => this.#died(running), END_MS);
  }

  #died(running: Running): void {
    if (running !== this.#running) return;
    this.#running = undefined;
    const active = this.#active;
    const verdict = this.#verdict ?? this.#reasonOf(running);
    if (this.#verdict === undefined) {
      this.#lost = active
        ? `it ended in ${called(active.call)}`
        : `it ended between two fires (${verdict.error.message.split('\n')[0]})`;
    }
    if (active) this.#settle(active, verdict);
  }

  /** Why the process ended without our doing. */
  #reasonOf({ child, crash, lastWords }: Running): Refusal {
    const { module, memoryMb } = this.#options;
    if (crash !== undefined) {
      return refusal('script-crashed', `${module.name} left an error that nothing caught: ${crash}`);
    }
    if (/heap out of memory|Allocation failed/.test(lastWords)) {
      return refusal('out-of-memory', `${module.name} needed more than the ${memoryMb} MB that a module may use.`);
    }
    const how = child.signalCode ? `signal ${child.signalCode}` : `exit code ${child.exitCode}`;
    return refusal('script-exited', `${module.name} ended its process with ${how} instead of returning outputs.`);
  }

  #settle(pending: Pending, made: OperatorAnswer): void {
    this.#active = undefined;
    this.#verdict = undefined;
    if (this.#running && !this.#isClosed) release(this.#running.child);
    answer(pending, made);
    this.#next();
  }
}

function fromThreadChange(change: ThreadChange): StateChange {
  return 'signal' in change ? change : { write: change.write, value: snapshot(fromThread(change.value)) };
}

function cancelled(call: Call): Refusal {
  return refusal('cancelled', `${capital(called(call))} was cancelled.`);
}

function answer(pending: Pending, made: OperatorAnswer): void {
  clearTimeout(pending.timer);
  pending.call.abort.removeEventListener('abort', pending.onAbort);
  pending.resolve(pending.log.length === 0 ? made : { ...made, log: pending.log });
}
