// The engine's laws under agentcanvas: over every recorded run, and over random graphs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cloneMachine, freezeMachine, newMachine, thawMachine } from '../../../../main/engine/machine.ts';
import { apply } from '../../../../main/engine/step.ts';
import { replay } from '../../../../main/runner/replay.ts';
import type { EngineEvent } from '../../../../shared/model/event.ts';
import { oracleVectors } from '../../../conformance/oracleVector.ts';
import { randomGraph } from '../../../support/randomGraph.ts';
import { type PivotFileResult, runPivotFile } from '../../../support/runGraphFile.ts';

const vectors = oracleVectors();
const RUNS = { numRuns: 150 };

interface Watched extends PivotFileResult {
  /** The machine after each step, frozen as for a keyframe. */
  readonly frozen: readonly { readonly seq: number; readonly machine: unknown }[];
}

async function watched(graph: object, budget?: number): Promise<Watched> {
  const frozen: { seq: number; machine: unknown }[] = [];
  const run = await runPivotFile(
    { ...graph, compat: 'agentcanvas' },
    {
      ...(budget === undefined ? {} : { budget }),
      onEvents: (events, machine) =>
        frozen.push({ seq: (events.at(-1) as EngineEvent).seq, machine: freezeMachine(cloneMachine(machine)) }),
    },
  );
  return { ...run, frozen };
}

function expectFold({ graph, events, frozen }: Watched): void {
  const folded = newMachine(graph);
  let next = 0;
  for (const event of events) {
    apply(graph, folded, event);
    if (frozen[next]?.seq !== event.seq) continue;
    expect(freezeMachine(folded)).toEqual(frozen[next]?.machine);
    // A keyframe travels as JSON.
    expect(thawMachine(JSON.parse(JSON.stringify(frozen[next]?.machine)))).toEqual(folded);
    next++;
  }
  expect(next).toBe(frozen.length);
}

/** From any keyframe the fold of the rest is the same machine, and the keyframe itself stays as it was. */
function expectKeyframes({ graph, events, frozen, machine }: Watched): void {
  for (const { seq, machine: data } of frozen) {
    const text = JSON.stringify(data);
    const thawed = thawMachine(JSON.parse(text));
    if (!thawed) throw new Error(`the keyframe at ${seq} was not taken`);
    const kept = cloneMachine(thawed);
    for (const event of events.slice(seq + 1)) apply(graph, thawed, event);
    expect(freezeMachine(thawed)).toEqual(freezeMachine(machine));
    expect(JSON.stringify(freezeMachine(kept))).toBe(text);
  }
}

describe.each(vectors)('the recorded run $id', ({ graph, run }) => {
  it('obeys fold, keyframe and replay', async () => {
    const watchedRun = await watched(graph, run.step_budget_override);
    expectFold(watchedRun);
    expectKeyframes(watchedRun);
    expect(replay(watchedRun.graph, watchedRun.events)).toMatchObject({
      identical: true,
      compared: watchedRun.events.length,
      endsInMidStep: false,
    });
  });
});

describe('a run under agentcanvas, over random graphs', () => {
  it('folds its own log to the machine that it ended with, and every frozen machine thaws to the fold so far', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (graph) => expectFold(await watched(graph))),
      RUNS,
    );
  });

  it('gives the same events when it is replayed from its own log', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (graph) => {
        const { graph: checkedGraph, events } = await watched(graph);
        expect(replay(checkedGraph, events)).toMatchObject({ identical: true, compared: events.length });
      }),
      RUNS,
    );
  });

  it('runs one node at a time, never more iterations than its budget, and always gives one final side', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (graph) => {
        const { events } = await watched(graph);
        let running = 0;
        let closed = 0;
        let finals = 0;
        for (const event of events) {
          if (event.kind === 'fire.started') running++;
          if (event.kind === 'fire.finished' || event.kind === 'fire.failed') running--;
          if (event.kind === 'iteration.closed') closed++;
          if (event.kind === 'scope.exited' && event.finals) finals++;
          expect(running).toBeLessThanOrEqual(1);
        }
        expect(closed).toBeLessThanOrEqual(graph.step_budget);
        expect(finals).toBe(1);
      }),
      RUNS,
    );
  });

  it('has no one-shot slot with a value once its iterIn has fired and been cleared', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (graph) => {
        const run = await watched(graph);
        const machine = newMachine(run.graph);
        const oneShot = (run.graph.scopes.in?.slots ?? []).filter((slot) => !slot.persist).map((slot) => slot.name);
        let hasFired = false;
        for (const event of run.events) {
          apply(run.graph, machine, event);
          if (event.kind === 'slot.written') hasFired = false;
          if (event.kind === 'signal.emitted' && event.signal === 'step_start') hasFired = true;
          if (event.kind !== 'fire.started' || !hasFired) continue;
          for (const name of oneShot) expect(machine.scopes[1]?.slots[name]).toBeUndefined();
        }
      }),
      RUNS,
    );
  });
});
