// State containers where operators take time: who may be at a container with whom, and what the log says of it.
import { describe, expect, it } from 'vitest';
import { freezeMachine, newMachine } from '../../../main/engine/machine.ts';
import { apply } from '../../../main/engine/step.ts';
import { operatorSet } from '../../../main/operators/operatorSet.ts';
import type { Call, Operator, OperatorAnswer, OperatorSet } from '../../../main/runner/ports.ts';
import { replay } from '../../../main/runner/replay.ts';
import type { StateChange } from '../../../shared/model/container.ts';
import type { EngineEvent, EventKind, EventOf } from '../../../shared/model/event.ts';
import { CONTAINER_RULES } from '../../conformance/containerRules.ts';
import { givenCases } from '../../conformance/givenCase.ts';
import { type Drawn, drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { runGraphFile } from '../../support/runGraphFile.ts';

const of = <K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] =>
  events.filter((event): event is EventOf<K> => event.kind === kind);

/** The real operators, slowed down; `script` nodes answer with what `acts` says. */
function operators(
  delayOf: (call: Call) => number,
  acts: Readonly<Record<string, readonly StateChange[]>> = {},
): OperatorSet {
  const real = operatorSet({ graphFolder: import.meta.dirname });
  return {
    get(name): Operator | undefined {
      const operator = name === 'script' ? script(acts) : real.get(name);
      return (
        operator && {
          outward: false,
          async run(call) {
            await new Promise((resolve) => setTimeout(resolve, delayOf(call)));
            return operator.run(call);
          },
        }
      );
    },
    close: () => real.close(),
  };
}

function script(acts: Readonly<Record<string, readonly StateChange[]>>): Operator {
  return {
    outward: false,
    run: (call): OperatorAnswer => ({ ok: true, outputs: { y: call.nth }, changes: acts[call.node] ?? [] }),
  };
}

const scriptNode = (id: string) => ({
  id,
  type: 'script',
  config: { module: './m.js', inputs: ['x'], outputs: ['y'] },
});

function granted(graph: Drawn, states: Record<string, unknown>, nodes: readonly string[]): Drawn {
  return {
    ...graph,
    containers: [{ id: 'c', states }],
    access_grants: nodes.map((node_id) => ({ node_id, container_id: 'c' })),
  };
}

const append = (id: string) => ({
  id,
  type: 'expression',
  config: { inputs: ['x'], outputs: { x: 'x + 1' }, writes: { 'c.s': 'x' } },
});

/** Two root loops side by side that append to one state. */
const twoLoops = granted(
  drawGraph(
    [
      scripted('seed', [], ['x'], { seq: [{ x: 0 }] }),
      loop('A', { x: {} }, { x: {} }, 3),
      append('a'),
      loop('B', { x: {} }, { x: {} }, 3),
      append('b'),
    ],
    ['A', 'B'].flatMap((L) => {
      const n = L.toLowerCase();
      return [`seed.x -> ${L}.init_x`, `${L}.init_x -> ${n}.x`, `${L}.iterout_x -> ${n}.x`, `${n}.x -> ${L}-out.x`];
    }),
  ),
  { s: { type: 'accumulator' } },
  ['a', 'b'],
);

/** Three nodes at one container in one region, each fed by a node of its own that takes its own time. */
const threeAtOnce = granted(
  drawGraph(
    [
      scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
      ...['p', 'q', 'r'].map((id, i) => scripted(id, ['x'], ['x'], { seq: [{ x: i }] })),
      ...['w1', 'w2', 'w3'].map(append),
    ],
    ['p', 'q', 'r'].flatMap((id, i) => [`seed.x -> ${id}.x`, `${id}.x -> w${i + 1}.x`]),
  ),
  { s: { type: 'accumulator' } },
  ['w1', 'w2', 'w3'],
);

