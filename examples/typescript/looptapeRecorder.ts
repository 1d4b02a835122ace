// Records a loop of your own as Looptape events: one JSON object a line. One file, no dependencies, Node 22.18 or newer.
//
//   const recorder = new Recorder({ file: 'agent.jsonl' });
//   await recorder.run({ name: 'my agent', inputs: { goal } }, async (run) => {
//     await run.scope('agent', async (scope) => {
//       for (let i = 0; i < 10; i++) {
//         const isDone = await scope.iteration(async (iteration) => {
//           const { text } = await run.fire('model', { messages }, async () => ({ text: await ask(messages) }));
//           messages.push(text);
//           run.slot('messages', messages);
//           return iteration.stop(text === 'done');
//         });
//         if (isDone) break;
//       }
//     });
//   });
//
// Values are written down when they are given, so what is changed afterwards does not change the record. What happens side by side finds
// its place by itself. A record that can't be written never stops the loop.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { finished } from 'node:stream/promises';

type Named = Readonly<Record<string, unknown>>;

export interface RunOptions {
  readonly name: string;
  readonly inputs?: Named;
  readonly graph?: unknown;
  readonly versions?: Readonly<Record<string, string>>;
}

export interface DecisionOptions {
  readonly question: 'input' | 'boundary' | 'advance' | 'edge' | 'exit' | 'empty-loop' | 'predicate';
  readonly subject: string;
  /** One of the candidates, or null where none matched. */
  readonly chosen: string | null;
  /** Each with why it was chosen or not. */
  readonly candidates: Readonly<Record<string, string>>;
  readonly operands?: Named;
  readonly target?: string;
  readonly scope?: string;
}

/** Bytes that say what they are, such as an image. */
export class MediaBytes {
  readonly data: Uint8Array;
  readonly mediaType: string;
  constructor(data: Uint8Array, mediaType: string) {
    this.data = data;
    this.mediaType = mediaType;
  }
}

const DEEPEST = 200;

/** The value in the public form: JSON, with `{"$value": …}` for what JSON lacks. */
export function encode(value: unknown, depth = 0): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'bigint':
      return { $value: 'bigint', text: value.toString() };
    case 'number':
      if (Number.isNaN(value)) return { $value: 'NaN' };
      if (!Number.isFinite(value)) return { $value: value > 0 ? 'Infinity' : '-Infinity' };
      return Object.is(value, -0) ? { $value: '-0' } : value;
    case 'object':
      return value === null ? null : encodeObject(value, depth);
    default:
      return { $value: 'unrecorded', type: typeof value };
  }
}

function encodeObject(value: object, depth: number): unknown {
  if (value instanceof MediaBytes) {
    return { $value: 'bytes', mediaType: value.mediaType, base64: Buffer.from(value.data).toString('base64') };
  }
  if (value instanceof Uint8Array) return encodeObject(new MediaBytes(value, 'application/octet-stream'), depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  if (!isPlain || depth >= DEEPEST) return { $value: 'unrecorded', type: value.constructor?.name ?? 'object' };
  if (Array.isArray(value)) return value.map((item) => encode(item, depth + 1));
  const made = encodeAll(value as Named, depth + 1);
  return Object.hasOwn(made, '$value') ? { $value: 'object', of: made } : made;
}

function encodeAll(values: Named, depth = 0): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encode(value, depth)]));
}

/** Where the lines go: a file, the standard input of a program, or standard output. */
export type Destination = { readonly file: string } | { readonly command: readonly string[] } | 'stdout';

export class Recorder {
  readonly #write: (line: string) => void;
  readonly #end: () => Promise<void>;
  #isBroken = false;

