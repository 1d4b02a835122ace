import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkGraph, draftGraph } from '../../../main/graph/check.ts';
import { parseGraphValue } from '../../../main/graph/parse.ts';
import { HazardCode } from '../../../shared/model/hazard.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { snapshot } from '../../../shared/model/value.ts';
import { asPivot, graphOf, parsedOf } from './pivotGraph.ts';

const ids = fc.constantFrom('a', 'b', 'in', 'out', 'box', '__proto__', 'constructor', '');
const handles = fc.constantFrom('x', 'init_x', 'iterout_x', 'final_x', 'final_stop', 'stop', 'step', 'value', '');
const types = fc.constantFrom(
  'iterIn',
  'iterOut',
  'graphIn',
  'graphOut',
  'scripted',
  'expression',
  'script',
  'initialize',
  'compositeNode',
  'containerRead',
  'note',
);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constant([{ name: 'x' }]),
  fc.constantFrom('in', 'out', ['x'], 3, 0),
);
const config = fc.record(
  {
    pairedWith: fc.oneof(ids, anything),
    initPorts: anything,
    ports: anything,
    step_budget: anything,
    inputs: anything,
    outputs: anything,
    required: anything,
    seq: anything,
    expr: anything,
    map: anything,
    portName: anything,
    writes: anything,
    loop_ports: anything,
  },
  { requiredKeys: [] },
);
const edge = fc.record(
  { source: ids, sourceHandle: handles, target: ids, targetHandle: handles },
  { requiredKeys: ['source', 'target'] },
);
const plainGraph = fc.record(
  {
    nodes: fc.array(
      fc.record({ id: ids.filter((id) => id !== ''), type: types, config }, { requiredKeys: ['id', 'type'] }),
      { maxLength: 7 },
    ),
    edges: fc.array(edge, { maxLength: 10 }),
    step_budget: anything,
    compat: fc.constantFrom('agentcanvas', 'nobody'),
    access_grants: fc.constant([{ node_id: 'a', container_id: 'c' }]),
  },
  { requiredKeys: ['nodes', 'edges'] },
);
const anyGraph = fc.tuple(plainGraph, plainGraph).map(([outer, inner]) => ({
  ...outer,
  nodes: outer.nodes.map((node) => (node.type === 'compositeNode' ? { ...node, subgraph: inner } : node)),
}));

describe('check', () => {
  it('tells something sensible of every graph that has the shape of one, and can draw it', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const parsed = parseGraphValue(snapshot(graph), 'any.json');
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
        const standIns = { a: { seq: [{ x: 1 }] }, nobody: 1 };
        const { graph: drawn, problems, notes } = draftGraph(asPivot(parsed.value), { standIns });
        for (const problem of [...problems, ...notes]) {
          expect(Problem.safeParse(problem).success).toBe(true);
          expect(problem.message).toMatch(/[.?]$/);
          expect(problem.message).not.toMatch(/undefined|\[object/);
        }
        for (const hazard of drawn.hazards) {
          expect(HazardCode.safeParse(hazard.code).success).toBe(true);
          expect(hazard.message).not.toMatch(/undefined|\[object/);
        }
        const known = new Set(drawn.nodes.map((node) => node.id));
        expect(known.size).toBe(drawn.nodes.length);
        expect([...drawn.order].sort()).toEqual([...known].sort());
        for (const { source, target } of drawn.edges) expect(known.has(source) && known.has(target)).toBe(true);
        for (const node of drawn.nodes) {
          const scope = drawn.runsIn[node.id];
          expect(scope === '' || Object.hasOwn(drawn.scopes, scope ?? '-')).toBe(true);
        }
      }),
      { numRuns: 600 },
    );
  });

  it('succeeds exactly where there are no problems, and hands the drawing over where there are', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const parsed = parseGraphValue(snapshot(graph), 'any.json');
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
        const { graph: drawn, problems } = draftGraph(parsed.value);
        const result = checkGraph(parsed.value);
        if (result.ok) expect([problems, result.value]).toEqual([[], drawn]);
        else expect(result.failure).toEqual({ problems, view: drawn });
      }),
      { numRuns: 200 },
    );
  });

  it('gives the same of the same graph, whatever was checked before', () => {
    const parts = { loops: [{ init: ['x'] }], wires: ['s.o > in.init_x', 'in.init_x > b.a', 'b.y > out.x'] };
    expect(checkGraph(parsedOf(parts))).toEqual(checkGraph(parsedOf(parts)));
    expect(graphOf(parts)).toEqual(graphOf(parts));
  });

  it('names the graph as the caller says, else after its file', () => {
    const parsed = parsedOf({ wires: ['a.y > b.x'] });
    expect(draftGraph(parsed).graph.name).toBe('test');
    expect(draftGraph(parsed, { name: 'navigator' }).graph.name).toBe('navigator');
  });

  it('synthesises the ports of pivots and boundaries', () => {
    const { graph } = draftGraph(
      parsedOf({
        loops: [{ init: [{ name: 'x', persist: true }], carry: [{ name: 'x', required: true }, 'note'] }],
        nodes: [{ id: 'given', type: 'graphIn', config: { portName: 'x' } }],
        wires: ['given.value > in.init_x', 'given.value > in.extra', 'in.init_x > b.a', 'b.y > out.x'],
      }),
    );
    expect(graph.scopes.in).toEqual({
      scope: 'in',
      iterOut: 'out',
      slots: [
        { name: 'init_x', writer: 'init', port: 'x', persist: true },
        { name: 'iterout_x', writer: 'iterout', port: 'x', persist: true },
        { name: 'iterout_note', writer: 'iterout', port: 'note', persist: true },
        { name: 'extra', writer: 'surrogate', port: 'extra', persist: false },
      ],
      carries: [
        { port: 'x', required: true },
        { port: 'note', required: false },
      ],
    });
    const ports = (id: string) => graph.nodes.find((node) => node.id === id);
    expect(ports('in')?.outputs).toEqual(['step', 'init_x', 'iterout_x', 'iterout_note', 'extra']);
    expect(ports('out')).toMatchObject({
      inputs: [
        { port: 'x', required: true },
        { port: 'note', required: false },
        { port: 'stop', required: false },
      ],
      outputs: ['final_x', 'final_note', 'final_stop'],
    });
    expect(ports('given')).toMatchObject({ inputs: [{ port: 'value', required: true }], outputs: ['value'] });
  });
});