describe('nodes with access to one container', () => {
  it('never run at the same time, also across loops that run side by side', async () => {
    const run = await runGraphFile(twoLoops, { operators: operators(() => 3) });
    let running = 0;
    for (const event of run.events) {
      if (event.kind === 'fire.started' && event.node !== 'seed') running++;
      if (event.kind === 'fire.finished' && event.node !== 'seed') running--;
      expect(running).toBeLessThanOrEqual(1);
    }
    expect(of(run.events, 'fire.started')).toHaveLength(7);
    const last = of(run.events, 'slot.written').findLast((event) => event.slot === 'c.s');
    const list = (last?.value ?? []) as readonly number[];
    expect(list.toSorted()).toEqual([0, 0, 1, 1, 2, 2]);
    expect(replay(run.graph, run.events)).toMatchObject({ identical: true });
  });

  it('run side by side where their containers differ', async () => {
    const other = {
      ...twoLoops,
      containers: ['c', 'd'].map((id) => ({ id, states: { s: { type: 'accumulator' } } })),
      access_grants: [
        { node_id: 'a', container_id: 'c' },
        { node_id: 'b', container_id: 'd' },
      ],
      nodes: twoLoops.nodes.map((node) =>
        node.id === 'b' ? { ...append('b'), config: { ...append('b').config, writes: { 'd.s': 'x' } } } : node,
      ),
    };
    const run = await runGraphFile(other, { operators: operators(() => 3) });
    const kinds = run.events.filter((event) => event.kind.startsWith('fire.')).map((event) => event.kind);
    expect(kinds.join(' ')).toContain('fire.started fire.started');
  });

  it('take their turns in node order, however long what feeds them takes', async () => {
    for (const slow of ['p', 'q', 'r', 'none']) {
      const run = await runGraphFile(threeAtOnce, { operators: operators(({ node }) => (node === slow ? 15 : 1)) });
      const last = of(run.events, 'slot.written').findLast((event) => event.slot === 'c.s');
      expect(last?.value).toEqual([0, 1, 2]);
      expect(replay(run.graph, run.events)).toMatchObject({ identical: true });
    }
  });
});

