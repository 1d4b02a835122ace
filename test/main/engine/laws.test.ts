// Laws of the engine over random graphs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freezeMachine, newMachine, thawMachine } from '../../../main/engine/machine.ts';
import { apply } from '../../../main/engine/step.ts';
import { replay } from '../../../main/runner/replay.ts';
import type { EngineEvent, EventKind, EventOf } from '../../../shared/model/event.ts';
import { expectFoldOfLog } from '../../support/foldLaw.ts';
import { type RandomGraph, randomGraph } from '../../support/randomGraph.ts';
import { runPivotFile } from '../../support/runGraphFile.ts';
import { shuffled } from '../../support/shuffled.ts';

const RUNS = { numRuns: 150 };

function of<K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

/** What a run came to, whatever the order in which independent nodes fired. */
function outcome(events: readonly EngineEvent[]): unknown {
  const fires = of(events, 'fire.started').map(({ at, node, inputs }) =>
    JSON.stringify([at, node, Object.entries(inputs).sort()]),
  );
  const ends = of(events, 'fire.finished').map(({ at, node, outputs }) => JSON.stringify([at, node, outputs]));
  const carries = of(events, 'iteration.closed').map(({ at, carry, stop }) =>
    JSON.stringify([at, Object.entries(carry).sort(), stop]),
  );
  const { status, reason, outputs } = of(events, 'run.finished').at(-1) as EventOf<'run.finished'>;
  return { fires: fires.sort(), ends: ends.sort(), carries, status, reason, outputs };
}

describe('the engine, over random graphs of one scope', () => {
  it('gives the same fires, inputs and ends however nodes and edges are ordered in the file', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, fc.nat(), async (graph, seed) => {
        const other: RandomGraph = {
          ...graph,
          nodes: shuffled(graph.nodes, seed),
          edges: shuffled(graph.edges, seed + 1),
        };
        const [a, b] = [await runPivotFile(graph), await runPivotFile(other)];
        expect(outcome(b.events)).toEqual(outcome(a.events));
      }),
      RUNS,
    );
  });

  it('folds its own log to the machine that it ended with, and every frozen machine thaws to the fold so far', async () => {
    await fc.assert(fc.asyncProperty(randomGraph, expectFoldOfLog), RUNS);
  });

  it('does not take a frozen machine of another engine', async () => {
    const run = await runPivotFile(fc.sample(randomGraph, 1)[0]);
    const frozen = freezeMachine(run.machine) as Record<string, unknown>;
    expect(thawMachine(frozen)).toEqual(run.machine);
    expect(thawMachine({ ...frozen, version: 1 })).toBeUndefined();
    const { version: _, ...older } = frozen;
    expect(thawMachine(older)).toBeUndefined();
  });

  it('gives the same events when it is replayed from its own log', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (graph) => {
        const run = await runPivotFile(graph);
        expect(replay(run.graph, run.events)).toMatchObject({ identical: true, compared: run.events.length });
      }),
      RUNS,
    );
  });

  it('never runs more iterations than its budget, fires a node at most once an iteration, and the band at most once', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (graph) => {
        const { events } = await runPivotFile(graph);
        expect(of(events, 'iteration.closed').length).toBeLessThanOrEqual(graph.step_budget);
        const fires = of(events, 'fire.started').map(({ at, node }) => `${at} ${node}`);
        expect(new Set(fires).size).toBe(fires.length);
        expect(of(events, 'fire.started').filter(({ node }) => node === 'verdict').length).toBeLessThanOrEqual(1);
        const ended = of(events, 'scope.exited').filter(({ finals }) => finals);
        expect(ended.length).toBeLessThanOrEqual(1);
      }),
      RUNS,
    );
  });

  it('leaves no one-shot slot with a value once its iteration has opened', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (graph) => {
        const oneShot = new Set<string>();
        const run = await runPivotFile(graph);
        for (const spec of run.graph.scopes.in?.slots ?? []) if (!spec.persist) oneShot.add(spec.name);
        const machine = newMachine(run.graph);
        for (const event of run.events) {
          apply(run.graph, machine, event);
          if (event.kind !== 'fire.started' || event.at === '') continue;
          for (const name of oneShot) expect(machine.scopes[1]?.slots[name]).toBeUndefined();
        }
      }),
      RUNS,
    );
  });
});
