// The operator `script`: a fire calls a function of a local module (semantics §4), in a process of its own.
import { statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { typeName } from '../../shared/model/value.ts';
import type { Call, Operator, OperatorAnswer } from '../runner/ports.ts';
import { refusal } from './refusal.ts';
import { type ScriptJob, ScriptProcess } from './scriptProcess.ts';
import { called, capital, setting } from './wording.ts';

/** How long a fire may take, where the config has no `timeoutMs`. */
const LIMIT_MS = 60_000;
/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

export interface ScriptOptions {
  /** The folder of the graph file; modules are named relative to it. */
  readonly graphFolder: string;
  /** The process's entry, main/workers/script; beside this file when compiled. */
  readonly workerUrl?: URL;
  /** How long a module has to answer after its abort signal. */
  readonly graceMs?: number;
  /** How much memory one module may use. */
  readonly memoryMb?: number;
}

const WORKER_URL = new URL(import.meta.url.endsWith('.ts') ? '../workers/script.ts' : './script.js', import.meta.url);

/**
 * Config: `module`, `export?`, `inputs`, `outputs`, `timeoutMs?`; the function is `(inputs, ctx) => outputs` and may be
 * async. Its inputs are copies of its own; its outputs are copied before it goes on. In a socket it has no declared inputs
 * and outputs: it gets `{item, state, cursors}`, where `state` is frozen and shared from fire to fire, and returns a text or
 * an object. Errors: `module-missing`,
 * `module-failed`, `export-missing`, `script-threw`, `script-crashed`, `script-exited`, `out-of-memory`, `timeout`,
 * `cancelled`, `bad-output`, `undeclared-output`, `bad-config`.
 */
export function scriptOperator(options: ScriptOptions): Operator & { close(): Promise<void> } {
  const processes = new Map<string, ScriptProcess>();
  return {
    outward: true,
    run(call) {
      const job = jobOf(call);
      if ('ok' in job) return job;
      const name = call.config.module as string;
      const file = resolve(options.graphFolder, name);
      let running = processes.get(file);
      if (running === undefined) {
        if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
          return refusal(
            'module-missing',
            `The module "${name}" of ${called(call)} is not there: ${file} is no file. A module's path is relative to the graph's folder.`,
          );
        }
        running = new ScriptProcess({
          module: { url: pathToFileURL(file).href, name, folder: pathToFileURL(options.graphFolder + sep).href },
          workerUrl: options.workerUrl ?? WORKER_URL,
          folder: options.graphFolder,
          graceMs: options.graceMs ?? 250,
          memoryMb: options.memoryMb ?? 512,
        });
        processes.set(file, running);
      }
      return running.run(job);
    },
    async close() {
      await Promise.all([...processes.values()].map((running) => running.close()));
      processes.clear();
    },
  };
}

function jobOf(call: Call): ScriptJob | OperatorAnswer {
  const { config } = call;
  if (typeof config.module !== 'string' || config.module === '') {
    return refusal(
      'bad-config',
      `${capital(called(call))} is a script without a module, the path of a file relative to the graph's folder.`,
    );
  }
  const wanted = config.export ?? 'default';
  if (typeof wanted !== 'string') {
    return refusal(
      'bad-config',
      `${setting(call, 'export')} is ${typeName(wanted)}; it must be the name of an export.`,
    );
  }
  const timeoutMs = config.timeoutMs ?? LIMIT_MS;
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) {
    return refusal('bad-config', `${setting(call, 'timeoutMs')} must be a number of milliseconds above 0.`);
  }
  if (call.form === 'ports' && !Array.isArray(config.outputs)) {
    return refusal(
      'bad-config',
      `${setting(call, 'outputs')} must be the list of the outputs that its module returns.`,
    );
  }
  return { call, export: wanted, timeoutMs: Math.min(timeoutMs, LONGEST_MS) };
}