describe('what a fire did to containers', () => {
  const graph = granted(
    drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
        loop('L', { x: { persist: true } }, { y: {} }, 1),
        scriptNode('s'),
        scripted('later', ['y'], ['y'], { seq: [{ y: 1 }] }),
      ],
      ['seed.x -> L.init_x', 'L.init_x -> s.x', 's.y -> later.y', 'later.y -> L-out.y'],
    ),
    { mood: { type: 'lastWrite', lifetime: 'episode' }, n: { type: 'counter', config: { initial_value: 0.1 } } },
    ['s'],
  );

  it('follows its fire.finished in its order: writes, a signal in the scope of the fire, and the clears of the signal', async () => {
    const acts: readonly StateChange[] = [
      { write: 'c.mood', value: 'calm' },
      { write: 'c.n', value: 0.2 },
      { signal: 'episode_reset' },
      { write: 'c.mood', value: 'wild' },
    ];
    const run = await runGraphFile(graph, { operators: operators(() => 0, { s: acts }) });
    const at = run.events.findIndex((event) => event.kind === 'fire.finished' && event.node === 's');
    expect(run.events[at]).toMatchObject({ changes: acts });
    const seq = run.events[at]?.seq;
    expect(run.events.slice(at + 1, at + 6)).toMatchObject([
      { kind: 'slot.written', slot: 'c.mood', scope: '', writer: 'container', value: 'calm', from: seq, at: 'L[0]' },
      { kind: 'slot.written', slot: 'c.n', scope: '', writer: 'container', value: 0.1 + 0.2, from: seq },
      { kind: 'signal.emitted', signal: 'episode_reset', scope: 'L', at: 'L[0]' },
      { kind: 'slot.cleared', slot: 'c.mood', scope: '', why: 'episode_reset', by: 'L' },
      { kind: 'slot.written', slot: 'c.mood', value: 'wild' },
    ]);
    expect(replay(run.graph, run.events)).toMatchObject({ identical: true });
  });

  it('says at its start what it could read, by the events that wrote it', async () => {
    const run = await runGraphFile(graph, { operators: operators(() => 0) });
    const initial = of(run.events, 'slot.written').find((event) => event.slot === 'c.n');
    const starts = of(run.events, 'fire.started');
    expect(starts.find(({ node }) => node === 's')?.states).toEqual({ 'c.n': initial?.seq });
    expect(starts.find(({ node }) => node === 'later')).not.toHaveProperty('states');
  });

  it.each([
    ['a state that it was not granted', { write: 'd.x', value: 1 }, 'no-grant'],
    ['a counter with what is no number', { write: 'c.n', value: 'one' }, 'bad-write'],
    ['a signal of the engine', { signal: 'step_end' }, 'bad-signal'],
  ] as const)('fails the fire and changes nothing where it is %s', async (_, change, code) => {
    const acts = { s: [{ write: 'c.mood', value: 'calm' }, change] };
    const run = await runGraphFile(graph, { operators: operators(() => 0, acts) });
    expect(of(run.events, 'fire.failed')).toMatchObject([{ node: 's', error: { code } }]);
    expect(of(run.events, 'slot.written').filter((event) => event.slot === 'c.mood')).toEqual([]);
    expect(replay(run.graph, run.events)).toMatchObject({ identical: true });
  });

  it('keeps its states where the run pauses, and loses them where it ends', async () => {
    const states = { mood: { type: 'lastWrite', lifetime: 'run' }, n: { type: 'counter' } };
    const acts = { s: [{ write: 'c.mood', value: 'calm' }] };
    const paused = await runGraphFile(granted(graph, states, ['s']), { operators: operators(() => 0, acts), steps: 2 });
    expect(of(paused.events, 'run.finished')).toMatchObject([{ status: 'paused' }]);
    expect(of(paused.events, 'slot.cleared').filter((event) => event.slot === 'c.mood')).toEqual([]);
    const ended = await runGraphFile(granted(graph, states, ['s']), { operators: operators(() => 0, acts) });
    expect(of(ended.events, 'slot.cleared').filter((event) => event.slot === 'c.mood')).toMatchObject([
      { why: 'run_end', by: '' },
    ]);
    for (const run of [paused, ended]) expect(replay(run.graph, run.events)).toMatchObject({ identical: true });
  });

  it('goes back to its initial value at run_end, before run.finished', async () => {
    const states = {
      mood: { type: 'lastWrite', lifetime: 'run', config: { initial_value: 'none' } },
      n: { type: 'counter' },
    };
    const run = await runGraphFile(granted(graph, states, ['s']), {
      operators: operators(() => 0, { s: [{ write: 'c.mood', value: 'calm' }] }),
    });
    const at = run.events.findIndex((event) => event.kind === 'signal.emitted' && event.signal === 'run_end');
    expect(run.events.slice(at + 1).map((event) => event.kind)).toEqual([
      'slot.cleared',
      'slot.written',
      'run.finished',
    ]);
  });
});

describe('under agentcanvas', () => {
  it.each(CONTAINER_RULES.map((one) => [one.rule, one.graph] as const))(
    'a run replays and folds: %s',
    async (_, graph) => {
      const run = await runGraphFile({ ...graph, compat: 'agentcanvas' });
      expect(replay(run.graph, run.events)).toMatchObject({ identical: true });
      const folded = newMachine(run.graph);
      for (const event of run.events) apply(run.graph, folded, event);
      expect(freezeMachine(folded)).toEqual(freezeMachine(run.machine));
    },
  );

  it('an inner step_end clears an outer state by name too, and names its loop', async () => {
    const graph = givenCases().find((one) => one.id === 'G04')?.graph as object;
    const run = await runGraphFile({ ...graph, compat: 'agentcanvas' });
    expect(of(run.events, 'slot.cleared').filter((event) => event.slot === 'notes.hintAny')).toMatchObject([
      { why: 'step_end', by: 'iterIn_i', at: 'iterIn_o[0]/iterIn_i[0]' },
      { why: 'step_end', by: 'iterIn_i', at: 'iterIn_o[1]/iterIn_i[0]' },
    ]);
  });
});
