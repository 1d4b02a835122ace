// Every recorded run of pi-materia, run here under its compat: visits, decisions, the whole timeline, state and counts, and what its
// loader made of the file (oracle/socket/README.md), by the mapping of oracle/socket/MAPPING.md.
import { describe, expect, it } from 'vitest';
import { draftGraph, type GraphDraft } from '../../main/graph/check.ts';
import { parseGraph } from '../../main/graph/parse.ts';
import { replay } from '../../main/runner/replay.ts';
import type { AdvanceSpec, CheckedSocketGraph } from '../../shared/model/checkedSocketGraph.ts';
import { runGraphFile } from '../support/runGraphFile.ts';
import { socketTraceOf } from './oracleSocketTrace.ts';
import {
  graphOf,
  type OracleCompiled,
  type OracleRun,
  type OracleSocketVector,
  oracleSocketVectors,
  standInsOf,
} from './oracleSocketVector.ts';
import { recordedRun } from './recordedRun.ts';

const vectors = oracleSocketVectors();

/** Which rule of ours refuses what the engine's loader refused. */
const REFUSED: Readonly<Record<string, string>> = {
  'exit-compile-conflicting-advance': 'conflicting-advance',
  'exit-compile-text-source': 'exit-text-source',
  'exit-from-not-a-member': 'exit-from-non-member',
  'unreachable-edge-after-always': 'unreachable-edge',
};

/** As the engine's: a cursor that was never set reads as 0, and a path that is at fault is told once. */
function comparable({ visits, decisions, timeline, state, outputs_used, end }: OracleRun): OracleRun {
  return {
    visits,
    decisions: decisions.map(({ cursorBefore, cursorAfter, ...decision }) => ({
      ...decision,
      cursorBefore: decision.cursor === null ? null : (cursorBefore ?? 0),
      cursorAfter: decision.cursor === null ? null : (cursorAfter ?? 0),
    })),
    timeline: timeline.map((moment) =>
      moment.type === 'invalid_output' ? { ...moment, paths: [...new Set(moment.paths)] } : moment,
    ),
    state: {
      data: state.data,
      cursors: Object.fromEntries(Object.entries(state.cursors).filter(([, cursor]) => cursor !== 0)),
      visits: state.visits,
      edgeTraversals: state.edgeTraversals,
      scopedEdgeRetries: state.scopedEdgeRetries,
      noAdvanceCycles: state.noAdvanceCycles,
      lastJson: state.lastJson,
      lastOutput: state.lastOutput,
      currentItemKey: state.currentItemKey,
    },
    outputs_used,
    end,
  };
}

/** The engine counts no turns of a utility. */
function traced(vector: OracleSocketVector, run: OracleRun): OracleRun {
  const isAgent = (socket: string): boolean => {
    const { materia } = vector.loadout.sockets[socket] as { readonly materia: string };
    return vector.materia[materia]?.kind !== 'utility';
  };
  const outputs_used = Object.fromEntries(Object.entries(run.outputs_used).filter(([socket]) => isAgent(socket)));
  return comparable({ ...run, outputs_used });
}

function draftOf(file: object): GraphDraft {
  const parsed = parseGraph(JSON.stringify(file), 'vector.json');
  if (!parsed.ok) throw new Error('the graph has no shape');
  return draftGraph(parsed.value);
}

function compiledOf({ loops, sockets }: CheckedSocketGraph): OracleCompiled {
  return {
    loops: Object.fromEntries(
      loops.map(({ id, items, as, cursor, from, output, exits }) => [
        id,
        {
          exits: exits.map((exit) => ({
            id: exit.id,
            from: exit.from,
            condition: exit.condition,
            targetSocketId: exit.target,
          })),
          iterator: items
            ? { items: `state.${items.join('.')}`, ...(as ? { as } : {}), ...(cursor ? { cursor } : {}) }
            : null,
          consumes: from === undefined ? null : { from, ...(output ? { output } : {}) },
        },
      ]),
    ),
    sockets: Object.fromEntries(sockets.map(({ id, parse, advance }) => [id, { parse, advance: advanceOf(advance) }])),
  };
}

function advanceOf(advance: AdvanceSpec | undefined): OracleCompiled['sockets'][string]['advance'] {
  return advance ? { cursor: advance.cursor, items: `state.${advance.items.join('.')}`, when: advance.when } : null;
}

/** Without what the engine keeps and never reads, and with what an absent word stands for. */
function theirCompiled({ loops, sockets }: OracleCompiled): OracleCompiled {
  return {
    loops: Object.fromEntries(
      Object.entries(loops).map(([id, { exits, iterator, consumes }]) => [
        id,
        {
          exits: exits ?? [],
          iterator: iterator && {
            items: iterator.items,
            ...(iterator.as ? { as: iterator.as } : {}),
            ...(iterator.cursor ? { cursor: iterator.cursor } : {}),
          },
          consumes: consumes && { from: consumes.from, ...(consumes.output ? { output: consumes.output } : {}) },
        },
      ]),
    ),
    sockets: Object.fromEntries(
      Object.entries(sockets).map(([id, { parse, advance }]) => [
        id,
        {
          parse,
          advance: advance && { cursor: advance.cursor, items: advance.items, when: advance.when ?? 'always' },
        },
      ]),
    ),
  };
}

describe('the recorded runs of pi-materia, under its compat', () => {
  it('are 121', () => {
    expect(vectors).toHaveLength(121);
  });

  for (const vector of vectors) {
    const { expected } = vector;
    const file = { ...graphOf(vector), compat: 'pi-materia' };
    const standIns = standInsOf(vector);

    if (expected.end.status === 'refused') {
      it(`${vector.id} is refused: ${vector.shows}`, () => {
        expect(draftOf(file).problems.map(({ code }) => code)).toEqual([REFUSED[vector.id]]);
      });
      continue;
    }

    it(`${vector.id}: ${vector.shows}`, async () => {
      const { graph, events } = await runGraphFile(file, { standIns });
      if (graph.dialect !== 'socket') throw new Error('a socket graph was meant');
      expect(traced(vector, socketTraceOf(graph, events))).toEqual(comparable(expected));
      expect(replay(graph, events)).toMatchObject({ identical: true, endsInMidStep: false, compared: events.length });
      expect(compiledOf(graph)).toEqual(theirCompiled(expected.compiled));
      // What the engine finds wrong in a file that it runs all the same is what its loader mends.
      const isMended = draftOf(file).notes.some(({ code }) => code === 'repaired-consumes');
      expect(isMended).toBe(expected.validation.length > 0);
    });

    it(`${vector.id} is the same on its reopened tape`, async () => {
      const { tape, events } = await recordedRun(file, { standIns });
      if (tape.graph?.dialect !== 'socket') throw new Error(JSON.stringify(tape.problems));
      expect(traced(vector, socketTraceOf(tape.graph, events))).toEqual(comparable(expected));
      expect(replay(tape.graph, events)).toMatchObject({ identical: true, compared: events.length });
    });
  }
});
