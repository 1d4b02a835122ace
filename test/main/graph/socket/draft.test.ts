// What check makes of a whole socket graph: how each socket is parsed, what it assigns, who is asked once more, which list a loop goes
// over, how loops nest, and what a singular exit becomes.
import { describe, expect, it } from 'vitest';
import { missingOperators } from '../../../../main/graph/missingOperators.ts';
import { compiledForm } from '../../../../main/graph/socket/compiledForm.ts';
import { type Changes, draftOf, draftOfFile, socketOf } from '../socketGraph.ts';

const OPERATORS = new Set(['scripted', 'expression', 'script', 'command']);

function loopOf(changes: Changes, id = 'work', compat?: string) {
  return draftOf(changes, compat === undefined ? {} : { compat }).graph.loops.find((loop) => loop.id === id);
}

describe('a socket', () => {
  it.each([
    ['neither says anything', {}, {}, 'text'],
    ['the materia says json', {}, { parse: 'json' }, 'json'],
    ['the socket says text and the materia json', { parse: 'text' }, { parse: 'json' }, 'text'],
    ['the socket says json and the materia text', { parse: 'json' }, { parse: 'text' }, 'json'],
    ['the materia generates, whatever the socket says', { parse: 'text' }, { generator: true }, 'json'],
    ['the materia says that it does not generate', {}, { generator: false }, 'text'],
  ])('is parsed, where %s, as the nearest word says', (_, socket, materia, parse) => {
    expect(socketOf(draftOf({ sockets: { Do: socket }, materia: { do: materia } }), 'Do').parse).toBe(parse);
  });

  it('assigns what its materia brings, then its own; a target that both name is its own alone', () => {
    const draft = draftOf({
      sockets: { Do: { assign: { 'state.b': '$.own', c: '$' } } },
      materia: { do: { assign: { a: '$.x', b: '$.brought' } } },
    });
    expect(socketOf(draft, 'Do').assigns).toEqual([
      { target: ['a'], source: '$.x' },
      { target: ['b'], source: '$.own' },
      { target: ['c'], source: '$' },
    ]);
  });

  it.each([
    ['a model', { operator: 'model' }, true],
    ['an agent by kind, without an operator', { operator: undefined, kind: 'agent' }, true],
    ['an agent by type, without an operator', { operator: undefined, type: 'agent' }, true],
    ['an agent with an operator of its own', { operator: 'command', kind: 'agent' }, false],
    ['a utility', { operator: undefined, kind: 'utility' }, false],
    ['anything else', {}, false],
  ])(
    'with %s for its materia is asked once more accordingly, also where --script stands in',
    (_, materia, isRepairable) => {
      const standIns = { Do: { seq: ['made'] } };
      expect(socketOf(draftOf({ materia: { do: materia } }), 'Do').repairable).toBe(isRepairable);
      expect(socketOf(draftOf({ materia: { do: materia } }, { standIns }), 'Do').repairable).toBe(isRepairable);
    },
  );

  it('has its operator, or what its materia is, for a node; without an operator it runs only with a stand-in', () => {
    const changes: Changes = {
      materia: {
        do: { operator: undefined, kind: 'command' },
        check: { operator: undefined, type: 'utility' },
        report: { operator: undefined },
        plan: { operator: 'http' },
      },
    };
    const { graph } = draftOf(changes);
    expect(graph.nodes.map(({ id, type }) => `${id} ${type}`)).toEqual([
      'Plan http',
      'Do command',
      'Check utility',
      'Report report',
    ]);
    // A kind that is called like an operator makes none of it.
    expect(missingOperators(graph, OPERATORS).map(({ node }) => node)).toEqual(['Plan', 'Do', 'Check', 'Report']);
    const standIns = { Plan: { seq: ['x'] }, Do: { seq: ['x'] }, Check: { seq: ['x'] } };
    const stood = draftOf(changes, { standIns });
    expect(missingOperators(stood.graph, OPERATORS).map(({ node }) => node)).toEqual(['Report']);
    expect(stood.graph.nodes[1]).toMatchObject({ type: 'scripted', authoredType: 'command', config: { seq: ['x'] } });
    expect(stood.graph.standIns).toEqual(standIns);
  });

  it("has its materia's config, and nothing of what the graph itself reads there", () => {
    const materia = {
      do: {
        operator: 'command',
        argv: ['make'],
        parse: 'text',
        assign: { a: '$' },
        generator: false,
        kind: 'utility',
        seq: undefined,
      },
    };
    expect(draftOf({ materia }).graph.nodes[1]?.config).toEqual({ argv: ['make'] });
  });

  it('is drawn where its position says, under its label or the name of its materia', () => {
    const { graph } = draftOf({
      sockets: { Plan: { label: 'Planning', position: { x: 10, y: 20 } }, Do: { position: { x: 'left' } } },
      materia: { check: { label: 'Checking' } },
    });
    expect(graph.nodes.map(({ label, position }) => [label, position])).toEqual([
      ['Planning', { x: 10, y: 20 }],
      ['do', undefined],
      ['Checking', undefined],
      ['report', undefined],
    ]);
  });

  it('is wired by its edges to sockets; an edge to end is no wire', () => {
    const { graph } = draftOf({
      sockets: {
        Check: {
          edges: [
            { when: 'satisfied', to: 'end' },
            { when: 'always', to: 'Do' },
          ],
        },
      },
    });
    expect(graph.edges.map(({ id, target, targetHandle }) => [id, target, targetHandle])).toEqual([
      ['Plan.edges[0]', 'Do', 'in'],
      ['Do.edges[0]', 'Check', 'in'],
      ['Check.edges[1]', 'Do', 'in'],
    ]);
    expect(socketOf({ graph, problems: [], notes: [] }, 'Check').edges).toEqual([
      { when: 'satisfied', to: 'end' },
      { when: 'always', to: 'Do' },
    ]);
  });

  it('is handed an item where a loop that lists it has a list', () => {
    const { graph } = draftOf();
    expect(graph.nodes.map(({ inputs }) => inputs.map(({ port }) => port))).toEqual([[], ['item'], ['item'], []]);
  });
});

