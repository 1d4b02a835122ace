import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMoment } from '../../../main/queries/findMoment.ts';
import { momentView } from '../../../main/queries/momentView.ts';
import { type OpenTape, openTape } from '../../../main/queries/openTape.ts';
import { MomentView } from '../../../shared/contract/moment.ts';
import { memoryTape } from '../../support/memoryTape.ts';
import { randomGraph } from '../../support/randomGraph.ts';
import { givenCase, pivotCases, recordedCase, recordedTape } from './recordedTape.ts';

function viewAt(tape: OpenTape, moment: string): MomentView {
  const found = findMoment(tape, { moment });
  if (!found.ok) throw new Error(found.failure.message);
  const view = momentView(tape, found.value);
  if (!view.ok) throw new Error(view.failure.message);
  return view.value;
}

const slot = (view: MomentView, name: string) => view.slots.find((row) => row.slot === name);
const node = (view: MomentView, id: string) => view.nodes.find((row) => row.node === id);
const edge = (view: MomentView, id: string) => view.edges.find((row) => row.edge === id);

describe('the frozen navigator (G01) at iteration 3', () => {
  it('names both writers of policy.obs: the seed that won and the carry that lost', async () => {
    const { tape } = await recordedCase('G01');
    const card = viewAt(tape, 'iterIn_1[3]').decisions.find((one) => one.subject === 'policy.obs');
    expect(card?.title).toBe('Which writer reached policy.obs');
    expect(card?.chosen).toBe('iterIn_1.init_obs');
    const [carry, seed] = card?.candidates ?? [];
    expect(seed).toMatchObject({ id: 'iterIn_1.init_obs', matched: true, writtenAt: '', chip: { text: '"o0"' } });
    expect(carry).toMatchObject({
      id: 'iterIn_1.iterout_obs',
      matched: false,
      writtenAt: 'iterIn_1[2]',
      chip: { text: '"o3"' },
    });
    expect(carry?.why).toBe('init_obs holds a value, and an init slot beats a carry slot');
  });

  it('shows the seed as held for four iterations and the carry as changed', async () => {
    const { tape } = await recordedCase('G01');
    const view = viewAt(tape, 'iterIn_1[3]:start');
    expect(slot(view, 'init_obs')).toMatchObject({
      address: 'iterIn_1.init_obs',
      writer: 'init',
      persist: true,
      writtenAt: '',
      change: 'same',
      heldIterations: 4,
      value: { value: 'o0' },
    });
    expect(slot(view, 'iterout_obs')).toMatchObject({
      writtenAt: 'iterIn_1[2]',
      change: 'changed',
      heldIterations: 1,
      value: { value: 'o3' },
    });
  });

  it('shows the hand-over at the boundary, and the values that lay on the edges until it', async () => {
    const { tape } = await recordedCase('G01');
    const view = viewAt(tape, 'iterIn_1[3]');
    expect(view.sentence).toBe('iteration 3 of iterIn_1 closed: carries obs = "o4", stop = false');
    expect(view.carry).toMatchObject([{ name: 'obs', value: 'o4' }]);
    expect(slot(view, 'iterout_obs')?.value?.value).toBe('o4');
    expect(view.open).toEqual([{ scope: 'iterIn_1', path: 'iterIn_1[3]', iteration: 3 }]);
    expect(view.iterations).toEqual({ iterIn_1: 4 });
    // e1 is iterout_obs → policy, e2 init_obs → policy, e6 env → iterOut (given.md, G01).
    expect(edge(view, 'e1')).toMatchObject({ state: 'lost', chip: { text: '"o3"' } });
    expect(edge(view, 'e2')).toMatchObject({ state: 'won', chip: { text: '"o0"' } });
    expect(edge(view, 'e6')).toMatchObject({ state: 'won', chip: { text: '"o4"' } });
    expect(edge(view, 'carry:iterOut_1.obs')).toMatchObject({ state: 'won', chip: { text: '"o4"' } });
    expect(node(view, 'policy')).toMatchObject({ state: 'fired', fires: 4 });
    expect(node(view, 'iterOut_1')).toMatchObject({ state: 'fired', fires: 4 });
  });

  it('says what waits for what before the first fire of an iteration', async () => {
    const { tape } = await recordedCase('G01');
    const view = viewAt(tape, 'iterIn_1[3]:start');
    expect(node(view, 'policy')?.state).toBe('ready');
    expect(node(view, 'env')).toMatchObject({ state: 'waiting', waitsFor: ['waits until policy is done'] });
    expect(node(view, 'iterOut_1')?.state).toBe('waiting');
    expect(edge(view, 'e1')?.state).toBe('held');
    expect(edge(view, 'e6')?.state).toBe('empty');
  });

  it('shows the final side once the loop has ended, and the body as outside', async () => {
    const { tape } = await recordedCase('G01');
    expect(viewAt(tape, 'iterIn_1[5]').finals).toEqual({});
    const view = viewAt(tape, 'end');
    expect(view.finals.iterIn_1).toMatchObject([
      { name: 'final_obs', value: 'o6' },
      { name: 'final_stop', value: true },
    ]);
    expect(view).toMatchObject({ status: 'ended', reason: 'budget', open: [] });
    expect(node(view, 'policy')).toMatchObject({ state: 'outside', fires: 6 });
  });
});

