// The law of the fold (architecture.md, Habits): folding a log is the run, and every frozen machine is the fold so far.
import { expect } from 'vitest';
import { cloneMachine, freezeMachine, newMachine, thawMachine } from '../../main/engine/machine.ts';
import { apply } from '../../main/engine/step.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import { runGraphFile } from './runGraphFile.ts';

export async function expectFoldOfLog(graph: unknown): Promise<void> {
  const frozen: { seq: number; machine: unknown }[] = [];
  const run = await runGraphFile(graph, {
    onEvents: (events, machine) =>
      frozen.push({ seq: (events.at(-1) as EngineEvent).seq, machine: freezeMachine(cloneMachine(machine)) }),
  });
  const folded = newMachine(run.graph);
  let next = 0;
  for (const event of run.events) {
    apply(run.graph, folded, event);
    if (frozen[next]?.seq !== event.seq) continue;
    expect(freezeMachine(folded)).toEqual(frozen[next]?.machine);
    expect(thawMachine(structuredClone(frozen[next]?.machine))).toEqual(folded);
    next++;
  }
  expect(next).toBe(frozen.length);
}
