// Graphs of our own with the features of the real ones. The facts in facts.json were counted by hand on the files.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { missingOperators } from '../../../main/graph/missingOperators.ts';
import { runInputs } from '../../../main/graph/runInputs.ts';
import { type GraphFacts, loadFacts } from './graphFacts.ts';

interface Known extends GraphFacts {
  readonly problems: readonly string[];
  readonly hazards: readonly string[];
  readonly band: readonly string[];
  /** The nodes whose operator is not one of this program's. */
  readonly missing: readonly string[];
}

const FOLDER = new URL('../../fixtures/graphs/', import.meta.url);
const KNOWN: Readonly<Record<string, Known>> = JSON.parse(readFileSync(new URL('facts.json', FOLDER), 'utf8'));
const OPERATORS = new Set(['scripted', 'expression', 'script']);

function load(name: string, compat?: string) {
  return loadFacts(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'), `${name}.json`, compat);
}

describe('a fixture graph', () => {
  it.each(Object.entries(KNOWN))('%s has the facts that were counted by hand', (name, known) => {
    const { facts, graph, problems } = load(name);
    const { problems: wanted, hazards, band, missing, ...counted } = known;
    expect(problems).toEqual(wanted);
    expect(graph.hazards.map(({ code, where }) => `${code} ${where.node}.${where.port}`)).toEqual(hazards);
    expect(graph.band).toEqual(band);
    expect(missingOperators(graph, OPERATORS).map(({ node }) => node)).toEqual(missing);
    expect(facts).toEqual(counted);
  });

  it('has facts for every file', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== 'facts.json');
    expect(files.map((name) => name.replace('.json', '')).sort()).toEqual(Object.keys(KNOWN).sort());
  });

  it('with a drawn cycle is taken under agentcanvas', () => {
    expect(load('drawnCycle', 'agentcanvas').problems).toEqual([]);
  });

  it('has the scope forest of a loop in a composite in a loop', () => {
    const { forest, runsIn } = load('compositeLoop').graph;
    expect(forest.scopes.attempt__try).toMatchObject({
      parent_scope_id: 'each',
      graphin_node_ids: ['attempt__given'],
      graphout_node_ids: ['attempt__made'],
    });
    expect(forest.root_scope_ids).toEqual(['each']);
    expect(runsIn).toMatchObject({ attempt__given: 'each', attempt__work: 'attempt__try', pick: 'each', texts: '' });
  });

  it('asks a run for the graphIns that nothing feeds, by portName', () => {
    expect(runInputs(load('twoRoots').graph)).toEqual([{ name: 'start', node: 's2', wireType: 'ANY' }]);
    expect(runInputs(load('compositeLoop').graph)).toEqual([]);
  });
});
