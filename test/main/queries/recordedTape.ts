// Tapes for the tests of queries: a graph file's data, run by the real engine and operators, on a tape in memory with keyframes
// that the live machine was frozen into.
import { freezeMachine } from '../../../main/engine/machine.ts';
import { type OpenTape, openTape } from '../../../main/queries/openTape.ts';
import type { EngineEvent } from '../../../shared/model/event.ts';
import { type GivenCase, givenCases } from '../../conformance/givenCase.ts';
import { type MemoryTape, memoryTape } from '../../support/memoryTape.ts';
import { type RunFileOptions, runGraphFile } from '../../support/runGraphFile.ts';

export interface RecordedTape {
  readonly tape: OpenTape;
  readonly reader: MemoryTape;
  readonly events: readonly EngineEvent[];
  readonly keyframes: readonly { readonly seq: number; readonly machine: unknown }[];
}

export async function recordedTape(graph: unknown, options: RunFileOptions = {}): Promise<RecordedTape> {
  const keyframes: { seq: number; machine: unknown }[] = [];
  const { events } = await runGraphFile(graph, {
    ...options,
    // What freezing gives shares parts with the machine, so it is copied at once, as a writer of keyframes does.
    onEvents: (_more, machine) =>
      keyframes.push({ seq: machine.seq - 1, machine: structuredClone(freezeMachine(machine)) }),
  });
  const reader = memoryTape(events, { keyframes });
  return { tape: openTape(reader), reader, events, keyframes };
}

/** The cases of the pivot dialect. */
export function pivotCases(): readonly GivenCase[] {
  return givenCases().filter((one) => one.dialect === 'pivot');
}

export function givenCase(id: string): GivenCase {
  const found = givenCases().find((one) => one.id === id);
  if (!found) throw new Error(`no given case ${id}`);
  return found;
}

export function recordedCase(id: string): Promise<RecordedTape> {
  const { graph, options } = givenCase(id);
  return recordedTape(graph, {
    ...(options?.budget === undefined ? {} : { budget: options.budget }),
    ...(options?.inputs === undefined ? {} : { inputs: options.inputs }),
  });
}
