// Static hazards of socket graphs: one graph that has each, and one beside it that has not. The graphs are those of seed 000 and
// semantics §2 with one thing changed; what is expected follows from their words.
import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../../../main/graph/check.ts';
import { socketHazards } from '../../../../main/graph/rules/socketHazards.ts';
import { type Changes, draftOf } from '../socketGraph.ts';

const always = (to: string) => ({ when: 'always', to });
const advance = (cursor: string, items: string, when: string | undefined) => ({ cursor, items, when });
const exit = (id: string, from: string, condition: string, targetSocketId: string) => ({
  id,
  from,
  condition,
  targetSocketId,
});

interface Case {
  readonly title: string;
  readonly graph: Changes;
  readonly options?: CheckOptions;
  /** All that is told: code, scope, node, slot. */
  readonly tells: readonly string[];
  readonly says?: string;
  /** Path and new value of the fix. */
  readonly fix?: readonly [path: string, to: unknown];
}

/** Two levels of lists, as of departments and their people. */
const NESTED: Changes = {
  sockets: {
    Plan: { edges: [always('Load')] },
    Load: { materia: 'check', parse: 'json', assign: { people: '$.people' }, edges: [always('Do')] },
    Do: { parse: 'json', advance: advance('person', 'state.people', undefined), edges: [always('Do')] },
    Check: { edges: [always('Load')] },
  },
  loops: {
    work: {
      sockets: ['Load', 'Do', 'Check'],
      exits: [exit('done', 'Check', 'satisfied', 'Report'), exit('none', 'Load', 'always', 'Report')],
    },
    people: {
      sockets: ['Do'],
      iterator: { items: 'state.people', cursor: 'person' },
      exits: [exit('next', 'Do', 'always', 'Check')],
    },
  },
};

