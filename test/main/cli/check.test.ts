// looptape check of socket graphs: which loadout is checked, what is shown of it, and how it ends.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CheckReport } from '../../../shared/contract/report.ts';
import { cliTest, documentOf } from './cliTest.ts';

const cli = cliTest();
const config = readFileSync(new URL('../../fixtures/sockets/loadouts.json', import.meta.url), 'utf8');

it('checks the loadout that is asked for, and shows what it was compiled into', async () => {
  const path = cli.write('loadouts.json', config);
  const active = documentOf(await cli.call('check', path, '--json'), CheckReport);
  expect(active).toMatchObject({
    errors: [],
    notes: [{ code: 'compiled-exit' }],
    hazards: [{ code: 'no-exit-when-empty', severity: 'warning', where: { scope: 'pages', node: 'Draft' } }],
    root_scope_ids: ['pages'],
    scopes: { pages: { scope_id: 'pages', parent_scope_id: null, member_node_ids: ['Draft', 'Review', 'Publish'] } },
    node_to_scope: { Collect: '', Draft: 'pages', Review: 'pages', Publish: 'pages', Summary: '' },
    graph_scope_node_ids: ['Collect', 'Summary'],
    loadout: 'Steady',
    loadouts: ['Steady', 'Hasty'],
    compiled: {
      loops: {
        pages: {
          exits: [{ id: 'exit:Publish:satisfied', from: 'Publish', condition: 'satisfied', targetSocketId: 'Summary' }],
          iterator: { items: 'state.workItems', cursor: 'workItemIndex' },
          consumes: { from: 'Collect', output: 'workItems' },
        },
      },
      sockets: {
        Publish: { parse: 'json', advance: { cursor: 'workItemIndex', items: 'state.workItems', when: 'satisfied' } },
        Summary: { parse: 'text', advance: null },
      },
    },
  });
  const hasty = documentOf(await cli.call('check', path, '--loadout', 'Hasty', '--json'), CheckReport);
  expect(hasty).toMatchObject({ errors: [], notes: [], hazards: [], loadout: 'Hasty' });
});

it('says in plain text what an exit was compiled into, and which loadout that was', async () => {
  const path = cli.write('loadouts.json', config);
  const ended = await cli.call('check', path);
  expect(ended.code).toBe(0);
  expect(ended.stdout.split('\n').slice(0, 3)).toEqual([
    'note compiled-exit: The exit of the loop pages means: Publish advances workItemIndex along state.workItems when satisfied; the exit exit:Publish:satisfied leads to Summary.',
    'warning no-exit-when-empty: Where the loop pages is entered at Draft with no item left, none of its exits can be taken, so the run ends without "Summary".',
    `${path} (Steady): 0 errors, 1 hazard, 1 scope`,
  ]);
});

it('names the loadouts where none is meant, and the one that was meant by a slip, with exit 1', async () => {
  const { activeLoadout: _, ...rest } = JSON.parse(config);
  const path = cli.write('several.json', rest);
  const needed = await cli.call('check', path);
  expect(needed.code).toBe(1);
  expect(needed.stdout).toContain('error loadout-needed: The file has the loadouts "Steady" and "Hasty"');
  const slip = await cli.call('check', path, '--loadout', 'Hasti');
  expect(slip.code).toBe(1);
  expect(slip.stdout).toContain('Did you mean "Hasty"?');
  const report = documentOf(await cli.call('check', path, '--json'), CheckReport);
  expect(report).toMatchObject({ loadouts: ['Steady', 'Hasty'], scopes: {}, compiled: { loops: {}, sockets: {} } });
});
