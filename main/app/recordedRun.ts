// A recorded run that is to go on in its tape: whether it can, and what the tape says that is needed for it. What must hold: a
// refusal says in a sentence why, and leaves the tape's bytes as they are.
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { TapeSummary } from '../../shared/contract/tape.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import { whyNotContinuable } from '../../shared/model/continuable.ts';
import { NO_ONE_TO_ASK } from '../../shared/model/noOneToAsk.ts';
import { recordedGraph } from '../graph/recordedGraph.ts';
import { failureOf } from '../tape/damage.ts';
import { openTape } from '../tape/read.ts';

export interface RecordedRun {
  readonly path: string;
  readonly head: number;
  readonly graph: CheckedGraph;
  /** Where the graph's modules are looked for. */
  readonly folder: string;
}

/**
 * Failures: `tape-live`, `tape-read-only`, `not-continuable`, `needs-live`, `graph-folder-missing`, and those of opening it. `live`:
 * the caller gives a tape that waits for a live answer what it waits for; one that only waits for a person asks again.
 */
export function recordedRun(summary: TapeSummary, live: boolean): Result<RecordedRun, Failure> {
  const { path, head, status } = summary;
  const over = whyNotContinuable(summary);
  if (over !== undefined)
    return failed(failure(status === 'running' ? 'tape-live' : 'not-continuable', `${path} ${over}.`));
  if (summary.readOnly) {
    const sentence = `${path} is read-only, so nothing more can be recorded in it: make it writable, or continue a copy of it.`;
    return failed(failure('tape-read-only', sentence));
  }
  const source = sourceOf(path);
  if (!source.ok) return source;
  const { graph, folder, asks } = source.value;
  if (status === 'waiting' && !asks && !live)
    return failed(
      failure('needs-live', `${path} waits for an answer that only a live run gives: continue it with --live.`),
    );
  const modules = graph.nodes.flatMap(({ type, config }) => (type === 'script' ? [String(config.module)] : []));
  if (modules.length > 0) {
    if (folder === undefined) return failed(noFolder(path, modules, 'the tape does not say where they lie'));
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      return failed(noFolder(path, modules, `there is no folder ${folder} here`));
  }
  return succeeded({ path, head, graph, folder: folder ?? dirname(path) });
}

interface Source {
  readonly graph: CheckedGraph;
  readonly folder: string | undefined;
  /** It ended where nobody was there to answer a question, and asks it again. */
  readonly asks: boolean;
}

function sourceOf(path: string): Result<Source, Failure> {
  const opened = openTape(path);
  if (!opened.ok) return opened;
  try {
    const first = opened.value.event(0);
    if (first?.kind !== 'run.started')
      return failed(
        failure('not-continuable', `${path} does not hold the beginning of a run, so there is nothing to continue.`),
      );
    const { graph, problems } = recordedGraph(first);
    const last = opened.value.event(opened.value.head());
    const asks = last?.kind === 'run.finished' && last.error?.code === NO_ONE_TO_ASK;
    if (graph) return succeeded({ graph, folder: opened.value.info().graphFolder, asks });
    const why = problems[0]?.message ?? 'it is no graph.';
    const sentence = `${path} was recorded with a graph that this Looptape can’t run: ${why}`;
    return failed(failure('not-continuable', sentence, { problems }));
  } catch (error) {
    const known = failureOf(error, path);
    if (known === undefined) throw error;
    return failed(known);
  } finally {
    opened.value.close();
  }
}

function noFolder(path: string, modules: readonly string[], why: string): Failure {
  const sentence = `${path} can’t go on without the modules of its graph (${[...new Set(modules)].join(', ')}): ${why}. Put them back there, or run the graph again.`;
  return failure('graph-folder-missing', sentence);
}
