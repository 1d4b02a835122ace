// The operator `script`: a fire calls a function of a local module (semantics §4), in a process of its own.
import { statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { typeName, type Value } from '../../shared/model/value.ts';
import type { Call, Operator, OperatorAnswer } from '../runner/ports.ts';
import { refusal } from './refusal.ts';
import { type ScriptJob, ScriptProcess } from './scriptProcess.ts';

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
 * async. Its inputs are copies of its own; its outputs are copied before it goes on. Errors: `module-missing`,
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
            `The module "${name}" of node "${call.node}" is not there: ${file} is no file. config.module is relative to the graph's folder.`,
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
      return running.run(job).then((answer) => declaredOnly(call, answer));
    },
    async close() {
      await Promise.all([...processes.values()].map((running) => running.close()));
      processes.clear();
    },
  };
}

function jobOf(call: Call): ScriptJob | OperatorAnswer {
  const { config, node } = call;
  if (typeof config.module !== 'string' || config.module === '') {
    return refusal('bad-config', `Node "${node}" is a script without config.module, the path of its module.`);
  }
  const wanted = config.export ?? 'default';
  if (typeof wanted !== 'string') {
    return refusal(
      'bad-config',
      `config.export of node "${node}" is ${typeName(wanted)}; it must be the name of an export.`,
    );
  }
  const timeoutMs = config.timeoutMs ?? LIMIT_MS;
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) {
    return refusal('bad-config', `config.timeoutMs of node "${node}" must be a number of milliseconds above 0.`);
  }
  const outputs = declared(config.outputs);
  if (outputs === undefined) {
    return refusal(
      'bad-config',
      `config.outputs of node "${node}" must be the list of the outputs that its module returns.`,
    );
  }
  return {
    call,
    export: wanted,
    mayReturnNothing: outputs.length === 0,
    timeoutMs: Math.min(timeoutMs, LONGEST_MS),
  };
}

function declared(outputs: Value | undefined): readonly Value[] | undefined {
  return Array.isArray(outputs) ? outputs : undefined;
}

function declaredOnly(call: Call, answer: OperatorAnswer): OperatorAnswer {
  if (!answer.ok) return answer;
  const outputs = declared(call.config.outputs) ?? [];
  const others = Object.keys(answer.outputs).filter((port) => !outputs.includes(port));
  if (others.length === 0) return answer;
  const named = others.map((port) => `"${port}"`).join(', ');
  return {
    ...refusal(
      'undeclared-output',
      `${call.config.module} returned ${named}, which config.outputs of node "${call.node}" does not declare.`,
      answer.outputs,
    ),
    ...(answer.log === undefined ? {} : { log: answer.log }),
  };
}
