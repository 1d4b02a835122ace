// Runs a graph file's data with the real check, engine, runner and operators, and keeps the events. For tests.
import { randomUUID } from 'node:crypto';
import { type Machine, newMachine } from '../../main/engine/machine.ts';
import type { PivotMachine } from '../../main/engine/pivot/machine.ts';
import { checkGraph } from '../../main/graph/check.ts';
import { parseGraph } from '../../main/graph/parse.ts';
import { operatorSet } from '../../main/operators/operatorSet.ts';
import type { RunControls } from '../../main/runner/controls.ts';
import type { OperatorSet, Sink } from '../../main/runner/ports.ts';
import { runGraph } from '../../main/runner/run.ts';
import type { CheckedGraph, CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import { fromPublicRecord } from '../../shared/model/publicValue.ts';

export interface RunFileOptions {
  readonly budget?: number;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly standIns?: Readonly<Record<string, unknown>>;
  readonly operators?: OperatorSet;
  readonly controls?: RunControls;
  readonly steps?: number;
  /** Sees every step's events after they were folded. */
  readonly onEvents?: (events: readonly EngineEvent[], machine: Machine) => void;
}

export interface RunFileResult {
  readonly graph: CheckedGraph;
  readonly events: readonly EngineEvent[];
  readonly machine: Machine;
}

export interface PivotFileResult extends RunFileResult {
  readonly graph: CheckedPivotGraph;
  readonly machine: PivotMachine;
}

/** The checked graph; throws with every problem where it is not valid. */
export function checked(graph: unknown, standIns?: Readonly<Record<string, unknown>>): CheckedGraph {
  const parsed = parseGraph(JSON.stringify(graph), 'test.json');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure.problems));
  const result = checkGraph(parsed.value, standIns ? { standIns: standIns as never } : {});
  if (!result.ok) throw new Error(JSON.stringify(result.failure.problems));
  return result.value;
}

/** As `checked`, of a pivot graph. */
export function checkedPivot(graph: unknown, standIns?: Readonly<Record<string, unknown>>): CheckedPivotGraph {
  const ready = checked(graph, standIns);
  if (ready.dialect !== 'pivot') throw new Error(`a ${ready.dialect} graph where a pivot graph was meant`);
  return ready;
}

/** As `runGraphFile`, of a pivot graph. */
export async function runPivotFile(graph: unknown, options: RunFileOptions = {}): Promise<PivotFileResult> {
  const { graph: ready, machine, events } = await runGraphFile(graph, options);
  if (ready.dialect !== 'pivot' || machine.dialect !== 'pivot') throw new Error('a pivot graph was meant');
  return { graph: ready, machine, events };
}

export async function runGraphFile(graph: unknown, options: RunFileOptions = {}): Promise<RunFileResult> {
  const ready = checked(graph, options.standIns);
  const machine = newMachine(ready);
  const events: EngineEvent[] = [];
  const sink: Sink = {
    write(more) {
      events.push(...more);
      options.onEvents?.(more, machine);
    },
    commit() {},
  };
  await runGraph({
    graph: ready,
    operators: options.operators ?? operatorSet({ graphFolder: import.meta.dirname }),
    sink,
    machine,
    begin: {
      id: randomUUID(),
      inputs: fromPublicRecord(options.inputs ?? {}),
      ...(options.budget === undefined ? {} : { budget: options.budget }),
      versions: { looptape: 'test' },
    },
    ...(options.controls ? { controls: options.controls } : {}),
    ...(options.steps === undefined ? {} : { steps: options.steps }),
  });
  return { graph: ready, events, machine };
}
