// Laws of a continuation over random graphs: a run that paused, was cut, or failed comes to what it would have come to.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cloneMachine, freezeMachine, newMachine, thawMachine } from '../../../main/engine/machine.ts';
import { apply } from '../../../main/engine/step.ts';
import { replay } from '../../../main/runner/replay.ts';
import type { EngineEvent, EventKind, EventOf } from '../../../shared/model/event.ts';
import { type Continued, continueRun, type Recorded } from '../../support/continueRun.ts';
import { type RandomGraph, randomGraph } from '../../support/randomGraph.ts';
import { randomNest, randomNestWithLastingState } from '../../support/randomNest.ts';
import { runPivotFile } from '../../support/runGraphFile.ts';
import { tardyOperators } from '../../support/tardyOperators.ts';

const RUNS = { numRuns: Number(process.env.LAW_RUNS ?? 80) };

type Node = Record<string, unknown> & { readonly id: string; readonly type: string };

function of<K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

/** The same graph with other entries in the `seq` of its scripted nodes. */
function withSeq(graph: RandomGraph, change: (id: string, seq: readonly unknown[]) => readonly unknown[]): RandomGraph {
  const nodes = (graph.nodes as readonly Node[]).map((node) => {
    const config = node.config as { readonly seq?: readonly unknown[] };
    return config.seq ? { ...node, config: { ...config, seq: change(node.id, config.seq) } } : node;
  });
  return { ...graph, nodes };
}

const isThrow = (entry: unknown): boolean => typeof entry === 'object' && entry !== null && '$throw' in entry;

/** Nothing fails in it. */
const sound = (graph: RandomGraph): RandomGraph =>
  withSeq(graph, (_, seq) => seq.map((entry) => (isThrow(entry) ? { o: 1 } : entry)));

/** Nothing fails in it, and a node gives the same however often it is started. */
const constant = (graph: RandomGraph): RandomGraph =>
  withSeq(sound(graph), (id, seq) => (id.startsWith('merge') ? [{ o: 7 }] : [seq[0]]));

/** What a run came to, but for fires that failed or never ended, and for what was taken back. */
function outcome(events: readonly EngineEvent[]): unknown {
  const sorted = (values: object): string => JSON.stringify(Object.entries(values).sort());
  const ended = new Set(of(events, 'fire.finished').map(({ fire }) => fire));
  const { status, reason, outputs } = events.at(-1) as EventOf<'run.finished'>;
  return {
    fires: of(events, 'fire.started')
      .filter(({ fire }) => ended.has(fire))
      .map(({ at, node, inputs }) => `${at} ${node} ${sorted(inputs)}`)
      .sort(),
    ends: of(events, 'fire.finished')
      .map(({ at, node, outputs: made }) => `${at} ${node} ${sorted(made)}`)
      .sort(),
    carries: of(events, 'iteration.closed')
      .map(({ at, carry, stop }) => `${at} ${sorted(carry)} ${JSON.stringify(stop)}`)
      .sort(),
    entered: of(events, 'scope.entered')
      .map(({ at, scope }) => `${at} ${scope}`)
      .sort(),
    exits: of(events, 'scope.exited')
      .filter((exit) => exit.reason !== 'failed')
      .map(
        ({ at, scope, iterations, reason: why, finals = {} }) =>
          `${at} ${scope} ${why} ${iterations} ${sorted(finals)}`,
      )
      .sort(),
    status,
    reason,
    outputs: sorted(outputs),
  };
}

/** Without numbers and times, which a pause shifts, and without what the pause itself records. */
function told(events: readonly EngineEvent[]): unknown[] {
  const isPause = (event: EngineEvent, i: number): boolean =>
    event.kind === 'run.continued' ||
    (event.kind === 'run.finished' && event.status === 'paused') ||
    (event.kind === 'signal.emitted' && event.signal === 'run_end' && i < events.length - 2 && isPaused(events, i));
  return events
    .filter((event, i) => !isPause(event, i))
    .map((event) => {
      const {
        seq: _,
        from: __,
        states: ___,
        durationMs: ____,
        id: _____,
        ...rest
      } = event as EngineEvent & Record<string, unknown>;
      if (event.kind !== 'decision.made') return rest;
      return { ...rest, candidates: event.candidates.map(({ seq: ______, ...candidate }) => candidate) };
    });
}

function isPaused(events: readonly EngineEvent[], i: number): boolean {
  const next = events[i + 1];
  return next?.kind === 'run.finished' && next.status === 'paused';
}

function expectLaws({ graph, events, frozen, machine }: Continued): void {
  expect(replay(graph, events)).toMatchObject({ identical: true, compared: events.length });
  const keyframes = new Map(frozen.map((one) => [one.seq, one.machine]));
  const folded = newMachine(graph);
  for (const event of events) {
    apply(graph, folded, event);
    const kept = keyframes.get(event.seq);
    if (kept === undefined) continue;
    // While missing events are written the machine has folded them all.
    expect(freezeMachine(folded)).toEqual(kept);
    expect(thawMachine(JSON.parse(JSON.stringify(kept)))).toEqual(folded);
  }
  expect(freezeMachine(folded)).toEqual(freezeMachine(machine));
}

/** Makes one fire of a node throw: a further entry before the one that it had. */
function failing(graph: RandomGraph, node: string, nth: number): RandomGraph {
  return withSeq(graph, (id, seq) => {
    if (id !== node) return seq;
    const entryAt = (k: number): unknown => seq[Math.min(k, seq.length - 1)];
    const before = Array.from({ length: nth }, (_, k) => entryAt(k));
    return [...before, { $throw: `${id} broke` }, entryAt(nth), ...seq.slice(nth + 1)];
  });
}