describe('the list and the cursor of a loop', () => {
  const consumes = (change: object) => ({
    loops: { work: { consumes: { from: 'Plan', output: 'tasks', ...change } } },
  });
  const noAdvance = { sockets: { Check: { advance: undefined } } };

  it('are the output that it consumes and the cursor that it declares', () => {
    expect(loopOf(consumes({ cursor: 'i' }))).toMatchObject({
      items: ['tasks'],
      cursor: 'i',
      from: 'Plan',
      output: 'tasks',
    });
  });

  it('are those of its iterator before those of what it consumes', () => {
    expect(
      loopOf({ loops: { work: { iterator: { items: 'state.plan.tasks', cursor: 'j', as: 'task' } } } }),
    ).toMatchObject({
      items: ['plan', 'tasks'],
      cursor: 'j',
      as: 'task',
      output: 'tasks',
    });
  });

  it('without a declared cursor go by the member whose advance goes along the list', () => {
    expect(loopOf(consumes({}))).toMatchObject({ cursor: 'taskIndex' });
  });

  it.each([
    ['tasks', 'tasksIndex'],
    ['workItems', 'workItemIndex'],
  ])('of %s without such a member have the cursor %s', (output, cursor) => {
    expect(loopOf({ ...noAdvance, ...consumes({ output }) })).toMatchObject({ items: [output], cursor });
  });

  it('are none where the loop names none', () => {
    const loop = loopOf({ loops: { work: { consumes: undefined } } });
    expect(loop).not.toHaveProperty('items');
    expect(loop).not.toHaveProperty('cursor');
  });

  it('name an item of workItems under pi-materia alone', () => {
    const changes = { ...noAdvance, ...consumes({ output: 'workItems' }) };
    expect(loopOf(changes)).not.toHaveProperty('as');
    expect(loopOf(changes, 'work', 'pi-materia')).toMatchObject({ as: 'workItem' });
  });
});

describe('a singular exit', () => {
  const singular = (exit: object, change: object = {}): Changes => ({
    sockets: { Check: { parse: undefined, advance: undefined } },
    loops: { work: { exits: undefined, exit, ...change } },
  });

  it('becomes an advance, an exit, and JSON where it asks for satisfied', () => {
    const { graph } = draftOf(singular({ from: 'Check', when: 'satisfied', to: 'Report' }));
    expect(graph.loops[0]?.exits).toEqual([
      { id: 'exit:Check:satisfied', from: 'Check', condition: 'satisfied', target: 'Report', compiled: true },
    ]);
    expect(graph.sockets[2]).toMatchObject({
      parse: 'json',
      advance: { cursor: 'taskIndex', items: ['tasks'], when: 'satisfied', compiled: true },
    });
    expect(compiledForm(graph)).toMatchObject({
      loops: {
        work: {
          exits: [{ id: 'exit:Check:satisfied', from: 'Check', condition: 'satisfied', targetSocketId: 'Report' }],
          iterator: { items: 'state.tasks', cursor: 'taskIndex' },
          consumes: { from: 'Plan', output: 'tasks' },
        },
      },
      sockets: {
        Do: { parse: 'text', advance: null },
        Check: { parse: 'json', advance: { cursor: 'taskIndex', items: 'state.tasks', when: 'satisfied' } },
      },
    });
  });

  it('that asks for nothing leaves text as text', () => {
    const { graph } = draftOf(singular({ from: 'Check', when: 'always', to: 'Report' }));
    expect(graph.sockets[2]).toMatchObject({ parse: 'text', advance: { when: 'always' } });
  });

  it('to end adds no exit', () => {
    expect(draftOf(singular({ from: 'Check', when: 'satisfied', to: 'end' })).graph.loops[0]?.exits).toEqual([]);
  });

  it('keeps the exits of other outcomes, and goes behind them', () => {
    const other = { id: 'on', from: 'Check', condition: 'always', targetSocketId: 'Plan' };
    const { graph } = draftOf(singular({ from: 'Check', when: 'satisfied', to: 'Report' }, { exits: [other] }));
    expect(graph.loops[0]?.exits.map(({ id, compiled }) => [id, compiled])).toEqual([
      ['on', false],
      ['exit:Check:satisfied', true],
    ]);
  });

  it('leaves an advance that says the same as the author wrote it', () => {
    const { graph, problems } = draftOf({
      loops: { work: { exits: undefined, exit: { from: 'Check', when: 'satisfied', to: 'Report' } } },
    });
    expect(problems).toEqual([]);
    expect(graph.sockets[2]?.advance).toMatchObject({ compiled: false });
  });
});

