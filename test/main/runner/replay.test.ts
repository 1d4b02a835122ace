// Replay from the reopened tape, however the run ended: every tape of an unchanged graph replays as itself.
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunControls } from '../../../main/runner/controls.ts';
import { type Replay, replay } from '../../../main/runner/replay.ts';
import { openTape } from '../../../main/tape/read.ts';
import type { CheckedGraph } from '../../../shared/model/checkedGraph.ts';
import type { EngineEvent, EventOf } from '../../../shared/model/event.ts';
import { drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { drawSockets, text } from '../../support/drawSockets.ts';
import { randomNest, randomNestWithContainer } from '../../support/randomNest.ts';
import { type RunFileResult, runGraphFile } from '../../support/runGraphFile.ts';
import { succeeding, temporaryFolder, writeTape } from '../../support/tapeFiles.ts';
import { tardyOperators } from '../../support/tardyOperators.ts';

const RUNS = { numRuns: Number(process.env.LAW_RUNS ?? 25) };

/** The replay of what a tape gives after it was written, closed and opened again. */
async function replayOfTape(graph: CheckedGraph, events: readonly EngineEvent[]): Promise<Replay> {
  const path = join(temporaryFolder(), 'run.looptape');
  await writeTape(path, events);
  const reader = succeeding(openTape(path));
  try {
    return replay(graph, [...reader.events({})]);
  } finally {
    reader.close();
  }
}

/** A run whose operators answer in an order told by `seed`, cancelled once `after` events are there. */
async function cancelled(graph: unknown, seed: number, after: number): Promise<RunFileResult> {
  const controls = new RunControls();
  let count = 0;
  return runGraphFile(graph, {
    controls,
    operators: tardyOperators(seed),
    onEvents(events) {
      count += events.length;
      if (count >= after) controls.cancel();
    },
  });
}

/** A node halts at its second fire while another one runs. */
const halting = drawGraph(
  [
    scripted('one', [], ['x'], { seq: [{ x: 1 }] }),
    loop('L', { x: {} }, { x: {} }, 9),
    scripted('inc', ['x'], ['x'], { seq: [{ x: 2 }, { $halt: 'enough' }] }),
    scripted('beside', ['x'], ['y'], { seq: [{ y: 0 }] }),
  ],
  [
    'one.x -> L.init_x',
    'L.init_x -> inc.x',
    'L.iterout_x -> inc.x',
    'inc.x -> L-out.x',
    'L.init_x -> beside.x',
    'L.iterout_x -> beside.x',
  ],
);

describe('a reopened tape replays as itself', () => {
  it('whole, failed, stalled or ended, in whatever order the operators answered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(randomNest, randomNestWithContainer), fc.nat(99), async (graph, seed) => {
        const run = await runGraphFile(graph, { operators: tardyOperators(seed) });
        expect(await replayOfTape(run.graph, run.events)).toMatchObject({
          identical: true,
          compared: run.events.length,
          endsInMidStep: false,
        });
      }),
      RUNS,
    );
  });

  it('where it was cancelled, with fires out or without', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(randomNest, randomNestWithContainer),
        fc.nat(99),
        fc.nat(60),
        async (graph, seed, after) => {
          const run = await cancelled(graph, seed, after);
          expect(await replayOfTape(run.graph, run.events)).toMatchObject({ identical: true, endsInMidStep: false });
        },
      ),
      RUNS,
    );
  });

  it('where it paused after some fires', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(randomNest, randomNestWithContainer),
        fc.nat(99),
        fc.nat(20),
        async (graph, seed, steps) => {
          const run = await runGraphFile(graph, { operators: tardyOperators(seed), steps });
          expect(await replayOfTape(run.graph, run.events)).toMatchObject({ identical: true, endsInMidStep: false });
        },
      ),
      RUNS,
    );
  });

  it('where an operator halted it, while another fire was out too', async () => {
    const ends = new Set<string>();
    for (let seed = 0; seed < 12; seed++) {
      const run = await runGraphFile(halting, { operators: tardyOperators(seed) });
      expect(run.events.at(-1)).toMatchObject({ status: 'cancelled', reason: 'halt' });
      ends.add(run.events.flatMap((event) => (event.kind === 'fire.failed' ? [event.error.code] : [])).join());
      expect(await replayOfTape(run.graph, run.events)).toMatchObject({ identical: true, endsInMidStep: false });
    }
    expect(ends).toContain('halt,cancelled');
  });

  it('cut after any of its events, and says that it ends in mid-step', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(randomNest, randomNestWithContainer),
        fc.nat(99),
        fc.nat(80),
        fc.nat(),
        async (graph, seed, after, at) => {
          const run = await cancelled(graph, seed, after);
          const cut = run.events.slice(0, 1 + (at % (run.events.length - 1)));
          expect(await replayOfTape(run.graph, cut)).toMatchObject({
            identical: true,
            compared: cut.length,
            endsInMidStep: true,
          });
        },
      ),
      RUNS,
    );
  });

  it('cut between the choice of an input and the start of its fire', async () => {
    const run = await runGraphFile(halting);
    const decided = run.events.findIndex((event) => event.kind === 'decision.made' && event.subject === 'inc.x');
    expect(run.events[decided + 1]?.kind).toBe('fire.started');
    expect(await replayOfTape(run.graph, run.events.slice(0, decided + 1))).toMatchObject({
      identical: true,
      endsInMidStep: true,
    });
  });
});