/** Fires that may be made to fail: those whose value does not tell their number. */
function mayFail(events: readonly EngineEvent[]): { readonly node: string; readonly nth: number }[] {
  const seen = new Map<string, number>();
  return of(events, 'fire.started')
    .filter(({ node }) => !node.startsWith('merge'))
    .map(({ node }) => {
      const nth = seen.get(node) ?? 0;
      seen.set(node, nth + 1);
      return { node, nth };
    });
}

describe.each([
  ['of one scope', randomGraph],
  ['of up to four scopes', randomNest],
] as const)('a continued run, over random graphs %s', (_, anyGraph) => {
  it('that paused comes to the same events as one that never paused', async () => {
    await fc.assert(
      fc.asyncProperty(anyGraph, fc.array(fc.nat(6), { minLength: 1, maxLength: 4 }), async (graph, pauses) => {
        const whole = await runPivotFile(graph);
        let run: Recorded = await runPivotFile(graph, { steps: pauses[0] as number });
        for (const steps of [...pauses.slice(1), undefined]) {
          const last = run.events.at(-1);
          if (last?.kind !== 'run.finished' || last.status !== 'paused') break;
          const continued = await continueRun(run, steps === undefined ? {} : { steps });
          expectLaws(continued);
          run = continued;
        }
        expect(told(run.events)).toEqual(told(whole.events));
      }),
      RUNS,
    );
  });

  it('whose tape was cut anywhere, within a step too, comes to the same as one that was not', async () => {
    await fc.assert(
      fc.asyncProperty(anyGraph.map(constant), fc.nat(), fc.nat(1000), async (graph, where, seed) => {
        const whole = await runPivotFile(graph, { operators: tardyOperators(seed) });
        const cut = whole.events.slice(0, 1 + (where % (whole.events.length - 1)));
        const continued = await continueRun({ graph: whole.graph, events: cut });
        expectLaws(continued);
        expect(outcome(continued.events)).toEqual(outcome(whole.events));
      }),
      RUNS,
    );
  });

  it('that failed comes to the same as one whose fire never failed', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyGraph.map(sound),
        fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        fc.nat(1000),
        async (graph, choices, seed) => {
          const whole = await runPivotFile(graph);
          const fires = mayFail(whole.events);
          // From the latest fire of a node to its first, so that one throw does not move another.
          const wanted = [...new Set(choices.map((choice) => choice % fires.length))].sort((a, b) => b - a);
          const broken = wanted.reduce((made, k) => {
            const { node, nth } = fires[k] as { node: string; nth: number };
            return failing(made, node, nth);
          }, graph);
          let run: Recorded = await runPivotFile(broken, { operators: tardyOperators(seed) });
          expect(run.events.at(-1)).toMatchObject({ status: 'failed' });
          // Each continuation may meet the next of the fires that fail.
          for (let round = 0; round < wanted.length; round++) {
            const last = run.events.at(-1);
            if (last?.kind === 'run.finished' && last.status !== 'failed') break;
            const continued = await continueRun(run, { operators: tardyOperators(seed + round) });
            expectLaws(continued);
            run = continued;
          }
          expect(outcome(run.events)).toEqual(outcome(whole.events));
        },
      ),
      RUNS,
    );
  });
});

describe('a continued run', () => {
  it('goes on from a keyframe of the tape as from its log', async () => {
    await fc.assert(
      fc.asyncProperty(randomNestWithLastingState, fc.nat(8), async (graph, steps) => {
        const keyframes: { seq: number; machine: unknown }[] = [];
        const run = await runPivotFile(graph, {
          steps,
          onEvents(events, machine) {
            const { seq } = events.at(-1) as EngineEvent;
            // Each costs the whole machine, and the last one before the end is the one that is used.
            if (seq % 8 === 0) keyframes.push({ seq, machine: structuredClone(freezeMachine(cloneMachine(machine))) });
          },
        });
        const last = run.events.at(-1);
        fc.pre(last?.kind === 'run.finished' && last.status !== 'ended' && last.status !== 'stalled');
        const [a, b] = [await continueRun(run), await continueRun(run, { keyframes })];
        expectLaws(a);
        expectLaws(b);
        // Expressions answer late, so that the order of independent fires is not the same twice.
        expect(outcome(b.events)).toEqual(outcome(a.events));
      }),
      { numRuns: Math.ceil(RUNS.numRuns / 3) },
    );
  });

  it('under agentcanvas comes to the same whether it paused or its tape was cut', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph.map(constant), fc.nat(6), fc.nat(), async (graph, steps, where) => {
        const canvas = { ...graph, compat: 'agentcanvas' };
        const whole = await runPivotFile(canvas);
        const paused = await runPivotFile(canvas, { steps });
        const last = paused.events.at(-1);
        if (last?.kind === 'run.finished' && last.status === 'paused') {
          const continued = await continueRun(paused);
          expectLaws(continued);
          expect(told(continued.events)).toEqual(told(whole.events));
        }
        const cut = whole.events.slice(0, 1 + (where % (whole.events.length - 1)));
        const continued = await continueRun({ graph: whole.graph, events: cut });
        expectLaws(continued);
        expect(outcome(continued.events)).toEqual(outcome(whole.events));
      }),
      RUNS,
    );
  });
});
