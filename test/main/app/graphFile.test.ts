import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkReportOf, graphOfFile } from '../../../main/app/graphFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'looptape-graph-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

it('tells of a key that stands twice, when a graph is drawn and when it is checked; it refuses nothing', async () => {
  const path = file('twice.json', '{"nodes": [{"id": "a", "type": "b", "type": "note"}], "edges": []}');
  const note = { code: 'duplicate-key', message: expect.stringContaining('the key "type" stands twice in nodes[0]') };
  expect(await graphOfFile(path)).toMatchObject({ ok: true, value: { problems: [], notes: [note] } });
  expect(await checkReportOf(path)).toMatchObject({ ok: true, value: { errors: [], notes: [note] } });
});

it('notes what a public engine takes and ours does not, where its rules are asked for', async () => {
  const graph = {
    nodes: [
      { id: 'in', type: 'iterIn', config: { version: 3, pairedWith: 'out', initPorts: [] } },
      { id: 'out', type: 'iterOut', config: { pairedWith: 'in', ports: [{ name: 'x' }] } },
      { id: 'body', type: 'note' },
    ],
    edges: [
      { source: 'in', sourceHandle: 'step', target: 'body', targetHandle: 'n' },
      { source: 'body', sourceHandle: 'x', target: 'out', targetHandle: 'x' },
    ],
  };
  const path = file('unwired.json', JSON.stringify(graph));
  expect(await checkReportOf(path)).toMatchObject({
    value: { errors: [{ code: 'unwired-iterin' }], notes: [] },
  });
  expect(await checkReportOf(path, { compat: 'agentcanvas' })).toMatchObject({
    value: { errors: [], notes: [{ code: 'unwired-iterin' }] },
  });
});

it('draws the loadout that is asked for, and names all that a config file offers', async () => {
  const loadout = (to: string) => ({
    entry: 'A',
    sockets: { A: { materia: 'm', edges: [{ when: 'always', to }] }, B: { materia: 'm' } },
  });
  const path = file('config.json', JSON.stringify({ loadouts: { One: loadout('B'), Two: loadout('A') } }));
  expect(await graphOfFile(path)).toMatchObject({
    ok: true,
    value: { loadouts: ['One', 'Two'], nodes: [], problems: [{ code: 'loadout-needed' }] },
  });
  expect(await graphOfFile(path, 'Two')).toMatchObject({
    ok: true,
    value: { loadout: 'Two', loadouts: ['One', 'Two'], problems: [], missingOperators: ['m'] },
  });
  expect(await checkReportOf(path, { loadout: 'Two' })).toMatchObject({
    value: { errors: [], hazards: [{ code: 'cycle-without-advance' }] },
  });
});