describe('an output that was refused', () => {
  const graph = (parse: string, repairs = 1) =>
    drawSockets(
      {
        Ask: text(['no JSON here', '{"plan": [1]}'], ['always Do'], {
          parse,
          materia: { operator: 'scripted', kind: 'agent', seq: ['no JSON here', '{"plan": [1]}'] },
        }),
        Do: text(['done']),
      },
      {},
      { limits: { repairs } },
    );

  it('is refused again when it is replayed, whether it was asked for once more or failed the run', async () => {
    for (const repairs of [0, 1]) {
      const { events, graph: checked } = await runGraphFile(graph('json', repairs));
      const refused = events.filter((event) => event.kind === 'fire.failed');
      expect(refused).toMatchObject([{ error: { code: 'invalid-output' }, raw: 'no JSON here' }]);
      expect(await replayOfTape(checked, events)).toMatchObject({ identical: true, endsInMidStep: false });
    }
  });

  it('is taken by a graph that parses it as text, and that is the first difference', async () => {
    const { events } = await runGraphFile(graph('json'));
    const { graph: changed } = await runGraphFile(graph('text'));
    const { graph: recordedText, ...start } = events[0] as EventOf<'run.started'>;
    const asText = [{ ...start, graph: changed.source } as EngineEvent, ...events.slice(1)];
    expect(recordedText).not.toEqual(changed.source);
    expect(replay(changed, asText)).toMatchObject({
      identical: false,
      first: {
        recorded: { kind: 'fire.failed', node: 'Ask' },
        replayed: { kind: 'fire.finished', node: 'Ask', outputs: { output: 'no JSON here' } },
      },
    });
  });

  it('of which a foreign recording does not say how long it took is refused as well', async () => {
    const { events, graph: checked } = await runGraphFile(graph('json'));
    const foreign = events.map((event): EngineEvent => {
      if (event.kind !== 'fire.failed') return event;
      const { durationMs: _, ...rest } = event;
      return rest;
    });
    expect(replay(checked, foreign)).toMatchObject({ identical: true });
  });
});

describe('a log that the graph can’t have made', () => {
  it('starts what is not ready: the first difference is that start', async () => {
    const run = await runGraphFile(halting);
    const at = run.events.findIndex((event) => event.kind === 'fire.started');
    const events = run.events.map((event, i) => (i === at ? { ...event, node: 'beside' } : event)) as EngineEvent[];
    expect(replay(run.graph, events)).toMatchObject({
      identical: false,
      compared: at,
      first: { recorded: events[at] },
    });
  });

  it('ends a fire that does not run: the first difference is that end', async () => {
    const run = await runGraphFile(halting);
    const at = run.events.findIndex((event) => event.kind === 'fire.finished');
    const events = run.events.map((event, i) => (i === at ? { ...event, fire: 77 } : event)) as EngineEvent[];
    expect(replay(run.graph, events)).toMatchObject({ identical: false, compared: at });
  });
});