describe('slots of a one-shot seed (G01 with persist false)', () => {
  it('emptied in iteration 0 and in the next, then merely empty, with the reason', async () => {
    const { tape } = await recordedCase('G01-oneshot');
    expect(slot(viewAt(tape, 'iterIn_1[0]:start'), 'init_obs')).toMatchObject({
      change: 'new',
      value: { value: 'o0' },
    });
    const after = slot(viewAt(tape, 'iterIn_1[1]:start'), 'init_obs');
    expect(after).toMatchObject({ change: 'emptied', value: null, writtenSeq: null, heldIterations: 0 });
    expect(after?.emptyWhy).toBe('init_obs is one-shot and was emptied after iteration 0');
    expect(slot(viewAt(tape, 'iterIn_1[2]:start'), 'init_obs')?.change).toBe('empty');
  });

  it('an equal rewrite is no change', async () => {
    const graph = structuredClone(givenCase('G01-oneshot').graph) as {
      nodes: { id: string; config: Record<string, unknown> }[];
    };
    const env = graph.nodes.find((one) => one.id === 'env');
    if (env) env.config.seq = [{ obs: 'o1' }, { obs: 'o1' }, { obs: 'o1' }, { obs: 'o3' }];
    const { tape } = await recordedTape(graph);
    // Carried at the boundaries of 0, 1 and 2 as "o1" each time: read in iterations 1, 2 and 3.
    expect(slot(viewAt(tape, 'iterIn_1[1]:start'), 'iterout_obs')).toMatchObject({ change: 'new', heldIterations: 1 });
    const third = slot(viewAt(tape, 'iterIn_1[3]:start'), 'iterout_obs');
    expect(third).toMatchObject({ change: 'same', heldIterations: 3, writtenAt: 'iterIn_1[2]' });
  });
});

describe('a stall (G02)', () => {
  it.each(['#20', 'end'])('still shows at %s who waits, for what, and why', async (moment) => {
    const { tape, events } = await recordedCase('G02');
    expect(events[20]?.kind).toBe('scope.exited');
    const judge = node(viewAt(tape, moment), 'judge');
    expect(judge?.state).toBe('idle');
    expect(judge?.waitsFor).toEqual(['waits for goal: init_goal is one-shot and was emptied after iteration 0']);
  });
});

describe('any moment of any tape', () => {
  it.each(pivotCases().map((one) => one.id))('of %s has a view that fits the contract', async (id) => {
    const { tape, reader } = await recordedCase(id);
    for (let seq = 0; seq <= reader.head(); seq++) {
      const view = momentView(tape, { seq });
      expect(view.ok && MomentView.safeParse(view.value).error).toBeUndefined();
    }
  });

  it('of random graphs has a view, live as well as finished', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (graph) => {
        const { events } = await recordedTape(graph);
        const reader = memoryTape([]);
        const live = openTape(memoryTape(events.slice(0, 1)));
        reader.append(events);
        const whole = openTape(reader);
        for (const { seq } of events) {
          if (seq > 0) (live.reader as ReturnType<typeof memoryTape>).append(events.slice(seq, seq + 1));
          const followed = momentView(live, { seq });
          const finished = momentView(whole, { seq });
          if (!followed.ok || !finished.ok) throw new Error(`no view of #${seq}`);
          // Only what lies ahead of the moment may differ: the head, the fire that a decision leads to, and that a tape
          // which stops there, and which nobody writes, is interrupted.
          const ahead = { head: 0, status: '', fire: 0 };
          expect({ ...followed.value, ...ahead }).toEqual({ ...finished.value, ...ahead });
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is refused past the head', async () => {
    const { tape } = await recordedCase('G01');
    const view = momentView(tape, { seq: 86 });
    expect(view).toMatchObject({ ok: false, failure: { code: 'no-such-moment' } });
  });

  it('is told from the log alone where the graph can no longer be checked', async () => {
    const { events } = await recordedCase('G01');
    const [first, ...rest] = events;
    if (first?.kind !== 'run.started') throw new Error('no start');
    const tape = openTape(memoryTape([{ ...first, graph: { nodes: 'none' } }, ...rest]));
    expect(tape.graph).toBeUndefined();
    expect(tape.problems.length).toBeGreaterThan(0);
    const view = viewAt(tape, 'iterIn_1[3]');
    expect(view).toMatchObject({ nodes: [], edges: [], iterations: { iterIn_1: 4 } });
    expect(slot(view, 'iterout_obs')?.value?.value).toBe('o4');
    expect(view.decisions).toHaveLength(2);
  });
});

describe('the outer note that an inner loop wipes (G04)', () => {
  it('shows the states of containers as slots of the graph scope, by their address', async () => {
    const { tape } = await recordedCase('G04');
    const before = tape.reader.iterationSeq('iterIn_o[0]/iterIn_i[0]', 'opened') ?? -1;
    const held = slot(viewAt(tape, `#${before}`), 'notes.hintAny');
    expect(held).toMatchObject({
      scope: '',
      address: 'notes.hintAny',
      writer: 'container',
      value: { value: 'H0' },
      writtenAt: 'iterIn_o[0]',
    });
  });

  it('says which signal of which scope emptied a state, and that another was spared', async () => {
    const { tape } = await recordedCase('G04');
    const view = viewAt(tape, 'iterIn_o[0]/iterIn_i[0]');
    expect(slot(view, 'notes.hintAny')).toMatchObject({ value: null, emptyWhy: 'cleared by step_end of iterIn_i' });
    expect(slot(view, 'notes.hintKeep')).toMatchObject({ value: { value: 'H0' } });
  });

  it('shows a declared state that nothing has been written to yet', async () => {
    const { tape } = await recordedCase('G04');
    expect(slot(viewAt(tape, 'start'), 'notes.hintKeep')).toMatchObject({ value: null, writer: 'container' });
  });
});