const CASES: readonly Case[] = [
  {
    title: 'dead-exit: not_satisfied beside an advance when satisfied',
    graph: {
      loops: {
        work: { exits: [exit('lost', 'Check', 'not_satisfied', 'Report'), exit('none', 'Do', 'always', 'Report')] },
      },
    },
    tells: ['dead-exit work Check'],
    says: 'The exit lost of the loop work leads to Report when Check is not_satisfied, but the list runs out there only when Check is satisfied.',
    fix: ['sockets.Check.advance.when', 'always'],
  },
  {
    title: 'dead-exit: satisfied beside an advance when not_satisfied',
    graph: { sockets: { Check: { advance: advance('taskIndex', 'state.tasks', 'not_satisfied') } } },
    tells: ['dead-exit work Check'],
  },
  {
    title: 'dead-exit: an exit from a member that moves no cursor',
    graph: {
      sockets: { Do: { parse: 'json' } },
      loops: { work: { exits: [exit('early', 'Do', 'satisfied', 'Report'), exit('none', 'Do', 'always', 'Report')] } },
    },
    tells: ['dead-exit work Do'],
    says: 'Do moves no cursor, so no list runs out there',
  },
  {
    title: 'no dead-exit: both outcomes beside an advance on every outcome',
    graph: {
      sockets: { Check: { advance: advance('taskIndex', 'state.tasks', 'always') } },
      loops: {
        work: {
          exits: [
            exit('good', 'Check', 'satisfied', 'Report'),
            exit('bad', 'Check', 'not_satisfied', 'Plan'),
            exit('none', 'Do', 'always', 'Report'),
          ],
        },
      },
    },
    // Plan makes the list again after the cursor has moved.
    tells: ['replaced-list work Plan state.tasks'],
  },
  {
    title: 'no-exit-when-empty: only an exit that asks for satisfied',
    graph: { loops: { work: { exits: [exit('done', 'Check', 'satisfied', 'Report')] } } },
    tells: ['no-exit-when-empty work Do cursor.taskIndex'],
    says: 'Where the loop work is entered at Do with no item left, none of its exits can be taken, so the run ends without "Report".',
    fix: ['loops.work.exits.1', { id: 'exit:Do:always', from: 'Do', condition: 'always', targetSocketId: 'Report' }],
  },
  {
    title: 'no-exit-when-empty under pi-materia: an exit from another member than the entered one',
    graph: { loops: { work: { exits: [exit('any', 'Check', 'always', 'Report')] } } },
    options: { compat: 'pi-materia' },
    tells: ['no-exit-when-empty work Do cursor.taskIndex'],
  },
  {
    title: 'no no-exit-when-empty: an exit from any member answers by our rules',
    graph: { loops: { work: { exits: [exit('any', 'Check', 'always', 'Report')] } } },
    tells: [],
  },
  {
    title: 'no no-exit-when-empty: a loop after which nothing comes',
    graph: { sockets: { Report: null }, loops: { work: { exits: [] } } },
    tells: [],
  },
  {
    title: 'no no-exit-when-empty: a loop without a list is never empty',
    graph: {
      sockets: {
        Check: {
          advance: undefined,
          edges: [
            { when: 'satisfied', to: 'Report' },
            { ...always('Do'), maxTraversals: 2 },
          ],
        },
      },
      loops: { work: { consumes: undefined, exits: [] } },
    },
    tells: [],
  },
  {
    title: 'cycle-without-advance: a retry without a limit',
    graph: {
      sockets: {
        Do: { edges: [always('Test')] },
        Test: {
          materia: 'check',
          parse: 'json',
          edges: [
            { when: 'satisfied', to: 'Check' },
            { when: 'not_satisfied', to: 'Do' },
          ],
        },
      },
      loops: { work: { sockets: ['Do', 'Test', 'Check'] } },
    },
    tells: ['cycle-without-advance work Test'],
    says: 'Do → Test → Do: no cursor moves on this way and none of its edges is limited',
    fix: ['sockets.Test.edges.1.maxTraversals', 3],
  },
  {
    title: 'cycle-without-advance: a socket that leads to itself, outside of every loop',
    graph: { sockets: { Report: { edges: [always('Report')] } } },
    tells: ['cycle-without-advance  Report'],
    says: 'Report → Report',
  },
  {
    title: 'no cycle-without-advance: the retry is limited',
    graph: {
      sockets: {
        Do: { edges: [always('Test')] },
        Test: {
          materia: 'check',
          parse: 'json',
          edges: [
            { when: 'satisfied', to: 'Check' },
            { when: 'not_satisfied', to: 'Do', maxTraversals: 3 },
          ],
        },
      },
      loops: { work: { sockets: ['Do', 'Test', 'Check'] } },
    },
    tells: [],
  },
  {
    title: 'replaced-list: the inner list is loaded anew for every outer item',
    graph: NESTED,
    tells: ['replaced-list people Load state.people'],
    says: 'Load can write state.people again after the cursor person has moved. Nothing resets a cursor, so the loop people goes on in the new list where it was left in the old one.',
  },
  {
    title: 'replaced-list: the generator of a loop runs again after it',
    graph: { sockets: { Report: { edges: [always('Plan')] } } },
    tells: ['replaced-list work Plan state.tasks'],
  },
  {
    title: 'no replaced-list: what is written lies inside of the list',
    graph: { sockets: { Check: { assign: { 'tasks.0.done': '$.satisfied', 'tasksDone.0': '$' } } } },
    tells: [],
  },
  {
    title: 'shared-cursor: two loops over two lists',
    graph: {
      sockets: {
        Report: { parse: 'json', advance: advance('taskIndex', 'state.notes', 'always'), edges: [always('Report')] },
      },
      loops: { notes: { sockets: ['Report'], iterator: { items: 'state.notes', cursor: 'taskIndex' } } },
    },
    tells: ['shared-cursor work cursor.taskIndex'],
    says: 'The loops work over state.tasks and notes over state.notes share the cursor taskIndex.',
  },
  {
    title: 'shared-cursor: two loops over one list, one after the other',
    graph: {
      sockets: {
        Report: { parse: 'json', advance: advance('taskIndex', 'state.tasks', 'always'), edges: [always('Report')] },
      },
      loops: { notes: { sockets: ['Report'], iterator: { items: 'state.tasks', cursor: 'taskIndex' } } },
    },
    tells: ['shared-cursor work cursor.taskIndex'],
  },
  {
    title: 'shared-cursor: two sockets move it in one round',
    graph: { sockets: { Do: { parse: 'json', advance: advance('taskIndex', 'state.tasks', 'satisfied') } } },
    tells: ['shared-cursor work Check cursor.taskIndex'],
    says: '"Do" and "Check" both move the cursor taskIndex, and Check can run after Do in one round of the loop work',
  },
  {
    title: 'no shared-cursor: either of two sockets moves it, on two ways back',
    graph: {
      sockets: {
        Do: { parse: 'json', edges: [{ when: 'satisfied', to: 'Check' }, always('Skip')] },
        Skip: { materia: 'do', advance: advance('taskIndex', 'state.tasks', undefined), edges: [always('Do')] },
      },
      loops: { work: { sockets: ['Do', 'Check', 'Skip'] } },
    },
    tells: [],
  },
  {
    title: 'no shared-cursor: overlapping loops over one list',
    graph: { loops: { all: { sockets: ['Do', 'Check'], iterator: { items: 'state.tasks', cursor: 'taskIndex' } } } },
    tells: [],
  },
  {
    title: 'text-satisfied: an edge, an advance and an exit ask a text',
    graph: { sockets: { Check: { parse: undefined, edges: [{ when: 'not_satisfied', to: 'Do' }, always('Do')] } } },
    tells: ['text-satisfied work Check'],
    says: 'Check is parsed as text, which has no satisfied, so what asks for it is never met: edges[0] (not_satisfied), advance (satisfied), done (satisfied).',
    fix: ['sockets.Check.parse', 'json'],
  },
  {
    title: 'no text-satisfied: its materia says json, or generates',
    graph: {
      sockets: {
        Plan: { parse: undefined, edges: [{ when: 'satisfied', to: 'Do' }] },
        Check: { parse: undefined },
      },
      materia: { plan: { generator: true }, check: { parse: 'json' } },
    },
    tells: [],
  },
];

