// One user module in one worker thread, for one run. What must hold: fires of the module run one after another in the
// order in which they began, so that its state has one history; a fire always gets an answer, whatever its module does; a
// worker that was ended is replaced at the next fire, which says that the module's state is lost.
import { Worker } from 'node:worker_threads';
import type { LogLine } from '../../shared/model/event.ts';
import type { ScriptReport, ScriptRequest, ScriptWorkerData } from '../../shared/model/scriptMessage.ts';
import { fromThread, toThread } from '../../shared/model/threadValue.ts';
import type { Call, OperatorAnswer } from '../runner/ports.ts';
import { type Refusal, refusal } from './refusal.ts';

export interface ScriptWorkerOptions {
  readonly data: ScriptWorkerData;
  /** The compiled entry main/workers/script. */
  readonly workerUrl: URL;
  /** How long a module has to answer after its abort signal, before its thread is ended. */
  readonly graceMs: number;
  readonly memoryMb: number;
}

export interface ScriptJob {
  readonly call: Call;
  readonly export: string;
  readonly mayReturnNothing: boolean;
  readonly timeoutMs: number;
}

interface Pending extends ScriptJob {
  readonly id: number;
  readonly log: LogLine[];
  readonly resolve: (answer: OperatorAnswer) => void;
  readonly onAbort: () => void;
  timer?: NodeJS.Timeout;
}

export class ScriptWorker {
  readonly #options: ScriptWorkerOptions;
  readonly #waiting: Pending[] = [];
  #active: Pending | undefined;
  #worker: Worker | undefined;
  /** Why the last worker is gone, until the next one starts. */
  #lost: string | undefined;
  /** What timers of earlier fires printed while no fire ran. */
  #stray: LogLine[] = [];
  #count = 0;
  #isClosed = false;

  constructor(options: ScriptWorkerOptions) {
    this.#options = options;
  }

  run(job: ScriptJob): Promise<OperatorAnswer> {
    return new Promise((resolve) => {
      const pending: Pending = {
        ...job,
        id: this.#count++,
        log: [],
        resolve,
        onAbort: () => this.#cancel(pending),
      };
      if (job.call.abort.aborted || this.#isClosed) return resolve(this.#cancelled(job.call));
      job.call.abort.addEventListener('abort', pending.onAbort, { once: true });
      this.#waiting.push(pending);
      this.#next();
    });
  }

  /** Ends the thread; what runs or waits is answered as cancelled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const pending of this.#waiting.splice(0)) this.#answer(pending, this.#cancelled(pending.call));
    const active = this.#active;
    if (active) await this.#end(active, this.#cancelled(active.call), 'the run is over');
    else await this.#worker?.terminate();
  }

  #next(): void {
    if (this.#active || this.#isClosed) return;
    const pending = this.#waiting.shift();
    if (!pending) return;
    this.#active = pending;
    if (this.#lost !== undefined) {
      const text = `${this.#options.data.name} starts afresh and what it kept in memory is lost, because ${this.#lost}.`;
      pending.log.push({ level: 'warn', text });
      this.#lost = undefined;
    }
    pending.log.push(...this.#stray.splice(0));
    this.#worker ??= this.#start();
    this.#worker.ref();
    pending.timer = setTimeout(() => this.#timeOut(pending), pending.timeoutMs);
    const { call } = pending;
    const request: ScriptRequest = {
      kind: 'call',
      id: pending.id,
      export: pending.export,
      inputs: toThread(call.inputs),
      mayReturnNothing: pending.mayReturnNothing,
      fire: call.fire,
      nth: call.nth,
      at: call.at,
    };
    this.#worker.postMessage(request);
  }

  #start(): Worker {
    const { data, workerUrl, memoryMb } = this.#options;
    const worker = new Worker(workerUrl, {
      name: `script ${data.name}`,
      workerData: data,
      // The worker turns what is printed into the fire's log; the program's own output is not the module's.
      stdout: true,
      stderr: true,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    let error: unknown;
    worker.on('message', (report: ScriptReport) => this.#take(worker, report));
    worker.on('error', (thrown) => {
      error = thrown;
    });
    worker.on('exit', (exitCode) => this.#died(worker, exitCode, error));
    return worker;
  }

  #take(worker: Worker, report: ScriptReport): void {
    // The module itself may post to its parent as well: what is none of ours is ignored.
    if (worker !== this.#worker || typeof report !== 'object' || report === null) return;
    const active = this.#active;
    if (report.kind === 'log') {
      if (report.id !== null && report.id === active?.id) active.log.push(report.line);
      else if (this.#stray.length < 100) this.#stray.push(report.line);
      return;
    }
    if (!active || report.id !== active.id) return;
    if (report.kind === 'finished') {
      const outputs = fromThread(report.outputs) as Record<string, unknown>;
      this.#settle(active, { ok: true, outputs });
    } else {
      const raw = report.raw === undefined ? undefined : fromThread(report.raw);
      this.#settle(active, refusal(report.code, report.message, raw));
    }
  }

  #timeOut(pending: Pending): void {
    const { name } = this.#options.data;
    const { call, timeoutMs } = pending;
    const answer = refusal(
      'timeout',
      `${name} did not answer node "${call.node}" within ${timeoutMs} ms and was ended; a longer limit is config.timeoutMs.`,
    );
    void this.#end(pending, answer, `node "${call.node}" ran into its time limit`);
  }

  #cancel(pending: Pending): void {
    const index = this.#waiting.indexOf(pending);
    if (index >= 0) {
      this.#waiting.splice(index, 1);
      this.#answer(pending, this.#cancelled(pending.call));
      return;
    }
    if (pending !== this.#active) return;
    const request: ScriptRequest = { kind: 'abort', id: pending.id };
    this.#worker?.postMessage(request);
    clearTimeout(pending.timer);
    pending.timer = setTimeout(
      () => void this.#end(pending, this.#cancelled(pending.call), `node "${pending.call.node}" was cancelled`),
      this.#options.graceMs,
    );
  }

  /** Ends the thread and then answers, so that nothing of the module runs on unseen. */
  async #end(pending: Pending, answer: Refusal, why: string): Promise<void> {
    clearTimeout(pending.timer);
    const worker = this.#worker;
    if (worker) {
      // A thread inside a system call, such as a child process that it waits for, ends only when that returns.
      const patience = new AbortController();
      const waited = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#options.graceMs);
        patience.signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
      await Promise.race([worker.terminate(), waited]);
      patience.abort();
    }
    this.#worker = undefined;
    this.#lost = why;
    this.#settle(pending, answer);
  }

