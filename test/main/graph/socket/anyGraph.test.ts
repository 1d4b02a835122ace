// Whatever has the shape of a socket graph can be checked and drawn, and what is said of it is a sentence.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkGraph, draftGraph } from '../../../../main/graph/check.ts';
import { parseGraphValue } from '../../../../main/graph/parse.ts';
import { compiledForm } from '../../../../main/graph/socket/compiledForm.ts';
import { HazardCode } from '../../../../shared/model/hazard.ts';
import { Problem } from '../../../../shared/model/problem.ts';
import { snapshot } from '../../../../shared/model/value.ts';
import { asSocket } from '../socketGraph.ts';

const ids = fc.constantFrom('A', 'B', 'C', 'end', 'constructor', '');
const conditions = fc.constantFrom('always', 'satisfied', 'not_satisfied', 'maybe');
const paths = fc.constantFrom('state.x', 'x', '$.x', '$x', 'item', 'x..y', 'items', 'workItems', '');
const names = fc.constantFrom('i', 'j', 'workItemIndex', 'state', '');
const some = <T>(part: fc.Arbitrary<T>) => fc.option(part, { nil: undefined });
const list = <T>(part: fc.Arbitrary<T>, maxLength = 3) => fc.array(part, { maxLength });
const dictionary = <T>(key: fc.Arbitrary<string>, value: fc.Arbitrary<T>, maxKeys = 4) =>
  fc.dictionary(key, value, { maxKeys });
const assign = some(dictionary(paths, fc.oneof(paths, fc.jsonValue({ maxDepth: 1 }))));

const socket = fc.record({
  materia: some(fc.constantFrom('m', 'n', 'toString')),
  parse: some(fc.constantFrom('text', 'json', 'xml')),
  assign,
  advance: some(fc.record({ cursor: some(names), items: some(paths), when: some(conditions) })),
  edges: some(
    list(
      fc.record({ when: some(conditions), to: some(ids), maxTraversals: some(fc.constantFrom(0, 1, 2, 'x', null)) }),
    ),
  ),
});
const loop = fc.record({
  sockets: some(list(ids)),
  consumes: some(fc.record({ from: some(ids), output: some(paths), as: some(names), cursor: some(names) })),
  iterator: some(fc.record({ items: some(paths), as: some(names), cursor: some(names) })),
  exits: some(
    list(fc.record({ id: some(ids), from: some(ids), condition: some(conditions), targetSocketId: some(ids) })),
  ),
  exit: some(fc.record({ from: some(ids), when: some(conditions), to: some(ids) })),
});
const materia = fc.record({
  operator: some(fc.constantFrom('scripted', 'expression', 'script', 'model')),
  kind: some(fc.constantFrom('agent', 'utility')),
  generator: some(fc.boolean()),
  parse: some(fc.constantFrom('text', 'json')),
  assign,
  seq: fc.jsonValue({ maxDepth: 2 }),
  expr: some(fc.jsonValue({ maxDepth: 2 })),
  outputs: some(fc.jsonValue({ maxDepth: 1 })),
});
const graph = fc.record({
  entry: some(ids),
  sockets: dictionary(ids, socket),
  loops: some(dictionary(fc.constantFrom('L', 'M', ''), loop)),
  materia: some(dictionary(fc.constantFrom('m', 'n'), materia)),
  limits: some(dictionary(fc.constantFrom('repairs', 'maxNoAdvanceCycles'), fc.jsonValue({ maxDepth: 1 }))),
  state: some(dictionary(fc.constantFrom('x', 'items'), fc.jsonValue({ maxDepth: 1 }))),
  cursors: some(dictionary(names, fc.oneof(fc.integer({ min: -1, max: 3 }), fc.jsonValue({ maxDepth: 0 })))),
  compat: some(fc.constantFrom('pi-materia', 'agentcanvas')),
});
const file = fc.oneof(
  graph,
  fc.record({
    loadouts: dictionary(fc.constantFrom('One', 'Two'), graph, 2),
    activeLoadout: some(fc.constantFrom('One', 'Three')),
    materia: some(dictionary(fc.constantFrom('m', 'n'), materia)),
  }),
);

function parsedOf(made: object) {
  const parsed = parseGraphValue(snapshot(JSON.parse(JSON.stringify(made))), 'any.json');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
  return asSocket(parsed.value);
}

it('tells something sensible of every graph that has the shape of one, and can draw it', () => {
  fc.assert(
    fc.property(file, (made) => {
      const standIns = { A: { seq: ['x'] }, nobody: 1 };
      const { graph: drawn, problems, notes } = draftGraph(parsedOf(made), { standIns });
      for (const problem of [...problems, ...notes]) {
        expect(Problem.safeParse(problem).success).toBe(true);
        expect(problem.message).toMatch(/[.?]$/);
        expect(problem.message + problem.hint).not.toMatch(/undefined|\[object/);
      }
      for (const hazard of drawn.hazards) {
        expect(HazardCode.safeParse(hazard.code).success).toBe(true);
        expect(hazard.message).not.toMatch(/undefined|\[object/);
      }
      const known = new Set(drawn.nodes.map((node) => node.id));
      expect(drawn.sockets.map(({ id }) => id)).toEqual([...known]);
      for (const { source, target } of drawn.edges) expect(known.has(source) && known.has(target)).toBe(true);
      for (const { sockets, exits } of drawn.loops) {
        expect(sockets.every((id) => known.has(id))).toBe(true);
        expect(exits.every(({ target }) => target === 'end' || known.has(target))).toBe(true);
      }
      for (const id of known) {
        const scope = drawn.runsIn[id];
        expect(scope === '' || drawn.loops.some((one) => one.id === scope)).toBe(true);
      }
      expect(Object.keys(compiledForm(drawn).sockets).sort()).toEqual([...known].sort());
    }),
    { numRuns: 500 },
  );
});

it('succeeds exactly where there are no problems, and a checked graph has a way to begin and whole loops', () => {
  fc.assert(
    fc.property(file, (made) => {
      const parsed = parsedOf(made);
      const { graph: drawn, problems } = draftGraph(parsed);
      const result = checkGraph(parsed);
      if (!result.ok) {
        expect(result.failure).toEqual({ problems, view: drawn });
        return;
      }
      expect([problems, result.value]).toEqual([[], drawn]);
      expect(drawn.sockets.some(({ id }) => id === drawn.entry)).toBe(true);
      for (const { sockets } of drawn.loops) expect(sockets.length).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});