describe('the static hazards of a socket graph', () => {
  it.each(CASES.map((one) => [one.title, one] as const))('%s', (_, { graph, options, tells, says, fix }) => {
    const { graph: checked, problems } = draftOf(graph, options);
    expect(problems).toEqual([]);
    expect(
      checked.hazards.map(({ code, where: { scope, node, slot } }) =>
        [code, scope, node, slot].filter((part) => part !== undefined).join(' '),
      ),
    ).toEqual(tells);
    const [first] = checked.hazards;
    if (says !== undefined) expect(first?.message).toContain(says);
    if (fix !== undefined) expect([first?.fix?.path.join('.'), first?.fix?.to]).toEqual(fix);
  });

  it('have fixes that lead into the loadout of a config file', () => {
    const { sockets, loops, materia } = JSON.parse(
      JSON.stringify({
        sockets: { A: { materia: 'm', edges: [{ when: 'satisfied', to: 'end' }] } },
        loops: {},
        materia: { m: { operator: 'scripted', seq: ['x'] } },
      }),
    );
    const { graph } = draftOf({
      file: {
        sockets: undefined,
        loops: undefined,
        entry: undefined,
        materia,
        loadouts: { Only: { entry: 'A', sockets, loops } },
      },
    });
    expect(graph.hazards.map(({ fix }) => fix?.path)).toEqual([['loadouts', 'Only', 'sockets', 'A', 'parse']]);
  });

  it('all have a case', () => {
    const here = new Set(CASES.flatMap(({ tells }) => tells.map((line) => line.split(' ')[0])));
    expect(socketHazards.map(({ code }) => code).filter((code) => !here.has(code))).toEqual([]);
  });
});
