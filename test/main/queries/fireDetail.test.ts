import { describe, expect, it } from 'vitest';
import { fireDetail } from '../../../main/queries/fireDetail.ts';
import type { Operator } from '../../../main/runner/ports.ts';
import { FireDetail } from '../../../shared/contract/moment.ts';
import { drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { drawSockets, json, text } from '../../support/drawSockets.ts';
import { givenCase, recordedCase, recordedTape } from './recordedTape.ts';

async function detail(id: string, seq: number): Promise<FireDetail> {
  const { tape } = await recordedCase(id);
  const found = fireDetail(tape, { seq });
  if (!found.ok) throw new Error(found.failure.message);
  expect(FireDetail.safeParse(found.value).error).toBeUndefined();
  return found.value;
}

describe('a fire of the frozen navigator (G01)', () => {
  // In iteration 3 the policy's input is decided at 47, it starts at 48, ends at 49; env ends at 53, its carry is written at 56.
  it.each([
    [47, 'policy', 3],
    [48, 'policy', 3],
    [49, 'policy', 3],
    [53, 'env', 3],
    [56, 'env', 3],
    [4, 'env0', 0],
  ])('is found from event %i', async (seq, node, nth) => {
    expect(await detail('G01', seq)).toMatchObject({ node, nth, state: 'finished' });
  });

  it('says where each input came from in words', async () => {
    const policy = await detail('G01', 48);
    expect(policy.inputs).toMatchObject([
      { name: 'obs', value: 'o0', fromSeq: 4, fromText: 'init_obs, written by env0 before iteration 0' },
    ]);
    expect(policy.outputs).toMatchObject([{ name: 'action', value: 'LEFT' }]);
    expect(policy.decisions).toMatchObject([{ seq: 47, subject: 'policy.obs', chosen: 'iterIn_1.init_obs' }]);
    const env = await detail('G01', 52);
    expect(env.inputs).toMatchObject([{ name: 'action', value: 'LEFT', fromText: 'policy, in this iteration' }]);
    expect(env.decisions).toEqual([]);
  });

  it('names the boundary that a carry was handed over at (one-shot variant)', async () => {
    const { events } = await recordedCase('G01-oneshot');
    const start = events.filter((event) => event.kind === 'fire.started' && event.node === 'policy')[2];
    const policy = await detail('G01-oneshot', start?.seq ?? -1);
    expect(policy.inputs).toMatchObject([
      { name: 'obs', value: 'o2', fromText: 'iterout_obs, carried from env at the boundary of iteration 1' },
    ]);
  });

  it('belongs to no boundary', async () => {
    const { tape } = await recordedCase('G01');
    expect(fireDetail(tape, { seq: 55 })).toMatchObject({ ok: false, failure: { code: 'no-fire' } });
    expect(fireDetail(tape, { seq: 99 })).toMatchObject({ ok: false, failure: { code: 'no-such-moment' } });
  });
});

it('the after-loop band reads the final side (G06)', async () => {
  const { events } = await recordedCase('G06');
  const start = events.find((event) => event.kind === 'fire.started' && event.node === 'verdict');
  expect((await detail('G06', start?.seq ?? -1)).inputs).toMatchObject([
    { name: 'v', value: 35, fromText: 'the final side of iterIn_1, which ended by stop after 3 iterations' },
  ]);
});

it('a value from a later entry into a loop says which entry that was', async () => {
  const again = JSON.stringify({ items: ['a', 'b'] });
  const graph = drawSockets(
    {
      Plan: json([again], ['always Work'], { assign: { items: '$.items' } }),
      // It works on one item, makes the list anew, and leaves the loop.
      Work: json([again], ['always Out'], { assign: { items: '$.items' } }),
      Out: text(['out'], ['always Work']),
    },
    { L: { sockets: ['Work'], consumes: { from: 'Plan', output: 'items' } } },
  );
  const { tape, events } = await recordedTape(graph, { budget: 7 });
  const works = events.filter((event) => event.kind === 'fire.started' && event.node === 'Work');
  expect(works.map(({ at }) => at)).toEqual(['L[0]', 'L#2[0]', 'L#3[0]']);
  const origins = works.map(({ seq }) => {
    const found = fireDetail(tape, { seq });
    return found.ok ? found.value.inputs.map(({ fromText }) => fromText) : [];
  });
  expect(origins).toEqual([
    ['state.items, assigned by Plan outside of every loop'],
    ['state.items, assigned by Work in iteration 0 of L'],
    ['state.items, assigned by Work in iteration 0 of L, activation 2'],
  ]);
});

it('a failed fire shows its error and has no outputs', async () => {
  const graph = structuredClone(givenCase('G01').graph) as { nodes: { id: string; config: Record<string, unknown> }[] };
  const env = graph.nodes.find((one) => one.id === 'env');
  if (env) env.config = { inputs: ['action'], outputs: ['obs'], throw: 'no such room' };
  const { tape, events } = await recordedTape(graph);
  const failure = events.find((event) => event.kind === 'fire.failed');
  const found = fireDetail(tape, { seq: failure?.seq ?? -1 });
  expect(found).toMatchObject({ ok: true, value: { node: 'env', state: 'failed', outputs: [] } });
  expect(found.ok && found.value.error?.message).toContain('no such room');
});

describe('a fire with access to state containers', () => {
  // G04: writeAny and writeKeep write at 12 and 15 in iteration 0 of the outer loop, at 66 and 69 in iteration 1; the inner
  // loop's step_end empties notes.hintAny at 27.
  it('shows each state that it could read, its value, and who wrote it', async () => {
    expect((await detail('G04', 13)).states).toMatchObject([
      { name: 'notes.hintAny', value: 'H0', fromSeq: 12, fromText: 'writeAny, in this iteration' },
    ]);
    expect((await detail('G04', 67)).states).toMatchObject([
      { name: 'notes.hintAny', value: 'H1', fromSeq: 66, fromText: 'writeAny, in this iteration' },
      { name: 'notes.hintKeep', value: 'H0', fromSeq: 15, fromText: 'writeKeep, in iterIn_o[0]' },
    ]);
    // What was emptied is not there to be read.
    expect((await detail('G04', 52)).states).toMatchObject([{ name: 'notes.hintKeep', fromSeq: 15 }]);
  });

  it('shows what it wrote, and the write that came of it', async () => {
    const change = { kind: 'write', slot: 'notes.hintAny', seq: 12, wrote: { value: 'H0' } };
    for (const seq of [10, 11, 12]) expect((await detail('G04', seq)).changes).toMatchObject([change]);
    expect((await detail('G04', 11)).changes[0]).not.toHaveProperty('became');
    expect((await detail('G04', 52)).changes).toEqual([]);
  });

  it('has neither where a node has access to none', async () => {
    expect(await detail('G04', 8)).toMatchObject({ node: 'src', states: [], changes: [] });
  });

  it('shows what a state became where that is not what was written, and what set it at first', async () => {
    // A list that grows by 2, then 3; a count that starts at 10 and adds 2, then 3.
    const states = { seen: { type: 'accumulator' }, sum: { type: 'counter', config: { initial_value: 10 } } };
    const graph = drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
        loop('L', { x: {} }, { x: {} }, 2),
        scripted('inc', ['x'], ['x'], { expr: { x: 'x+1' } }),
        {
          id: 'w',
          type: 'expression',
          config: { inputs: ['x'], outputs: {}, writes: { 'c.seen': 'x', 'c.sum': 'x' } },
        },
      ],
      ['seed.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x', 'inc.x -> w.x'],
      { containers: [{ id: 'c', states }], access_grants: [{ node_id: 'w', container_id: 'c' }] },
    );
    const { tape, events } = await recordedTape(graph);
    const fires = events.filter((event) => event.kind === 'fire.started' && event.node === 'w');
    const [first, second] = fires.map(({ seq }) => {
      const found = fireDetail(tape, { seq });
      if (!found.ok) throw new Error(found.failure.message);
      return found.value;
    });
    expect(first?.states).toMatchObject([{ name: 'c.sum', value: 10, fromText: 'the initial value, at run_start' }]);
    expect(first?.changes).toMatchObject([
      { slot: 'c.seen', wrote: { value: 2 }, became: { value: [2] } },
      { slot: 'c.sum', wrote: { value: 2 }, became: { value: 12 } },
    ]);
    expect(second?.changes).toMatchObject([
      { slot: 'c.seen', wrote: { value: 3 }, became: { value: [2, 3] } },
      { slot: 'c.sum', wrote: { value: 3 }, became: { value: 15 } },
    ]);
    expect(second?.states).toMatchObject([
      { name: 'c.seen', value: [2], fromText: 'w, in L[0]' },
      { name: 'c.sum', value: 12, fromText: 'w, in L[0]' },
    ]);
  });

  it('tells a signal among its changes, in its place, with the event that it is', async () => {
    const changes = [{ write: 'c.s', value: 1 }, { signal: 'episode_reset' }, { write: 'c.s', value: 2 }];
    const graph = drawGraph(
      [{ id: 'act', type: 'script', config: { module: 'act.mjs', inputs: [], outputs: [] } }],
      [],
      {
        containers: [{ id: 'c', states: { s: { type: 'lastWrite', lifetime: 'episode' } } }],
        access_grants: [{ node_id: 'act', container_id: 'c' }],
      },
    );
    const act: Operator = { outward: false, run: () => ({ ok: true, outputs: {}, changes }) };
    const { tape, events } = await recordedTape(graph, { operators: { get: () => act, close: async () => undefined } });
    const start = events.find((event) => event.kind === 'fire.started');
    const signal = events.find((event) => event.kind === 'signal.emitted' && event.signal === 'episode_reset');
    const found = fireDetail(tape, { seq: start?.seq ?? -1 });
    // The write at the start, the signal, its clear, the second write: each follows the other.
    expect(found.ok && found.value.changes).toMatchObject([
      { kind: 'write', wrote: { value: 1 }, seq: (signal?.seq ?? 0) - 1 },
      { kind: 'signal', signal: 'episode_reset', seq: signal?.seq },
      { kind: 'write', wrote: { value: 2 }, seq: (signal?.seq ?? 0) + 2 },
    ]);
  });
});
