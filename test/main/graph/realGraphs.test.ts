// Graphs that other people wrote for another engine, with facts about each that were found without this program. They lie beside
// the repository where they are at all; graphs of our own with the same features (fixtures.test.ts) are tested in every clone.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type DualWire, type GraphFacts, loadFacts } from './graphFacts.ts';

const FOLDER = new URL('../../../../shared/real/', import.meta.url);
const isThere = existsSync(new URL('facts.json', FOLDER)) && existsSync(new URL('agentcanvas/workspace/', FOLDER));

type RealDualWire = DualWire & { readonly verdict: 'one-shot' | 'safe-by-order' | 'frozen' | 'step-and-carry' };
type RealFacts = Omit<GraphFacts, 'dual_wires'> & {
  readonly file: string;
  readonly budget: { readonly effective: number };
  readonly dual_wires: readonly RealDualWire[];
};

const REAL: readonly RealFacts[] = isThere
  ? JSON.parse(readFileSync(new URL('facts.json', FOLDER), 'utf8')).agentcanvas
  : [];

if (!isThere) {
  console.log(
    `The real graphs are not tested: there is no facts.json with agentcanvas/ beside it in ${fileURLToPath(FOLDER)}.`,
  );
}

const byPlace = <T extends { readonly node: string; readonly input: string }>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => (`${a.node}.${a.input}` < `${b.node}.${b.input}` ? -1 : 1));

/** What both kinds of facts have, in the same order and shape. */
function comparable(facts: Omit<GraphFacts, 'dual_wires'> & { readonly dual_wires: readonly DualWire[] }) {
  const { nodes, edges, flattened, graph_in, graph_out, containers, access_grants, drawn_cycle } = facts;
  return {
    nodes,
    edges,
    flattened,
    graph_in,
    graph_out,
    containers,
    access_grants,
    drawn_cycle,
    scopes: [...facts.scopes]
      .sort((a, b) => (a.iter_in < b.iter_in ? -1 : 1))
      .map((scope) => ({
        ...scope,
        optional_only_multi_port: undefined,
        final_handles_used: [...scope.final_handles_used].sort(),
        undeclared_handles: [...scope.undeclared_handles].sort(),
      })),
    dual_wires: byPlace(facts.dual_wires).map(({ node, input, iter_in, init, carry, init_persisted }) => ({
      node,
      input,
      iter_in,
      init,
      carry,
      init_persisted,
    })),
    vanishing_inputs: byPlace(facts.vanishing_inputs).map(({ node, input, iter_in }) => ({ node, input, iter_in })),
    fan_in_inputs: byPlace(facts.fan_in_inputs).map(({ node, input, wires }) => ({
      node,
      input,
      wires: [...wires].sort(),
    })),
  };
}

describe.skipIf(!isThere)('real graphs', () => {
  it('are all there', () => {
    expect(REAL).toHaveLength(24);
  });

  it.each(REAL.map((real) => [real.file, real] as const))('%s has the facts that are known of it', (file, real) => {
    const text = readFileSync(new URL(`agentcanvas/workspace/${file}`, FOLDER), 'utf8');
    const { facts, graph, problems } = loadFacts(text, file);
    expect(problems).toEqual(real.drawn_cycle ? ['cycle'] : []);
    expect(loadFacts(text, file, 'agentcanvas').problems).toEqual([]);
    const known = { ...real, dual_wires: real.dual_wires.filter((wire) => wire.verdict !== 'step-and-carry') };
    expect(comparable(facts)).toEqual(comparable(known));
    for (const scope of facts.scopes) {
      if (scope.parent === null && scope.own_budget === null)
        expect(scope.effective_budget).toBe(real.budget.effective);
    }

    const unread = graph.hazards.filter((hazard) => hazard.code === 'unread-carry').map(({ where }) => where.port);
    expect(unread.sort()).toEqual(real.scopes.flatMap((scope) => scope.carries_never_read).sort());

    // By our rules a persisted init port freezes a dual-wired input whatever the order of edges; by the engine's only the last.
    const frozen = graph.hazards
      .filter((hazard) => hazard.code === 'frozen-input')
      .map(({ where }) => `${where.node}.${where.port}`);
    const persisted = real.dual_wires.filter((wire) => wire.verdict === 'frozen' || wire.verdict === 'safe-by-order');
    expect(frozen.sort()).toEqual(persisted.map((wire) => `${wire.node}.${wire.input}`).sort());
    const upstream = loadFacts(text, file, 'agentcanvas').graph.hazards.filter(
      (hazard) => hazard.code === 'frozen-input',
    );
    expect(upstream).toEqual([]);
  });

  it('lay every graph out in an order with sources before targets, but for the cycle', () => {
    for (const { file, drawn_cycle } of REAL) {
      const { graph } = loadFacts(readFileSync(new URL(`agentcanvas/workspace/${file}`, FOLDER), 'utf8'), file);
      const place = new Map(graph.order.map((id, index) => [id, index]));
      const back = graph.edges.filter((edge) => (place.get(edge.source) ?? 0) >= (place.get(edge.target) ?? 0));
      expect(back.length > 0, file).toBe(drawn_cycle);
    }
  });
});
