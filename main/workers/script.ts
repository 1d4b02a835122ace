// The process of one user module: loads it, calls its functions one after another, and reports what they return, throw
// and print. What must hold: the host gets plain data or a failure; what cannot cross to another process becomes a note of
// its type; printing is bounded; and the process never outlives its host, even while the module loops for ever.
import { format, inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { LogLine } from '../../shared/model/event.ts';
import { FireStates, type StateAnswer } from '../../shared/model/fireStates.ts';
import { kindOf } from '../../shared/model/kindOf.ts';
import {
  LIFELINE_FD,
  type ScriptModule,
  type ScriptReport,
  type ScriptRequest,
} from '../../shared/model/scriptMessage.ts';
import { fromThread, toThread } from '../../shared/model/threadValue.ts';
import { Bytes, isRecord, snapshot, type Value } from '../../shared/model/value.ts';

/** How much one fire may print. */
const LINES = 1000;
const CHARACTERS = 256 * 1024;
const STACK_LINES = 3;

type Call = Extract<ScriptRequest, { kind: 'call' }>;

const { url, name, folder } = JSON.parse(process.argv.splice(2).join(' ')) as ScriptModule;
delete process.env.ELECTRON_RUN_AS_NODE;
const send = process.send?.bind(process);
if (send === undefined) throw new Error('main/workers/script is started by the script operator');
// The channel is not the module's: libraries that find it would speak into it.
delete process.send;

const report = (message: ScriptReport): boolean => send(message);

// A loop of the module keeps this thread from hearing that the program is gone; another thread looks after that.
const guard = `
const { Socket } = require('node:net');
const lifeline = new Socket({ fd: ${LIFELINE_FD} });
lifeline.on('error', () => lifeline.destroy());
lifeline.on('close', () => process.kill(process.pid, 'SIGKILL'));
lifeline.resume();`;
new Worker(guard, { eval: true, execArgv: [] }).unref();
process.on('disconnect', () => process.exit());

let current: number | null = null;
let abort = new AbortController();
let linesLeft = LINES;
let charactersLeft = CHARACTERS;

function print(level: LogLine['level'], text: string): void {
  if (linesLeft <= 0) return;
  linesLeft--;
  const kept = text.slice(0, charactersLeft);
  charactersLeft -= kept.length;
  report({ kind: 'log', id: current, line: { level, text: kept } });
  if (linesLeft > 0 && charactersLeft > 0) return;
  linesLeft = 0;
  const limit = charactersLeft <= 0 ? `${CHARACTERS / 1024} KB` : `${LINES.toLocaleString('en')} lines`;
  report({
    kind: 'log',
    id: current,
    line: { level: 'warn', text: `The log is cut here: one fire may print ${limit}.` },
  });
}

for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  console[level] = (...values: unknown[]) => print(level, format(...values));
}
// What does not go through the five, such as console.dir, and what writes to the streams itself.
for (const [stream, level] of [
  [process.stdout, 'log'],
  [process.stderr, 'error'],
] as const) {
  stream.write = (chunk: unknown, ...rest: unknown[]): boolean => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString();
    print(level, text.replace(/\n$/, ''));
    const done = rest.at(-1);
    if (typeof done === 'function') queueMicrotask(() => done());
    return true;
  };
}

/** Media types of the bytes that were handed in, for a module that passes them on. */
const mediaTypes = new WeakMap<object, string>();

function revive(bytes: Bytes): Uint8Array {
  mediaTypes.set(bytes.data, bytes.mediaType);
  return bytes.data;
}

/** Puts the media type back on bytes that were passed on at the top level or within plain lists and objects. */
function keepMediaTypes(value: unknown, above: readonly unknown[] = []): unknown {
  if (value instanceof Uint8Array) {
    const mediaType = mediaTypes.get(value);
    return mediaType === undefined ? value : new Bytes(value.slice(), mediaType);
  }
  if (typeof value !== 'object' || value === null || above.includes(value)) return value;
  if (Array.isArray(value)) {
    const made = value.map((item) => keepMediaTypes(item, [...above, value]));
    return made.every((item, i) => Object.is(item, value[i])) ? value : made;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  const entries = Object.entries(value);
  const made = entries.map(([key, item]) => [key, keepMediaTypes(item, [...above, value])] as const);
  return made.every(([, item], i) => Object.is(item, entries[i]?.[1])) ? value : Object.fromEntries(made);
}

class Failure extends Error {
  readonly code: string;
  readonly raw: unknown;
  constructor(code: string, message: string, raw?: unknown) {
    super(message);
    this.code = code;
    this.raw = raw;
  }
}

let loading: Promise<Record<string, unknown>> | undefined;

async function load(): Promise<Record<string, unknown>> {
  // A module's top level runs once; where it failed, the next fire fails in the same way.
  loading ??= import(/* @vite-ignore */ url) as Promise<Record<string, unknown>>;
  try {
    return await loading;
  } catch (error) {
    const { code } = (error ?? {}) as { code?: unknown };
    if (code === 'ERR_MODULE_NOT_FOUND')
      throw new Failure('module-missing', `${name} imports what is not there: ${tell(error)}`);
    throw new Failure('module-failed', `${name} could not be loaded: ${tell(error)}`);
  }
}

async function perform(call: Call, context: Context): Promise<Value | undefined> {
  const exports = await load();
  const wanted = call.export === 'default' ? 'a default export' : `an export "${call.export}"`;
  if (!(call.export in exports)) {
    const there = Object.keys(exports).join(', ') || 'none';
    throw new Failure('export-missing', `${name} has no ${wanted.replace(/^an? /, '')}; its exports are: ${there}.`);
  }
  const body = exports[call.export];
  if (typeof body !== 'function') {
    throw new Failure('export-missing', `${name} has ${wanted}, but it is ${kindOf(body)}, not a function.`);
  }
  if (abort.signal.aborted) throw new Failure('cancelled', `The call of ${name} was cancelled before it began.`);
  let returned: unknown;
  try {
    returned = await body(inputsOf(call), context.given);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('script-threw', `${name} threw ${tell(error)}`);
  }
  // What was refused fails the fire, whatever the module made of it.
  if (context.refused !== undefined) throw context.refused;
  if (returned === undefined) return undefined;
  const made = snapshot(keepMediaTypes(returned));
  if (!isRecord(made)) return made;
  // `{x: undefined}` says that x has no value this time, as a missing key does.
  const keys = Object.keys(made).filter((key) => (returned as Record<string, unknown>)[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, made[key] as Value]));
}

