// Laws of the engine over random graphs of several scopes, nested and side by side.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freezeMachine, newMachine } from '../../../main/engine/machine.ts';
import { apply } from '../../../main/engine/step.ts';
import { replay } from '../../../main/runner/replay.ts';
import type { EngineEvent, EventKind, EventOf } from '../../../shared/model/event.ts';
import { parentPath, parsePath } from '../../../shared/model/path.ts';
import { expectFoldOfLog } from '../../support/foldLaw.ts';
import type { RandomGraph } from '../../support/randomGraph.ts';
import {
  randomNest,
  randomNestWithContainer,
  randomNestWithLastingState,
  randomNestWithSharedState,
} from '../../support/randomNest.ts';
import { runPivotFile } from '../../support/runGraphFile.ts';
import { shuffled } from '../../support/shuffled.ts';
import { tardyOperators } from '../../support/tardyOperators.ts';

const RUNS = { numRuns: Number(process.env.LAW_RUNS ?? 120) };

function of<K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

/** What a run came to, whatever the order in which independent nodes and loops went on. */
function outcome(events: readonly EngineEvent[]): unknown {
  const sorted = (values: object): string => JSON.stringify(Object.entries(values).sort());
  const { status, outputs } = of(events, 'run.finished').at(-1) as EventOf<'run.finished'>;
  return {
    fires: of(events, 'fire.started')
      .map(({ at, node, inputs }) => `${at} ${node} ${sorted(inputs)}`)
      .sort(),
    ends: of(events, 'fire.finished')
      .map(({ at, node, outputs: made }) => `${at} ${node} ${sorted(made)}`)
      .sort(),
    failures: of(events, 'fire.failed')
      .map(({ at, node }) => `${at} ${node}`)
      .sort(),
    carries: of(events, 'iteration.closed')
      .map(({ at, carry, stop }) => `${at} ${sorted(carry)} ${JSON.stringify(stop)}`)
      .sort(),
    exits: of(events, 'scope.exited')
      .map(
        ({ at, scope, reason, iterations, finals = {} }) => `${at} ${scope} ${reason} ${iterations} ${sorted(finals)}`,
      )
      .sort(),
    status,
    outputs: sorted(outputs),
  };
}

describe('the engine, over random graphs of up to four scopes', () => {
  it('gives the same fires, inputs, carries and ends however nodes and edges are ordered in the file', async () => {
    await fc.assert(
      fc.asyncProperty(randomNest, fc.nat(), async (graph, seed) => {
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

  it('gives the same whatever the order in which operators finish, at a container too', async () => {
    await fc.assert(
      fc.asyncProperty(randomNestWithLastingState, fc.nat(1000), async (graph, seed) => {
        const [a, b] = [await runPivotFile(graph), await runPivotFile(graph, { operators: tardyOperators(seed) })];
        expect(outcome(b.events)).toEqual(outcome(a.events));
        expect(replay(b.graph, b.events)).toMatchObject({ identical: true });
      }),
      RUNS,
    );
  });

  it('lets one fire at a time be at a container, whatever the loops and however long operators take', async () => {
    await fc.assert(
      fc.asyncProperty(randomNestWithSharedState, fc.nat(1000), async (graph, seed) => {
        const run = await runPivotFile(graph, { operators: tardyOperators(seed) });
        const granted = new Set(Object.keys(run.graph.grants));
        let there = 0;
        for (const event of run.events) {
          if (event.kind === 'fire.started' && granted.has(event.node)) expect(++there).toBe(1);
          if ((event.kind === 'fire.finished' || event.kind === 'fire.failed') && granted.has(event.node)) there--;
        }
        expect(replay(run.graph, run.events)).toMatchObject({ identical: true });
        const folded = newMachine(run.graph);
        for (const event of run.events) apply(run.graph, folded, event);
        expect(freezeMachine(folded)).toEqual(freezeMachine(run.machine));
      }),
      RUNS,
    );
  });

  it('folds its own log to the machine that it ended with, and every frozen machine thaws to the fold so far', async () => {
    await fc.assert(fc.asyncProperty(randomNestWithContainer, expectFoldOfLog), RUNS);
  });

  it('gives the same events when it is replayed from its own log', async () => {
    await fc.assert(
      fc.asyncProperty(randomNestWithContainer, async (graph) => {
        const run = await runPivotFile(graph);
        expect(replay(run.graph, run.events)).toMatchObject({ identical: true, compared: run.events.length });
      }),
      RUNS,
    );
  });

  it('keeps to budgets, enters a loop at most once in an iteration around it, and fires a node at most once in its own', async () => {
    await fc.assert(
      fc.asyncProperty(randomNestWithContainer, async (graph) => {
        const { events, graph: ready } = await runPivotFile(graph);
        for (const { scope, iterations } of of(events, 'scope.exited'))
          expect(iterations).toBeLessThanOrEqual(ready.forest.scopes[scope]?.effective_budget ?? 0);
        const once = (keys: readonly string[]): void => expect(new Set(keys).size).toBe(keys.length);
        once(of(events, 'fire.started').map(({ at, node }) => `${at} ${node}`));
        once(of(events, 'scope.entered').map(({ at, scope }) => `${at} ${scope}`));
        once(of(events, 'iteration.opened').map(({ at }) => at));
        // The band is outside of every loop, so once an iteration is once a run.
        for (const node of ready.band)
          expect(of(events, 'fire.started').filter((e) => e.node === node).length).toBeLessThan(2);
      }),
      RUNS,
    );
  });

  it('leaves no one-shot slot with a value once its iteration has opened, and no carry of an earlier entry', async () => {
    await fc.assert(
      fc.asyncProperty(randomNest, async (graph) => {
        const run = await runPivotFile(graph);
        const machine = newMachine(run.graph);
        for (const event of run.events) {
          apply(run.graph, machine, event);
          if (event.kind !== 'fire.started') continue;
          for (const step of parsePath(event.at) ?? []) {
            const place = Object.keys(run.graph.scopes).indexOf(step.scope) + 1;
            const slots = machine.scopes[place]?.slots ?? {};
            for (const { name, writer, persist } of run.graph.scopes[step.scope]?.slots ?? []) {
              if (!persist) expect(slots[name]).toBeUndefined();
              // The first iteration of an entry finds no carry, but what the init side seeded.
              if (step.iteration === 0 && writer === 'iterout') expect(slots[name]).toBeUndefined();
            }
          }
        }
      }),
      RUNS,
    );
  });

  it('opens and closes what it says: every open iteration lies in the open one around it, and all have ended at the end', async () => {
    await fc.assert(
      fc.asyncProperty(randomNestWithContainer, async (graph) => {
        const { events } = await runPivotFile(graph);
        const open = new Set(['']);
        for (const event of events) {
          if (event.kind === 'iteration.opened') {
            expect(open).toContain(parentPath(event.at));
            open.add(event.at);
          } else if (event.kind === 'iteration.closed') open.delete(event.at);
          else if (event.kind === 'scope.exited') {
            for (const path of open) if (isIn(path, event.scope, event.at)) open.delete(path);
            // A latch that the final side feeds is written when the last iteration has closed.
          } else if (event.kind !== 'slot.written' || event.writer !== 'latch') expect(open).toContain(event.at);
        }
        expect([...open]).toEqual(['']);
      }),
      RUNS,
    );
  });
});

/** Whether the path is an iteration of the scope in the iteration `around`. */
function isIn(path: string, scope: string, around: string): boolean {
  return path !== '' && parentPath(path) === around && parsePath(path)?.at(-1)?.scope === scope;
}
