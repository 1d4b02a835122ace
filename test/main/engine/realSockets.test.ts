// Loadouts that other people wrote for pi-materia, each run to its end with scripted answers, by its rules and by ours. They lie beside
// the repository where they are at all; what they show is tested by files of our own in every clone.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { replay } from '../../../main/runner/replay.ts';
import { SocketConfig } from '../../../shared/model/socketGraph.ts';
import { socketLawBreaches } from '../../conformance/socketLaws.ts';
import { runGraphFile } from '../../support/runGraphFile.ts';

const FOLDER = new URL('../../../../shared/real/pi-materia/', import.meta.url);
const isThere = existsSync(FOLDER);

if (!isThere) console.log(`The real loadouts are not run: there is no folder ${fileURLToPath(FOLDER)}.`);

/** The numbers of the sockets that run when there are two work items and everything is satisfied, read off each loadout by hand. */
const VISITS: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  'config/default.json': {
    // The advance asks for satisfied, the exit that leads on for nothing.
    'Full-Auto': [1, 2, 3, 8, 4, 5, 6, 4, 5, 6, 7],
    'Planning-Consult': [1, 2, 3, 4, 5, 6, 4, 5, 6],
    'Hojo-Consult': [1, 2, 3, 4, 5, 6, 7, 5, 6, 7, 8],
    // Here one item after the other.
    'Parallel-Experimental': [1, 2, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10, 11, 12],
    'Parallel-Interactive': [1, 2, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10, 11, 12],
  },
  'examples/graph-semantics-loadout.json': { 'Graph Semantics Example': [1, 2, 3, 4, 5, 6, 4, 5, 6] },
  'examples/text-consumption-loadout.json': { 'Text Consumption Example': [1, 2] },
};

/** Enough for every socket of them: a plan, a verdict, and what is assigned. */
const ANSWER = JSON.stringify({
  workItems: [
    { title: 'alpha', context: 'do alpha' },
    { title: 'beta', context: 'do beta' },
  ],
  satisfied: true,
  context: 'noted',
  text: 'prose',
  state: { artifactIgnore: true, vcs: 'git' },
});

describe.skipIf(!isThere).each(Object.entries(VISITS))('the loadouts of %s', (file, loadouts) => {
  const source = isThere ? JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) : { loadouts: {} };
  const config = SocketConfig.parse(source);

  it('are those that are known', () => {
    expect(Object.keys(config.loadouts).sort()).toEqual(Object.keys(loadouts).sort());
  });

  describe.each(Object.entries(loadouts))('%s', (activeLoadout, numbers) => {
    it.each([undefined, 'pi-materia'])('runs to its end, with compat %s', async (compat) => {
      const sockets = Object.keys(config.loadouts[activeLoadout]?.sockets ?? {});
      const standIns = Object.fromEntries(sockets.map((socket) => [socket, { seq: [ANSWER] }]));
      const { graph, events } = await runGraphFile({ ...source, activeLoadout, compat }, { standIns });
      const visits = events.flatMap((event) => (event.kind === 'fire.started' ? [event.node] : []));
      expect(visits).toEqual(numbers.map((n) => `Socket-${n}`));
      const end = events.at(-1);
      expect(end).toMatchObject({ kind: 'run.finished', status: 'ended' });
      // Where an exit leads on, the run ends behind it; else where the list ran out.
      const last = numbers.at(-1);
      const isLoopLast =
        graph.dialect === 'socket' && graph.loops.some((loop) => loop.sockets.includes(`Socket-${last}`));
      expect(end).toMatchObject({ reason: isLoopLast ? 'exhausted' : 'end' });
      expect(socketLawBreaches(events)).toEqual([]);
      expect(replay(graph, events)).toMatchObject({ identical: true });
    });
  });
});