const held = new Map<string, unknown>();

/** A socket's state is shared from fire to fire, so it is frozen; all else is the module's own. */
function inputsOf(call: Call): unknown {
  const inputs = fromThread(call.inputs, revive) as Record<string, unknown>;
  if (call.state === undefined) return inputs;
  for (const part of call.state) if ('value' in part) held.set(part.key, freeze(fromThread(part.value, revive)));
  const state = Object.fromEntries(call.state.map(({ key }) => [key, held.get(key)]));
  for (const key of held.keys()) if (!Object.hasOwn(state, key)) held.delete(key);
  return { ...inputs, state: Object.freeze(state) };
}

function freeze(data: unknown): unknown {
  // Bytes can't be frozen.
  if (typeof data !== 'object' || data === null || ArrayBuffer.isView(data)) return data;
  for (const key of Object.keys(data)) freeze((data as Record<string, unknown>)[key]);
  return Object.freeze(data);
}

interface Context {
  /** The function's second argument. */
  readonly given: object;
  readonly states: FireStates;
  /** The first access that was not granted. */
  refused: Failure | undefined;
}

function contextOf(call: Call): Context {
  const granted = call.states.map((state) =>
    state.value === undefined
      ? (state as Omit<typeof state, 'value'>)
      : { ...state, value: fromThread(state.value) as Value },
  );
  const states = new FireStates(call.node, granted);
  const allowed = (answer: StateAnswer): Value | undefined => {
    if (answer.ok) return answer.value;
    const failure = new Failure(answer.code, answer.message);
    if (answer.code === 'no-grant') context.refused ??= failure;
    throw failure;
  };
  const context: Context = { given: {}, states, refused: undefined };
  const given = Object.freeze({
    fire: call.fire,
    nth: call.nth,
    at: call.at,
    abort: abort.signal,
    log: (...values: unknown[]) => print('log', format(...values)),
    signal: (signal: unknown): void => {
      allowed(states.signal(String(signal)));
    },
    state: Object.freeze({
      read: (container: unknown, state: unknown): unknown => {
        const value = allowed(states.read(String(container), String(state)));
        // A copy of its own, as inputs are.
        return value === undefined ? undefined : fromThread(structuredClone(toThread(value)), revive);
      },
      write: (container: unknown, state: unknown, value: unknown): void => {
        allowed(states.write(String(container), String(state), snapshot(keepMediaTypes(value))));
      },
    }),
  });
  return Object.assign(context, { given });
}

/** The error in a line, and the lines of its stack that lie in the user's own files. */
function tell(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error, { breakLength: Number.POSITIVE_INFINITY });
  const stack = typeof error.stack === 'string' ? error.stack.split('\n') : [];
  const own = stack.filter(
    (line) => /^\s+at /.test(line) && !line.includes('node:') && !line.includes(import.meta.url),
  );
  // A syntax error has no stack of its own; its place stands before its text.
  const place = error instanceof SyntaxError ? stack.find((line) => /^file:\S+:\d+$/.test(line)) : undefined;
  const lines = place === undefined ? own : [`    at ${place}`, ...own];
  const cause = error.cause === undefined ? '' : ` (caused by ${inspect(error.cause, { depth: 0 }).split('\n')[0]})`;
  return [`${error.name}: ${error.message}${cause}`, ...lines.slice(0, STACK_LINES)].join('\n').replaceAll(folder, '');
}

async function answer(call: Call): Promise<void> {
  current = call.id;
  abort = new AbortController();
  linesLeft = LINES;
  charactersLeft = CHARACTERS;
  let message: ScriptReport;
  try {
    const context = contextOf(call);
    const returned = await perform(call, context);
    const changes = context.states.changes.map((change) =>
      'signal' in change ? change : { ...change, value: toThread(change.value) },
    );
    const made = returned === undefined ? {} : { returned: toThread(returned) };
    message = { kind: 'finished', id: call.id, changes, ...made };
  } catch (error) {
    const known = error instanceof Failure ? error : new Failure('bad-output', `${name}: ${tell(error)}`);
    const raw = known.raw === undefined ? {} : { raw: toThread(known.raw as Value) };
    message = { kind: 'failed', id: call.id, code: known.code, message: known.message, ...raw };
  }
  current = null;
  report(message);
}

process.on('uncaughtException', (error) => {
  report({ kind: 'crashed', message: tell(error) });
  process.exit(1);
});

process.on('message', (request: ScriptRequest) => {
  if (request.kind === 'call') void answer(request);
  else if (request.id === current) abort.abort(new Error('the run was cancelled'));
});
report({ kind: 'ready' });