  /** The thread is gone without our doing: process.exit, an error that nobody caught, no memory left. */
  #died(worker: Worker, exitCode: number, error: unknown): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    const { name, folder } = this.#options.data;
    const { code, stack, message } = (error ?? {}) as { code?: unknown; stack?: unknown; message?: unknown };
    let answer: Refusal;
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
      answer = refusal(
        'out-of-memory',
        `${name} needed more than the ${this.#options.memoryMb} MB that a module may use.`,
      );
    } else if (error === undefined) {
      answer = refusal(
        'script-exited',
        `${name} ended its thread with exit code ${exitCode} instead of returning outputs.`,
      );
    } else {
      const [first = String(message ?? error), ...lines] = String(stack ?? message ?? error).split('\n');
      const own = lines.filter((line) => /^\s+at /.test(line) && !line.includes('node:')).slice(0, 3);
      const told = [first, ...own].join('\n').replaceAll(folder, '');
      answer = refusal('script-crashed', `${name} left an error that nothing caught: ${told}`);
    }
    const active = this.#active;
    this.#lost = active
      ? `it died in node "${active.call.node}"`
      : `it died between two fires (${answer.error.message.split('\n')[0]})`;
    if (active) this.#settle(active, answer);
  }

  #cancelled(call: Call): Refusal {
    return refusal('cancelled', `Node "${call.node}" was cancelled.`);
  }

  #settle(pending: Pending, answer: OperatorAnswer): void {
    if (this.#active !== pending) return;
    this.#active = undefined;
    this.#worker?.unref();
    this.#answer(pending, answer);
    this.#next();
  }

  #answer(pending: Pending, answer: OperatorAnswer): void {
    clearTimeout(pending.timer);
    pending.call.abort.removeEventListener('abort', pending.onAbort);
    pending.resolve(pending.log.length === 0 ? answer : { ...answer, log: pending.log });
  }
}
