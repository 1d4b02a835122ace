// The rules of pi-materia one by one, where no recorded run shows them alone; each beside what our own rules do.
import { describe, expect, it } from 'vitest';
import { freezeMachine, newMachine } from '../../../../main/engine/machine.ts';
import { heldSlots } from '../../../../main/engine/machineView.ts';
import { apply } from '../../../../main/engine/step.ts';
import { replay } from '../../../../main/runner/replay.ts';
import type { EngineEvent, EventKind, EventOf } from '../../../../shared/model/event.ts';
import { advance, type DrawnSockets, drawSockets, exits, json, text } from '../../../support/drawSockets.ts';
import { type RunFileResult, runGraphFile } from '../../../support/runGraphFile.ts';

function of<K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

const visits = ({ events }: RunFileResult): string[] =>
  of(events, 'fire.started')
    .filter(({ retry }) => !retry)
    .map(({ node }) => node);

const stateOf = ({ machine }: RunFileResult): unknown => (machine.dialect === 'socket' ? machine.state : undefined);

const endOf = ({ events }: RunFileResult): EventOf<'run.finished'> => events.at(-1) as EventOf<'run.finished'>;

async function theirs(graph: DrawnSockets, budget?: number): Promise<RunFileResult> {
  const run = await runGraphFile({ ...graph, compat: 'pi-materia' }, budget === undefined ? {} : { budget });
  expect(replay(run.graph, run.events)).toMatchObject({ identical: true });
  const folded = newMachine(run.graph);
  for (const event of run.events) apply(run.graph, folded, event);
  expect(freezeMachine(folded)).toEqual(freezeMachine(run.machine));
  return run;
}

const ours = (graph: DrawnSockets): Promise<RunFileResult> => runGraphFile(graph);

describe('a fence inside of a JSON text', () => {
  it('is what pi-materia reads, and to us a part of the text', async () => {
    const quoting = JSON.stringify({ n: 1, note: 'such as ``` {} ```' });
    const graph = drawSockets({ A: json([quoting], ['always end'], { assign: { got: '$' } }) });
    expect(stateOf(await theirs(graph))).toEqual({ got: {} });
    expect(stateOf(await ours(graph))).toEqual({ got: JSON.parse(quoting) });
  });
});

describe('an output without what its socket needs', () => {
  it('is told with everything that is amiss, each once', async () => {
    const more = { assign: { ok: '$.satisfied', goal: '$.plan.goal' } };
    const run = await theirs(drawSockets({ A: json(['{"plan": {}}'], ['satisfied end'], more) }));
    expect(endOf(run).error).toMatchObject({
      code: 'invalid-output',
      message:
        'The output of A is invalid: it has no $.satisfied, which is assigned to state.ok, and has no $.plan.goal, which is assigned to state.goal.',
    });
  });

  it('needs satisfied for a conditional advance too', async () => {
    const graph = drawSockets(
      { A: json(['{}'], ['always end'], advance('i', 'items', 'satisfied')) },
      {},
      { state: { items: [1] } },
    );
    expect(endOf(await theirs(graph)).error?.message).toContain('has no $.satisfied, which its advance asks for');
    expect(endOf(await ours(graph))).toMatchObject({ status: 'ended', reason: 'end' });
  });

  it('is asked for once more of a materia that says nothing of its kind, and of no utility', async () => {
    const graph = drawSockets({ A: json([], ['always end']) });
    const materia = (kind?: string) => ({ ...graph, materia: { A: kind ? { kind } : {} }, compat: 'pi-materia' });
    const standIns = { A: { seq: ['no json', '{"x": 1}'] } };
    const agent = await runGraphFile(materia(), { standIns });
    expect(endOf(agent).status).toBe('ended');
    expect(of(agent.events, 'fire.started').map(({ retry }) => retry ?? false)).toEqual([false, true]);
    expect(endOf(await runGraphFile(materia('utility'), { standIns })).error?.code).toBe('invalid-output');
    const unsaid = await runGraphFile({ ...graph, materia: { A: {} } }, { standIns });
    expect(endOf(unsaid).error?.code).toBe('invalid-output');
  });
});

describe('the list that is kept without an assignment', () => {
  it('is workItems of any socket while state has none, and of a generator always', async () => {
    const list = (...titles: string[]): string => JSON.stringify({ workItems: titles });
    const generator = { materia: { operator: 'scripted', seq: [list('c')], generator: true } };
    const graph = drawSockets({
      A: json([list('a')], ['always B']),
      B: json([list('b')], ['always C'], { assign: { seenByB: 'workItems' } }),
      C: json([], ['always end'], { ...generator, assign: { seenByC: 'workItems' } }),
    });
    expect(stateOf(await theirs(graph))).toEqual({ workItems: ['c'], seenByB: ['a'], seenByC: ['c'] });
    expect(stateOf(await ours(graph))).toEqual({});
  });

  it('is not the list of another name that a loop consumes', async () => {
    const graph = drawSockets(
      { Plan: json(['{"jobs": ["a"]}'], ['always Do']), Do: text(['done'], ['always end']) },
      { Work: { sockets: ['Do'], consumes: { from: 'Plan', output: 'jobs' } } },
    );
    expect(visits(await theirs(graph))).toEqual(['Plan']);
    expect(visits(await ours(graph))).toEqual(['Plan', 'Do']);
  });
});

