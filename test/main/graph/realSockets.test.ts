// Loadouts that other people wrote for another engine, with facts about each that were found without this program. They lie beside
// the repository where they are at all; loadouts of our own with the same features are tested in every clone.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { draftGraph } from '../../../main/graph/check.ts';
import { parseGraph } from '../../../main/graph/parse.ts';
import { loadoutsOf } from '../../../main/graph/socket/loadout.ts';
import { enteredAt } from '../../../main/graph/socket/ways.ts';
import type { CheckedSocketGraph, LoopSpec } from '../../../shared/model/checkedSocketGraph.ts';
import { asSocket } from './socketGraph.ts';

const FOLDER = new URL('../../../../shared/real/', import.meta.url);
const isThere = existsSync(new URL('facts.json', FOLDER)) && existsSync(new URL('pi-materia/', FOLDER));

interface LoopFacts {
  readonly id: string;
  readonly sockets: readonly string[];
  readonly exit: { readonly from: string } | null;
  readonly authored_advances: readonly string[];
  readonly dead_exits: readonly unknown[];
  readonly exits_from_non_advancing_sockets: readonly unknown[];
  readonly entered_at: readonly string[];
  readonly empty_list_goes_to: Readonly<Record<string, string>>;
  readonly compiled: {
    readonly exits: readonly unknown[];
    readonly exit_source_advance: { readonly cursor: string; readonly items: string; readonly when: string };
    readonly exit_source_parse: string;
    readonly consumes_from: string;
  };
}

interface LoadoutFacts {
  readonly file: string;
  readonly loadout: string;
  readonly entry: string;
  readonly sockets: number;
  readonly edges: number;
  readonly edge_conditions: Readonly<Record<string, number>>;
  readonly limited_edges: readonly unknown[];
  readonly generators: readonly string[];
  readonly unreachable_sockets: readonly string[];
  readonly sockets_without_edges: readonly string[];
  readonly loops: readonly LoopFacts[];
}

const REAL: readonly LoadoutFacts[] = isThere
  ? JSON.parse(readFileSync(new URL('facts.json', FOLDER), 'utf8')).pi_materia
  : [];

if (!isThere) {
  console.log(
    `The real loadouts are not tested: there is no facts.json with pi-materia/ beside it in ${fileURLToPath(FOLDER)}.`,
  );
}

function parsed(file: string) {
  const result = parseGraph(readFileSync(new URL(`pi-materia/${file}`, FOLDER), 'utf8'), file);
  if (!result.ok) throw new Error(JSON.stringify(result.failure.problems));
  return asSocket(result.value);
}

function factsOf(graph: CheckedSocketGraph): Omit<LoadoutFacts, 'file' | 'loadout' | 'unreachable_sockets'> {
  const edges = graph.sockets.flatMap(({ id, edges: own }) => own.map((edge) => ({ ...edge, from: id })));
  const conditions: Record<string, number> = {};
  for (const { when } of edges) conditions[when] = (conditions[when] ?? 0) + 1;
  return {
    entry: graph.entry,
    sockets: graph.sockets.length,
    edges: edges.length,
    edge_conditions: conditions,
    limited_edges: edges.flatMap(({ from, to, when, maxTraversals }) =>
      maxTraversals === undefined ? [] : [{ edge: `${from}->${to}`, when, maxTraversals }],
    ),
    generators: graph.sockets.filter(({ generator }) => generator).map(({ id }) => id),
    sockets_without_edges: graph.sockets.filter(({ edges: own }) => own.length === 0).map(({ id }) => id),
    loops: graph.loops.map((loop) => loopFactsOf(graph, loop)),
  };
}

function loopFactsOf(graph: CheckedSocketGraph, loop: LoopSpec): LoopFacts {
  const socket = (id: string) => graph.sockets.find((one) => one.id === id);
  // Every one of these loops is left by one socket: the one that advances.
  const [source = ''] = loop.sockets.filter((id) => socket(id)?.advance);
  const { advance, parse = '' } = socket(source) ?? {};
  const dead = graph.hazards.filter(({ code, where }) => code === 'dead-exit' && where.scope === loop.id);
  return {
    id: loop.id,
    sockets: loop.sockets,
    exit: { from: source },
    authored_advances: loop.sockets.filter((id) => socket(id)?.advance?.compiled === false),
    dead_exits: dead,
    exits_from_non_advancing_sockets: loop.exits.filter(({ from }) => !socket(from)?.advance),
    entered_at: enteredAt(graph, loop.sockets),
    empty_list_goes_to: Object.fromEntries(
      enteredAt(graph, loop.sockets).map((id) => [
        id,
        loop.exits.find(({ from, condition }) => from === id && condition === 'always')?.target ?? 'end',
      ]),
    ),
    compiled: {
      exits: loop.exits.map(({ id, from, condition, target }) => ({ id, from, condition, targetSocketId: target })),
      exit_source_advance: {
        cursor: advance?.cursor ?? '',
        items: `state.${advance?.items.join('.')}`,
        when: advance?.when ?? '',
      },
      exit_source_parse: parse,
      consumes_from: loop.from ?? '',
    },
  };
}

/** What both kinds of facts have, in the same shape; `done` of an advance is kept there and means nothing. */
function comparable(facts: Omit<LoadoutFacts, 'file' | 'loadout' | 'unreachable_sockets'>) {
  const { entry, sockets, edges, edge_conditions, limited_edges, generators, sockets_without_edges, loops } = facts;
  return {
    entry,
    sockets,
    edges,
    edge_conditions,
    limited_edges,
    generators,
    sockets_without_edges,
    loops: loops.map((loop) => {
      const { cursor, items, when } = loop.compiled.exit_source_advance;
      return {
        id: loop.id,
        sockets: loop.sockets,
        left_from: loop.exit?.from,
        authored_advances: loop.authored_advances,
        dead_exits: loop.dead_exits,
        exits_from_non_advancing_sockets: loop.exits_from_non_advancing_sockets,
        entered_at: loop.entered_at,
        empty_list_goes_to: loop.empty_list_goes_to,
        compiled: { ...loop.compiled, exit_source_advance: { cursor, items, when } },
      };
    }),
  };
}

describe.skipIf(!isThere)('a real loadout', () => {
  it('is one of every file', () => {
    for (const file of new Set(REAL.map((facts) => facts.file))) {
      expect(loadoutsOf(parsed(file))).toEqual(
        REAL.filter((facts) => facts.file === file).map(({ loadout }) => loadout),
      );
    }
  });

  for (const compat of [undefined, 'pi-materia']) {
    it.each(REAL.map((facts) => [`${facts.file} ${facts.loadout}`, facts] as const))(
      `%s has no problems and the known facts${compat === undefined ? '' : `, under ${compat} too`}`,
      (_, facts) => {
        const { loadout } = facts;
        const { graph, problems, notes } = draftGraph(parsed(facts.file), {
          loadout,
          ...(compat === undefined ? {} : { compat }),
        });
        expect(problems).toEqual([]);
        expect(graph).toMatchObject({ loadout, forest: { root_scope_ids: facts.loops.map(({ id }) => id) } });
        expect(notes.filter(({ code }) => code === 'unreachable-socket').map(({ where }) => where.node)).toEqual(
          facts.unreachable_sockets,
        );
        expect(comparable(factsOf(graph))).toEqual(comparable(facts));
      },
    );
  }
});
