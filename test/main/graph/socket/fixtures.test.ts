// Files of socket graphs: the example of seed 000 as it stands there, and a config file of our own with the features of real ones. What
// is expected was read off the files by hand.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { draftGraph } from '../../../../main/graph/check.ts';
import { parseGraph } from '../../../../main/graph/parse.ts';
import { compiledForm } from '../../../../main/graph/socket/compiledForm.ts';
import { asSocket, toldAt } from '../socketGraph.ts';

const FOLDER = new URL('../../../fixtures/sockets/', import.meta.url);

function load(name: string, loadout?: string) {
  const parsed = parseGraph(readFileSync(new URL(name, FOLDER), 'utf8'), name);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
  return draftGraph(asSocket(parsed.value), loadout === undefined ? {} : { loadout });
}

describe('the example of seed 000, verbatim', () => {
  it('is drawn as far as it goes: one socket with its advance, in one loop with its list', () => {
    const { graph } = load('seedExample.json');
    expect(graph.sockets).toMatchObject([
      {
        id: 'Socket-6',
        materia: 'Maintain',
        parse: 'json',
        advance: { cursor: 'workItemIndex', items: ['workItems'], when: 'satisfied', compiled: false },
        edges: [{ when: 'always', to: 'Socket-4' }],
      },
    ]);
    expect(graph.loops).toMatchObject([
      {
        id: 'workItemIteration',
        sockets: ['Socket-6'],
        output: 'workItems',
        items: ['workItems'],
        cursor: 'workItemIndex',
      },
    ]);
    expect({ ...graph.runsIn }).toEqual({ 'Socket-6': 'workItemIteration' });
  });

  it('lacks the four sockets that it only names, and an entry; all of that is told', () => {
    const { problems } = load('seedExample.json');
    expect(toldAt(problems)).toEqual([
      'missing-endpoint entry',
      'unknown-endpoint sockets["Socket-6"].edges[0].to',
      'unknown-endpoint loops.workItemIteration.sockets[0]',
      'unknown-endpoint loops.workItemIteration.sockets[1]',
      'unknown-endpoint loops.workItemIteration.consumes.from',
      'unknown-endpoint loops.workItemIteration.exits[0].targetSocketId',
    ]);
  });
});

describe('a config file', () => {
  it('has its active loadout compiled: the exit of the loop becomes an advance and an exit', () => {
    const { graph, problems, notes } = load('loadouts.json');
    expect(problems).toEqual([]);
    expect(graph).toMatchObject({
      name: 'loadouts Steady',
      loadout: 'Steady',
      limits: { repairs: 2, noAdvanceCycles: 3 },
    });
    expect(notes.map(({ message }) => message)).toEqual([
      'The exit of the loop pages means: Publish advances workItemIndex along state.workItems when satisfied; the exit exit:Publish:satisfied leads to Summary.',
    ]);
    expect(compiledForm(graph)).toMatchObject({
      loops: {
        pages: {
          exits: [{ id: 'exit:Publish:satisfied', from: 'Publish', condition: 'satisfied', targetSocketId: 'Summary' }],
          iterator: { items: 'state.workItems', cursor: 'workItemIndex' },
          consumes: { from: 'Collect', output: 'workItems' },
        },
      },
      sockets: {
        Collect: { parse: 'json', advance: null },
        Draft: { parse: 'text', advance: null },
        Review: { parse: 'json', advance: null },
        Publish: { parse: 'json', advance: { cursor: 'workItemIndex', items: 'state.workItems', when: 'satisfied' } },
        Summary: { parse: 'text', advance: null },
      },
    });
    expect(graph.sockets.filter(({ repairable }) => repairable).map(({ id }) => id)).toEqual([
      'Collect',
      'Draft',
      'Review',
      'Summary',
    ]);
    expect(graph.sockets.find(({ id }) => id === 'Publish')?.assigns).toEqual([{ target: ['url'], source: '$.url' }]);
    expect(graph.hazards.map(({ code, where }) => `${code} ${where.node}`)).toEqual(['no-exit-when-empty Draft']);
  });

  it('has its other loadout, with limits of its own over the shared ones', () => {
    const { graph, problems, notes } = load('loadouts.json', 'Hasty');
    expect([problems, notes]).toEqual([[], []]);
    expect(graph).toMatchObject({ name: 'loadouts Hasty', limits: { repairs: 2, noAdvanceCycles: 2 } });
    expect(graph.loops).toMatchObject([{ as: 'page', exits: [{ id: 'done', compiled: false }] }]);
    // Every completion moves the cursor, a text too.
    expect(graph.sockets[1]).toMatchObject({ parse: 'text', advance: { when: 'always' } });
    expect(graph.hazards).toEqual([]);
  });
});