describe('an assignment whose source does not exist', () => {
  it('leaves its target without a value, and the tape says so', async () => {
    const assign = { kept: 'state.nothing', list: 'state.nothing', 'list2.0': 'state.nothing', copy: 'kept' };
    const graph = drawSockets(
      { A: text(['x'], ['always end'], { assign }) },
      {},
      { state: { kept: 1, list: [1], list2: [1, 2], copy: 3 } },
    );
    const run = await theirs(graph);
    // A place in a list is left with null; `copy` sees that `kept` is gone.
    expect(stateOf(run)).toEqual({ list2: [null, 2] });
    const cleared = of(run.events, 'slot.cleared').map(({ slot, why }) => [slot, why]);
    expect(cleared).toEqual(
      ['state.kept', 'state.list', 'state.list2[0]', 'state.copy'].map((slot) => [slot, 'no-source']),
    );
    const [finished] = of(run.events, 'fire.finished');
    expect(finished?.unassigned?.map(({ slot }) => slot)).toEqual(cleared.map(([slot]) => slot));
    expect(heldSlots(run.graph, run.machine).map(({ slot }) => slot)).toEqual(['state.list2']);
    expect(stateOf(await ours(graph))).toEqual({ kept: 1, list: [1], list2: [1, 2], copy: 1 });
  });
});

describe('the item of a socket', () => {
  it('is written where it changes, from the list, and stays when the loop is over', async () => {
    const graph = drawSockets(
      {
        A: text(['a'], ['always B']),
        B: text(['b'], ['always A'], advance('i', 'jobs')),
        C: text(['c'], ['always end'], { assign: { last: 'item.n' } }),
      },
      {
        Work: {
          sockets: ['A', 'B'],
          iterator: { items: 'state.jobs', as: 'job', cursor: 'i' },
          ...exits('B always C'),
        },
      },
      { state: { jobs: [{ n: 1 }, { n: 2 }] } },
    );
    const run = await theirs(graph);
    const seed = of(run.events, 'slot.written').find(({ slot }) => slot === 'state.jobs');
    const selected = of(run.events, 'slot.written').filter(({ writer }) => writer === 'loop');
    const places = ['state.item', 'state.currentWorkItem', 'state.job'];
    expect(selected.map(({ at, slot, value, from }) => [at, slot, value, from])).toEqual(
      [1, 2].flatMap((n) => places.map((slot) => [`Work[${n - 1}]`, slot, { n }, seed?.seq])),
    );
    expect(stateOf(run)).toMatchObject({ item: { n: 2 }, last: 2 });
    // What a fire was given came from that write.
    const writes = selected.filter(({ slot }) => slot === 'state.item').map(({ seq }) => seq);
    expect(of(run.events, 'fire.started').map(({ from }) => from.item)).toEqual([
      ...[writes[0], writes[0], writes[1], writes[1]],
      undefined,
    ]);
  });

  it('is that of the first declared loop that has a list', async () => {
    const loops = {
      Outer: { sockets: ['A', 'B'], iterator: { items: 'state.outer', cursor: 'o' } },
      Inner: { sockets: ['A'], iterator: { items: 'state.inner', cursor: 'i' } },
    };
    const graph = drawSockets({ A: text(['a'], ['always B']), B: text(['b'], ['always end']) }, loops, {
      state: { outer: ['x'], inner: ['y'] },
    });
    const items = ({ events }: RunFileResult) => of(events, 'fire.started').map(({ inputs }) => inputs.item);
    expect(items(await theirs(graph))).toEqual(['x', 'x']);
    expect(items(await ours(graph))).toEqual(['y', 'x']);
  });

  it('may take the place of the list that it came from', async () => {
    // The inner list lies in the outer item, which the inner item replaces in state: the second member finds none.
    const loops = {
      Inner: { sockets: ['B', 'C'], iterator: { items: 'state.item.subs', cursor: 'j' } },
      Outer: { sockets: ['A', 'B', 'C'], iterator: { items: 'state.outer', cursor: 'o' } },
    };
    const nested = drawSockets(
      { A: text(['a'], ['always B']), B: text(['b'], ['always C']), C: text(['c'], ['always end']) },
      loops,
      { state: { outer: [{ subs: ['p'] }] } },
    );
    const run = await theirs(nested);
    expect(of(run.events, 'fire.started').map(({ node, inputs }) => [node, inputs.item])).toEqual([
      ['A', { subs: ['p'] }],
      ['B', 'p'],
    ]);
    expect(of(run.events, 'decision.made').at(-1)).toMatchObject({
      question: 'empty-loop',
      subject: 'C',
      target: 'end',
    });

    // And an item that is called as its list is: what is no list has no length, so the first advance exhausts it.
    const named = drawSockets(
      { A: text(['a'], ['always A'], advance('i', 'items')) },
      { Work: { sockets: ['A'], iterator: { items: 'state.items', as: 'items', cursor: 'i' } } },
      { state: { items: ['x', 'y'] } },
    );
    const short = await theirs(named);
    expect(visits(short)).toEqual(['A']);
    expect(stateOf(short)).toMatchObject({ items: 'x', item: 'x' });
  });
});