  constructor(destination: Destination = 'stdout') {
    if (destination === 'stdout') {
      this.#write = (line) => void process.stdout.write(line);
      this.#end = async () => undefined;
    } else if ('file' in destination) {
      const file = openSync(destination.file, 'w');
      this.#write = (line) => void writeSync(file, line);
      this.#end = async () => closeSync(file);
    } else {
      const child = started(destination.command, (error) => this.#broken(error));
      this.#write = (line) => void child.stdin?.write(line);
      this.#end = () => ended(child);
    }
  }

  /** One run; a recorder records one. Gives what `work` gives, once the record is written. */
  async run<T>(options: RunOptions, work: (run: Run) => Promise<T>): Promise<T> {
    const run = new Run((line) => this.#line(line));
    run.begin(options);
    try {
      const result = await work(run);
      run.finish();
      return result;
    } catch (error) {
      run.fail(error);
      throw error;
    } finally {
      await this.#end().catch((error: unknown) => this.#broken(error));
    }
  }

  #line(fields: Named): void {
    if (this.#isBroken) return;
    try {
      this.#write(`${JSON.stringify(fields)}\n`);
    } catch (error) {
      this.#broken(error);
    }
  }

  #broken(error: unknown): void {
    if (!this.#isBroken) console.error(`looptape recorder: nothing more is recorded: ${String(error)}`);
    this.#isBroken = true;
  }
}

function started([program = '', ...args]: readonly string[], broken: (error: unknown) => void): ChildProcess {
  const child = spawn(program, args, { stdio: ['pipe', 'inherit', 'inherit'] });
  child.on('error', broken);
  child.stdin?.on('error', broken);
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (!child.stdin || child.stdin.destroyed) return;
  const over = child.exitCode === null ? new Promise((done) => child.once('exit', done)) : undefined;
  child.stdin.end();
  await finished(child.stdin);
  await over;
}

interface Place {
  readonly scope: string;
  readonly path: string;
  /** How often each loop was entered in this iteration. */
  readonly entries: Map<string, number>;
}

export class Run {
  readonly #line: (fields: Named) => void;
  readonly #places = new AsyncLocalStorage<Place>();
  readonly #root: Place = { scope: '', path: '', entries: new Map() };
  readonly #beganMs = performance.now();
  readonly #outputs: Record<string, unknown> = {};
  #fires = 0;
  #reason = 'end';
  #failed: { readonly error: unknown; readonly at: string; readonly node?: string } | undefined;

  constructor(line: (fields: Named) => void) {
    this.#line = line;
  }

  begin({ name, inputs = {}, graph = null, versions = {} }: RunOptions): void {
    this.emit('run.started', '', {
      id: randomUUID(),
      dialect: 'foreign',
      graph: encode(graph),
      name,
      inputs: encodeAll(inputs),
      versions: { node: process.versions.node, ...versions },
    });
  }

  finish(): void {
    this.emit('run.finished', '', { status: 'ended', reason: this.#reason, outputs: this.#outputs });
  }

  fail(error: unknown): void {
    const where = this.#failed?.error === error ? this.#failed : undefined;
    const node = where?.node === undefined ? {} : { node: where.node };
    const told = { ...errorOf(error), at: where?.at ?? '', ...node };
    this.emit('run.finished', '', { status: 'failed', reason: 'failed', outputs: this.#outputs, error: told });
  }

  /** What the run came to. */
  outputs(values: Named): void {
    Object.assign(this.#outputs, encodeAll(values));
  }

  /** Why the run ended, where it is not simply over: stop, budget, exhausted, halt. */
  ended(reason: string): void {
    this.#reason = reason;
  }

  /** A loop. Its iterations happen inside. */
  async scope<T>(name: string, work: (scope: Scope) => Promise<T>): Promise<T> {
    const { path, entries } = this.place();
    const activation = (entries.get(name) ?? 0) + 1;
    entries.set(name, activation);
    const scope = new Scope(this, name, path, activation);
    this.emit('scope.entered', path, { scope: name });
    try {
      const result = await work(scope);
      scope.exit();
      return result;
    } catch (error) {
      scope.exit('failed');
      throw error;
    }
  }

  /** One execution of a step: `work` gives its outputs by name. */
  async fire<T extends Named>(node: string, inputs: Named, work: (fire: Fire) => Promise<T> | T): Promise<T> {
    const fire = new Fire();
    const id = this.#fires++;
    const at = this.place().path;
    this.emit('fire.started', at, { fire: id, node, inputs: encodeAll(inputs) });
    const beganMs = performance.now();
    const common = () => ({ fire: id, node, durationMs: rounded(performance.now() - beganMs), ...fire.told() });
    try {
      const outputs = await work(fire);
      this.emit('fire.finished', at, { ...common(), outputs: encodeAll(outputs) });
      return outputs;
    } catch (error) {
      this.#failed = { error, at, node };
      this.emit('fire.failed', at, { ...common(), error: errorOf(error) });
      throw error;
    }
  }

  /** A named place now holds a value. Its scope: the innermost loop; "" for the run's own. */
  slot(name: string, value: unknown, { scope = this.place().scope, writer = 'assign' } = {}): void {
    this.emit('slot.written', this.place().path, { slot: name, scope, writer, value: encode(value) });
  }

  cleared(name: string, why: string, scope: string = this.place().scope): void {
    this.emit('slot.cleared', this.place().path, { slot: name, scope, why });
  }

  signal(name: string, scope: string = this.place().scope): void {
    this.emit('signal.emitted', this.place().path, { signal: name, scope });
  }

  decision({ question, subject, chosen, candidates, operands = {}, target, scope }: DecisionOptions): void {
    this.emit('decision.made', this.place().path, {
      question,
      subject,
      scope: scope ?? this.place().scope,
      operands: encodeAll(operands),
      candidates: Object.entries(candidates).map(([id, why]) => ({ id, matched: id === chosen, why })),
      chosen,
      ...(target === undefined ? {} : { target }),
    });
  }

  /** The innermost iteration of what runs now. */
  place(): Place {
    return this.#places.getStore() ?? this.#root;
  }

  async inside<T>(place: Place, work: () => Promise<T> | T): Promise<T> {
    try {
      return await this.#places.run(place, work);
    } catch (error) {
      if (this.#failed?.error !== error) this.#failed = { error, at: place.path };
      throw error;
    }
  }

  emit(kind: string, at: string, fields: Named): void {
    this.#line({ kind, at, t: rounded(performance.now() - this.#beganMs), ...fields });
  }
}

export class Scope {
  readonly #run: Run;
  readonly #name: string;
  readonly #parent: string;
  readonly #activation: number;
  #iterations = 0;
  #reason = 'end';
  #finals: Named | undefined;

  constructor(run: Run, name: string, parent: string, activation: number) {
    this.#run = run;
    this.#name = name;
    this.#parent = parent;
    this.#activation = activation;
  }

  /** The next round. Gives what `work` gives. */
  async iteration<T>(work: (iteration: Iteration) => Promise<T> | T, label?: string): Promise<T> {
    const number = this.#iterations;
    const scope = this.#name;
    const path = this.#path(number);
    this.#run.emit('iteration.opened', path, { scope, iteration: number, ...(label === undefined ? {} : { label }) });
    const iteration = new Iteration();
    const result = await this.#run.inside({ scope, path, entries: new Map() }, () => work(iteration));
    const { carry, stop } = iteration.told();
    this.#run.emit('iteration.closed', path, {
      scope,
      iteration: number,
      carry,
      ...(stop === undefined ? {} : { stop }),
    });
    this.#iterations++;
    if (iteration.isLast) this.#reason = 'stop';
    return result;
  }

  /** Why the loop ended: stop, budget, exhausted, end; and what it came to. */
  ended(reason: string, finals?: Named): void {
    this.#reason = reason;
    this.#finals = finals;
  }

  exit(reason: string = this.#reason): void {
    const finals = this.#finals === undefined ? {} : { finals: encodeAll(this.#finals) };
    this.#run.emit('scope.exited', this.#parent, {
      scope: this.#name,
      reason,
      iterations: this.#iterations,
      ...finals,
    });
  }

  #path(iteration: number): string {
    const name = this.#name.replace(
      /[./[\]#@:%]/g,
      (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
    const again = this.#activation > 1 ? `#${this.#activation}` : '';
    const step = `${name}${again}[${iteration}]`;
    return this.#parent === '' ? step : `${this.#parent}/${step}`;
  }
}

export class Iteration {
  #carry: Record<string, unknown> = {};
  #stop: unknown;
  isLast = false;

  /** What is handed to the next round. */
  carry(values: Named): void {
    Object.assign(this.#carry, encodeAll(values));
  }

  /** Whether the loop ends here. Gives the verdict back. */
  stop<T>(verdict: T): T {
    this.#stop = encode(verdict);
    this.isLast = Boolean(verdict);
    return verdict;
  }

  told(): { readonly carry: Named; readonly stop: unknown } {
    return { carry: this.#carry, stop: this.#stop };
  }
}

export class Fire {
  readonly #log: { readonly level: string; readonly text: string }[] = [];
  #usage: Named | undefined;

  log(text: string, level: 'log' | 'info' | 'warn' | 'error' | 'debug' = 'log'): void {
    this.#log.push({ level, text });
  }

  /** What it cost, such as tokens. */
  usage(values: Named): void {
    this.#usage = encodeAll(values);
  }

  told(): Named {
    return { ...(this.#log.length > 0 ? { log: this.#log } : {}), ...(this.#usage ? { usage: this.#usage } : {}) };
  }
}

function errorOf(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof Error) return { code: error.name, message: error.message || error.name };
  return { code: 'error', message: String(error) };
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
