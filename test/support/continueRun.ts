// Goes on with a run from its log alone, as the app does from a tape. For tests.
import { cloneMachine, freezeMachine, type Machine } from '../../main/engine/machine.ts';
import { operatorSet } from '../../main/operators/operatorSet.ts';
import { pickUp } from '../../main/runner/pickUp.ts';
import type { OperatorSet } from '../../main/runner/ports.ts';
import { runGraph } from '../../main/runner/run.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import { memoryTape } from './memoryTape.ts';

export interface Recorded {
  readonly graph: CheckedGraph;
  readonly events: readonly EngineEvent[];
}

export interface ContinueOptions {
  readonly operators?: OperatorSet;
  readonly steps?: number;
  /** Where keyframes lie on the tape; none by default. */
  readonly keyframes?: readonly { readonly seq: number; readonly machine: unknown }[];
  readonly onEvents?: (events: readonly EngineEvent[], machine: Machine) => void;
}

export interface Continued extends Recorded {
  readonly machine: Machine;
  /** The machine after each step of the continuation, as a keyframe would keep it. */
  readonly frozen: readonly { readonly seq: number; readonly machine: unknown }[];
}

export async function continueRun(
  { graph, events: before }: Recorded,
  options: ContinueOptions = {},
): Promise<Continued> {
  const tape = memoryTape(before, { keyframes: options.keyframes ?? [] });
  const picked = pickUp(graph, tape);
  if (!picked.ok) throw new Error(`the tape ${picked.failure}`);
  const { machine, missing } = picked.value;
  const events = [...before];
  const frozen: { seq: number; machine: unknown }[] = [];
  await runGraph({
    graph,
    operators: options.operators ?? operatorSet({ graphFolder: import.meta.dirname }),
    sink: {
      write(more) {
        events.push(...more);
        // While what the tape lacked is written, the machine is ahead of it by nothing.
        frozen.push({ seq: (more.at(-1) as EngineEvent).seq, machine: freezeMachine(cloneMachine(machine)) });
        options.onEvents?.(more, machine);
      },
      commit() {},
    },
    machine,
    goOn: { missing, versions: { looptape: 'test' } },
    ...(options.steps === undefined ? {} : { steps: options.steps }),
  });
  return { graph, events, machine, frozen };
}
