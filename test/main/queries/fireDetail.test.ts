import { describe, expect, it } from 'vitest';
import { fireDetail } from '../../../main/queries/fireDetail.ts';
import { FireDetail } from '../../../shared/contract/moment.ts';
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
