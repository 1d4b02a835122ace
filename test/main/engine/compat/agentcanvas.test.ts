// What the recorded runs do not show: inputs, controls, and what a queue of single fires means for operators that take time.
import { describe, expect, it } from 'vitest';
import { RunControls } from '../../../../main/runner/controls.ts';
import { replay } from '../../../../main/runner/replay.ts';
import type { EngineEvent, EventKind, EventOf } from '../../../../shared/model/event.ts';
import { type Drawn, drawGraph, loop, scripted } from '../../../support/drawGraph.ts';
import { type PivotFileResult, type RunFileOptions, runPivotFile } from '../../../support/runGraphFile.ts';

function of<K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

async function run(graph: Drawn, options: RunFileOptions = {}): Promise<PivotFileResult> {
  const result = await runPivotFile({ ...graph, compat: 'agentcanvas' }, options);
  expect(replay(result.graph, result.events)).toMatchObject({ identical: true });
  return result;
}

const seed = scripted('seed', [], ['x'], { seq: [{ x: 1 }] });
const inc = scripted('inc', ['x'], ['x'], { expr: { x: 'x+1' } });
const round = ['seed.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'];

describe('a run under agentcanvas', () => {
  it('says so on its tape', async () => {
    const { events } = await run(drawGraph([seed, loop('L', { x: {} }, { x: {} }, 2), inc], round));
    expect(of(events, 'run.started')[0]?.compat).toBe('agentcanvas');
  });

  it('hands the run’s inputs on when the graphIn has its turn', async () => {
    const graph = drawGraph(
      [
        scripted('first', [], ['x'], { seq: [{ x: 7 }] }),
        { id: 'given', type: 'graphIn', config: { portName: 'start' } },
        scripted('a', ['x'], [], { seq: [{}] }),
        scripted('b', ['x'], ['y'], { expr: { y: 'x*2' } }),
        { id: 'out', type: 'graphOut', config: { portName: 'y' } },
      ],
      ['given.value -> b.x', 'first.x -> a.x', 'b.y -> out.value'],
    );
    const { events } = await run(graph, { inputs: { start: 21 } });
    expect(of(events, 'fire.started').map(({ node, inputs }) => ({ node, inputs }))).toEqual([
      { node: 'first', inputs: {} },
      { node: 'a', inputs: { x: 7 } },
      { node: 'b', inputs: { x: 21 } },
    ]);
    expect(of(events, 'run.finished')[0]).toMatchObject({ status: 'ended', reason: 'end', outputs: { y: 42 } });
  });

  it('gives a graphIn nothing that it was not given, whatever it is called', async () => {
    const graph = drawGraph(
      [{ id: 'constructor', type: 'graphIn', config: {} }, scripted('a', ['x'], [], { required: [], seq: [{}] })],
      ['constructor.value -> a.x'],
    );
    const { events } = await run(graph);
    expect(of(events, 'fire.started')).toEqual([]);
    expect(of(events, 'run.finished')[0]).toMatchObject({ status: 'ended', reason: 'end' });
  });

  it('enters an inner scope twice in one iteration of its parent when a second seed comes late', async () => {
    const pass = (id: string): Record<string, unknown> => scripted(id, ['v'], ['v'], { seq: [{ v: { $echo: 'v' } }] });
    const graph = drawGraph(
      [
        seed,
        loop('O', { a: {} }, { s: { required: true }, r: {} }, 1),
        ...['quick', 's1', 's2', 's3', 's4', 's5', 's6', 's7', 's8'].map(pass),
        loop('I', { x: {}, y: {} }, { r: { required: true } }, 1),
        scripted('b', ['p', 'q'], ['r'], { required: [], seq: [{ r: 'first' }, { r: 'second' }] }),
        { id: 'latch', type: 'graphOut', config: { portName: 'r' } },
      ],
      [
        'seed.x -> O.init_a',
        'O.init_a -> quick.v',
        'quick.v -> I.init_x',
        'O.init_a -> s1.v',
        's1.v -> s2.v',
        's2.v -> s3.v',
        's3.v -> s4.v',
        's4.v -> I.init_y',
        's4.v -> s5.v',
        's5.v -> s6.v',
        's6.v -> s7.v',
        's7.v -> s8.v',
        's8.v -> O-out.s',
        'I.init_x -> b.p',
        'I.init_y -> b.q',
        'b.r -> I-out.r',
        'I-out.final_r -> latch.value',
        'latch.value -> O-out.r',
      ],
    );
    const { events } = await run(graph);
    // I fires on init_x alone; four fires later init_y arrives, when I has already ended on its budget of 1.
    expect(of(events, 'iteration.opened').map(({ at }) => at)).toEqual(['O[0]', 'O[0]/I[0]', 'O[0]/I#2[0]']);
    expect(
      of(events, 'fire.started')
        .filter(({ node }) => node === 'b')
        .map(({ at, inputs }) => ({ at, inputs })),
    ).toEqual([
      { at: 'O[0]/I[0]', inputs: { p: 1 } },
      { at: 'O[0]/I#2[0]', inputs: { q: 1 } },
    ]);
    expect(of(events, 'scope.exited').map(({ scope, iterations, finals }) => ({ scope, iterations, finals }))).toEqual([
      { scope: 'I', iterations: 1, finals: { final_r: 'first', final_stop: true } },
      { scope: 'I', iterations: 1, finals: { final_r: 'second', final_stop: true } },
      { scope: 'O', iterations: 1, finals: { final_s: 1, final_r: 'second', final_stop: true } },
    ]);
  });

  it('runs one operator at a time, however long it takes', async () => {
    const graph = drawGraph(
      [seed, { id: 'a', type: 'slow', config: {} }, { id: 'b', type: 'slow', config: {} }],
      ['seed.x -> a.x', 'seed.x -> b.x'],
    );
    let running = 0;
    let most = 0;
    const { events } = await run(graph, {
      operators: {
        get: (name) => ({
          outward: false,
          run: async () => {
            running++;
            most = Math.max(most, running);
            await new Promise((resolve) => setTimeout(resolve, name === 'slow' ? 5 : 0));
            running--;
            return { ok: true, outputs: { x: 1 } };
          },
        }),
        close: async () => {},
      },
    });
    expect(most).toBe(1);
    expect(of(events, 'fire.finished').map(({ node }) => node)).toEqual(['seed', 'a', 'b']);
  });

  it('is cancelled at once, without a final side', async () => {
    const controls = new RunControls();
    const { events } = await run(drawGraph([seed, loop('L', { x: {} }, { x: {} }, 9), inc], round), {
      controls,
      onEvents: (more) => {
        if (more.some((event) => event.kind === 'iteration.closed' && event.iteration === 1)) controls.cancel();
      },
    });
    expect(of(events, 'scope.exited')).toMatchObject([{ scope: 'L', reason: 'cancelled', iterations: 2 }]);
    expect(of(events, 'scope.exited')[0]?.finals).toBeUndefined();
    expect(of(events, 'run.finished')[0]).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
  });

  it('pauses after so many fires', async () => {
    const { events } = await run(drawGraph([seed, loop('L', { x: {} }, { x: {} }, 9), inc], round), { steps: 3 });
    expect(of(events, 'fire.started').map(({ node }) => node)).toEqual(['seed', 'inc', 'inc']);
    expect(events.at(-1)).toMatchObject({ kind: 'run.finished', status: 'paused', reason: null });
  });

  it('ends at a halt inside a boundary too, and rebuilds the final side from the slots', async () => {
    const graph = drawGraph(
      [
        seed,
        loop('L', { x: {} }, { x: {} }, 9),
        inc,
        // It reads what inc gives as iterOut does, after it: so it fires inside the boundary.
        scripted('watch', ['x'], [], { seq: [{}, { $halt: 'enough' }] }),
      ],
      [...round, 'inc.x -> watch.x'],
    );
    const { events } = await run(graph);
    // inc gives 2, carried; then 3, whose boundary is not decided any more.
    expect(of(events, 'scope.exited')).toMatchObject([
      { reason: 'halt', iterations: 1, finals: { final_x: 2, final_stop: true }, rebuilt: true },
    ]);
    expect(of(events, 'run.finished')[0]).toMatchObject({ status: 'cancelled', reason: 'halt' });
  });

  it('records who reached an input: the later write, whatever its slot', async () => {
    const graph = drawGraph([seed, loop('L', { x: { persist: true } }, { x: {} }, 2), inc], round);
    const { events } = await run(graph);
    // The init slot persists, yet the carry, whose edge is declared later, wins in iteration 1.
    const [first, second] = of(events, 'decision.made').filter(({ subject }) => subject === 'inc.x');
    expect(first?.candidates).toMatchObject([
      { id: 'L.init_x', matched: true, value: 1 },
      { id: 'L.iterout_x', matched: false },
    ]);
    expect(second?.candidates).toMatchObject([
      { id: 'L.init_x', matched: false, value: 1, why: 'L.iterout_x was written later' },
      { id: 'L.iterout_x', matched: true, value: 2, why: 'holds a value, and was written last' },
    ]);
  });

  it('clears a step state at iterOut’s fire, so that what settles after it writes into the next step', async () => {
    const note = (id: string): Record<string, unknown> => ({
      id,
      type: 'expression',
      config: { inputs: ['x'], outputs: { x: 'x+1' }, writes: { 'notes.seen': 'x' } },
    });
    const graph = drawGraph(
      [seed, loop('L', { x: {} }, { x: {} }, 2), note('inc'), note('late')],
      [...round, 'inc.x -> late.x'],
      {
        containers: [{ id: 'notes', states: { seen: { type: 'accumulator', lifetime: 'step' } } }],
        access_grants: [
          { node_id: 'inc', container_id: 'notes' },
          { node_id: 'late', container_id: 'notes' },
        ],
      },
    );
    const { events } = await run(graph);
    // inc reads 1, then 2; late, queued behind iterOut, reads what inc gave.
    expect(
      events.flatMap((event) => {
        if (event.kind === 'slot.written' && event.writer === 'container') return [event.value];
        if (event.kind === 'slot.cleared' && event.slot === 'notes.seen') return [`${event.why} of ${event.by}`];
        return [];
      }),
    ).toEqual([[1], 'step_end of L', [2], [2, 2], 'step_end of L', [3]]);
  });

  it('takes --budget in place of the graph’s, longer or shorter, and caps fires by it', async () => {
    const graph = drawGraph([seed, loop('L', { x: {} }, { x: {} }), inc], round, { step_budget: 3 });
    const longer = await run(graph, { budget: 5 });
    expect(of(longer.events, 'iteration.closed')).toHaveLength(5);
    // Four nodes: 5 × 4 × 3.
    expect(longer.machine.compat?.fireCap).toBe(60);
    const shorter = await run(graph, { budget: 2 });
    expect(of(shorter.events, 'iteration.closed')).toHaveLength(2);
  });
});
