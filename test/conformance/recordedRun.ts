// A run recorded onto a real tape file as the app records it, closed, and opened again: what the conformance tests hold to
// the same expectations as a live run. A keyframe stands after every step, so that the law about keyframes has many.
import { join } from 'node:path';
import { freezeMachine } from '../../main/engine/machine.ts';
import { type OpenTape, openTape as openQueries } from '../../main/queries/openTape.ts';
import type { TapeReader } from '../../main/tape/tapeReader.ts';
import type { TapeEvent } from '../../shared/model/event.ts';
import { type RunFileOptions, runGraphFile } from '../support/runGraphFile.ts';
import { newTape, reading, succeeding, temporaryFolder } from '../support/tapeFiles.ts';

export interface RecordedRun {
  readonly path: string;
  readonly reader: TapeReader;
  readonly tape: OpenTape;
  /** The whole log as the reopened tape gives it. */
  readonly events: readonly TapeEvent[];
  /** Seqs after which the machine was frozen onto the tape. */
  readonly keyframes: readonly number[];
}

export async function recordedRun(graph: unknown, options: RunFileOptions = {}): Promise<RecordedRun> {
  const path = join(temporaryFolder(), 'run.looptape');
  const writer = newTape(path);
  const keyframes: number[] = [];
  await runGraphFile(graph, {
    ...options,
    onEvents(events, machine) {
      writer.appendAt(events, writer.head() / 10);
      writer.keyframe(writer.head(), freezeMachine(machine));
      keyframes.push(writer.head());
      options.onEvents?.(events, machine);
    },
  });
  succeeding(await writer.finish());
  const reader = reading(path);
  return { path, reader, tape: openQueries(reader), events: [...reader.events({})], keyframes };
}
