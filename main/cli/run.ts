// looptape run <graph>: checks, runs and records, with progress. Exit by how the run ended.
import { readFileSync } from 'node:fs';
import type { RequestOf } from '../../shared/contract/calls.ts';
import { failure } from '../../shared/contract/failure.ts';
import type { Shared } from './program.ts';
import { recordToEnd, type Watcher, watching } from './recording.ts';
import { type Session, withSession } from './session.ts';
import { CommandFailed } from './terminal.ts';

export interface RunFlags extends Shared, Watcher {
  readonly input: readonly string[];
  readonly inputs?: string;
  readonly budget?: number;
  readonly compat?: string;
  readonly loadout?: string;
  readonly script?: string;
  readonly steps?: number;
  readonly out?: string;
  readonly force: boolean;
}

export function run(graph: string, flags: RunFlags): Promise<number> {
  return withSession(async (session) => {
    const request: RequestOf<'run.start'> = {
      path: session.path(graph),
      inputs: inputsOf(session, flags),
      ...(flags.budget === undefined ? {} : { budget: flags.budget }),
      ...(flags.compat === undefined ? {} : { compat: flags.compat }),
      ...(flags.loadout === undefined ? {} : { loadout: flags.loadout }),
      ...(flags.steps === undefined ? {} : { steps: flags.steps }),
      ...standInsOf(session, flags.script),
      ...(flags.out === undefined ? {} : { out: session.path(flags.out) }),
      ...(flags.force ? { force: true } : {}),
      ...(flags.yes ? { consented: true } : {}),
      ...watching(flags),
    };
    return recordToEnd(session, { call: 'run.start', request, title: graph, path: request.path }, flags.json);
  });
}

/** The stand-ins of `--script`, where it was given. */
export function standInsOf(session: Session, file: string | undefined): Pick<RequestOf<'run.start'>, 'standIns'> {
  if (file === undefined) return {};
  return { standIns: readObject(session.path(file), '--script') as Record<string, Record<string, unknown>> };
}

function inputsOf(session: Session, flags: RunFlags): Record<string, unknown> {
  const inputs = flags.inputs === undefined ? {} : { ...readObject(session.path(flags.inputs), '--inputs') };
  for (const pair of flags.input) {
    const at = pair.indexOf('=');
    if (at < 1) throw new CommandFailed(failure('usage', `--input "${pair}" should be name=value.`));
    inputs[pair.slice(0, at)] = jsonOrText(pair.slice(at + 1));
  }
  return inputs;
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readObject(path: string, option: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'is not there'
        : `can't be read (${(error as Error).message})`;
    throw new CommandFailed(failure('file-missing', `The file of ${option}, ${path}, ${why}.`));
  }
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Record<string, unknown>;
  } catch (error) {
    throw new CommandFailed(
      failure(
        'not-json',
        `The file of ${option}, ${path}, is not JSON: ${(error as Error).message.replaceAll(/\s+/g, ' ')}.`,
      ),
    );
  }
  throw new CommandFailed(failure('wrong-shape', `The file of ${option}, ${path}, should hold one JSON object.`));
}