describe('loops as scopes', () => {
  const members = (...sockets: string[]) => ({ sockets });

  function scopesOf(loops: NonNullable<Changes['loops']>) {
    const { forest, runsIn } = draftOf({ loops: { work: null, ...loops } }).graph;
    return { forest, runsIn };
  }

  it('are nested where the members of one are a strict subset of those of another', () => {
    const { forest, runsIn } = scopesOf({
      inner: members('Check'),
      outer: members('Plan', 'Do', 'Check'),
      middle: members('Do', 'Check'),
    });
    expect(forest.root_scope_ids).toEqual(['outer']);
    expect(forest.scopes.inner).toEqual({
      scope_id: 'inner',
      parent_scope_id: 'middle',
      child_scope_ids: [],
      member_node_ids: ['Check'],
    });
    expect(forest.scopes.middle).toMatchObject({
      parent_scope_id: 'outer',
      child_scope_ids: ['inner'],
      member_node_ids: ['Do'],
    });
    expect(forest.graph_scope_node_ids).toEqual(['Report']);
    expect({ ...runsIn }).toEqual({ Plan: 'outer', Do: 'middle', Check: 'inner', Report: '' });
  });

  it('that overlap otherwise leave a socket to the smallest, then to the first declared', () => {
    const { forest, runsIn } = scopesOf({
      big: members('Plan', 'Do', 'Check'),
      small: members('Check', 'Report'),
      same: members('Report', 'Check'),
    });
    expect(forest.root_scope_ids).toEqual(['big', 'small', 'same']);
    expect({ ...runsIn }).toEqual({ Plan: 'big', Do: 'big', Check: 'small', Report: 'small' });
  });
});

describe('a socket graph', () => {
  it('starts from the state, the cursors and the limits of its file', () => {
    const { graph } = draftOf({
      file: { state: { log: '', n: 1 }, cursors: { taskIndex: 3 }, limits: { repairs: 2, maxNoAdvanceCycles: 5 } },
    });
    expect(graph).toMatchObject({
      state: { log: '', n: 1 },
      cursors: { taskIndex: 3 },
      limits: { repairs: 2, noAdvanceCycles: 5 },
    });
    expect(draftOf().graph).toMatchObject({ state: {}, cursors: {}, limits: { repairs: 1, noAdvanceCycles: 3 } });
  });

  it('of a config file has the loadout that was asked for, else the active one, else the only one', () => {
    const loadout = (materia: string) => ({ entry: 'A', sockets: { A: { materia } } });
    const shared = { materia: { one: { operator: 'scripted', seq: ['1'] } }, limits: { repairs: 0 } };
    const two = { ...shared, activeLoadout: 'Second', loadouts: { First: loadout('one'), Second: loadout('one') } };
    expect(draftOfFile(two).graph).toMatchObject({ loadout: 'Second', name: 'test Second', limits: { repairs: 0 } });
    expect(draftOfFile(two, { loadout: 'First' }).graph).toMatchObject({ loadout: 'First', name: 'test First' });
    const one = { ...shared, loadouts: { Only: { ...loadout('one'), limits: { repairs: 3 } } } };
    expect(draftOfFile(one).graph).toMatchObject({ loadout: 'Only', limits: { repairs: 3 } });
    expect(draftOfFile(one, { name: 'kept' }).graph.name).toBe('kept');
    expect(draftOfFile(one).graph.nodes[0]).toMatchObject({ type: 'scripted', config: { seq: ['1'] } });
    expect(draftOfFile(two).graph.source).toEqual(two);
  });
});