describe('entering an empty loop', () => {
  const sockets = {
    A: text(['a'], ['always B']),
    B: text(['b'], ['always end']),
    C: text(['c'], ['always end']),
    D: text(['d'], ['always end']),
  };

  it('goes by the exit from the entered socket, of whichever loop that lists it', async () => {
    const graph = drawSockets(
      sockets,
      {
        Empty: { sockets: ['B', 'D'], iterator: { items: 'state.none', cursor: 'i' }, ...exits('D always D') },
        Other: { sockets: ['B'], ...exits('B always C') },
      },
      { state: { none: [] } },
    );
    const run = await theirs(graph);
    expect(visits(run)).toEqual(['A', 'C']);
    const [decision] = of(run.events, 'decision.made').filter(({ question }) => question === 'empty-loop');
    expect(decision).toMatchObject({ subject: 'B', scope: 'Empty', chosen: 'exit:B:always', target: 'C' });
    expect(decision?.candidates.map(({ id, matched }) => [id, matched])).toEqual([
      ['exit:D:always', false],
      ['exit:B:always', true],
    ]);
  });

  it('is judged by the loop that gives the item alone', async () => {
    const graph = drawSockets(
      sockets,
      {
        Full: { sockets: ['B'], iterator: { items: 'state.full', cursor: 'i' } },
        Empty: { sockets: ['B', 'D'], iterator: { items: 'state.none', cursor: 'j' } },
      },
      { state: { full: [1], none: [] } },
    );
    expect(visits(await theirs(graph))).toEqual(['A', 'B']);
    expect(visits(await ours(graph))).toEqual(['A']);
  });

  it('ends by the visit limit where the exit leads back into the loop', async () => {
    const graph = drawSockets(
      sockets,
      { Empty: { sockets: ['B'], iterator: { items: 'state.none', cursor: 'i' }, ...exits('B always B') } },
      { state: { none: [] } },
    );
    expect(endOf(await theirs(graph))).toMatchObject({ status: 'failed', error: { code: 'visit-limit', node: 'B' } });
    // A budget is met first: A, and nine entries.
    const capped = await theirs(graph, 10);
    expect(endOf(capped)).toMatchObject({ status: 'ended', reason: 'budget' });
    expect(of(capped.events, 'decision.made').filter(({ question }) => question === 'empty-loop')).toHaveLength(9);
  });
});

describe('what maxTraversals counts', () => {
  it('is all edges from one socket to another together', async () => {
    const graph = drawSockets({
      A: json(['{"satisfied": true}', '{"satisfied": false}'], ['satisfied B 1', 'not_satisfied B 1']),
      B: text(['b'], ['always A']),
    });
    const run = await theirs(graph);
    expect(visits(run)).toEqual(['A', 'B', 'A']);
    expect(endOf(run).error).toMatchObject({ code: 'max-traversals', node: 'A' });
    // Ours: each edge may be taken once, so the third output is the one too many.
    expect(visits(await ours(graph))).toEqual(['A', 'B', 'A', 'B', 'A']);
  });
});

describe('an item that is worked on again and again', () => {
  it('fails the run with the way that it went round, and the limit that it met', async () => {
    const graph = drawSockets(
      { A: text(['a'], ['always B']), B: text(['b'], ['always A']) },
      { Work: { sockets: ['A', 'B'], iterator: { items: 'state.jobs', cursor: 'i' } } },
      { state: { jobs: ['x'] }, limits: { maxNoAdvanceCycles: 2 } },
    );
    const run = await theirs(graph);
    // A, B; A comes back (1); B; A (2); B; A would be the third.
    expect(visits(run)).toEqual(['A', 'B', 'A', 'B', 'A', 'B']);
    expect(endOf(run).error).toEqual({
      node: 'A',
      at: 'Work[0]@3',
      code: 'no-advance-limit',
      message:
        'Item 0 would come back to A for the 3. time while no cursor moved, by A → B → A; it may do so 2 times (limits.maxNoAdvanceCycles).',
    });
    expect(of(run.events, 'scope.exited').at(-1)).toMatchObject({ scope: 'Work', reason: 'failed', iterations: 0 });
  });
});
