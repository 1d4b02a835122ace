import { describe, expect, it } from 'vitest';
import { flattenGraph } from '../../../../main/graph/pivot/flatGraph.ts';
import type { PivotGraph } from '../../../../shared/model/graph.ts';

const boundary = (id: string, type: 'graphIn' | 'graphOut', portName: string) => ({ id, type, config: { portName } });
const node = (id: string) => ({ id, type: 'note' });
const wire = (text: string, id?: string) => {
  const [source = '', sourceHandle = '', target = '', targetHandle = ''] = text.split(/\.| > /);
  return { ...(id === undefined ? {} : { id }), source, sourceHandle, target, targetHandle };
};
const composite = (id: string, nodes: object[], edges: object[]) =>
  ({ id, type: 'compositeNode', subgraph: { nodes, edges } }) as unknown as PivotGraph['nodes'][number];

function wiresOf(graph: { nodes: object[]; edges: object[] }): string[] {
  return flattenGraph(graph as PivotGraph).edges.map(
    (edge) => `${edge.source}.${edge.sourceHandle} > ${edge.target}.${edge.targetHandle}`,
  );
}

describe('flattening a composite', () => {
  const plain = composite(
    'box',
    [boundary('in', 'graphIn', 'x'), node('f'), node('g'), boundary('out', 'graphOut', 'y')],
    [wire('in.value > f.a'), wire('in.value > g.a'), wire('f.y > out.value')],
  );

  it('puts its inner nodes in its place, under its id', () => {
    const flat = flattenGraph({ nodes: [node('a'), plain, node('b')], edges: [] } as PivotGraph);
    expect(flat.nodes.map((n) => [n.id, n.path])).toEqual([
      ['a', 'nodes[0]'],
      ['box__f', 'nodes[1].subgraph.nodes[1]'],
      ['box__g', 'nodes[1].subgraph.nodes[2]'],
      ['b', 'nodes[2]'],
    ]);
  });

  it('joins wires through its boundaries, in the place of the wire that is drawn outside', () => {
    const edges = [wire('box.y > b.v', 'e1'), wire('a.o > box.x', 'e2'), wire('a.o > b.v', 'e3')];
    expect(wiresOf({ nodes: [node('a'), plain, node('b')], edges })).toEqual([
      'box__f.y > b.v',
      'a.o > box__f.a',
      'a.o > box__g.a',
      'a.o > b.v',
    ]);
  });

  it('gives every joined wire an id of its own', () => {
    const edges = [wire('a.o > box.x', 'e1'), wire('a.p > box.x', 'e1')];
    const ids = flattenGraph({ nodes: [node('a'), plain], edges } as PivotGraph).edges.map((edge) => edge.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(4);
  });

  it('joins a wire that goes straight through', () => {
    const straight = composite(
      'box',
      [boundary('in', 'graphIn', 'x'), boundary('out', 'graphOut', 'y')],
      [wire('in.value > out.value')],
    );
    expect(
      wiresOf({ nodes: [node('a'), straight, node('b')], edges: [wire('a.o > box.x'), wire('box.y > b.v')] }),
    ).toEqual(['a.o > b.v']);
  });

  it('keeps the boundaries of a composite that holds pivots, and renames its pairs', () => {
    const loop = composite(
      'box',
      [
        boundary('in', 'graphIn', 'x'),
        { id: 'start', type: 'iterIn', config: { pairedWith: 'end' } },
        { id: 'end', type: 'iterOut', config: { pairedWith: 'start' } },
      ],
      [wire('in.value > start.init_x')],
    );
    const flat = flattenGraph({ nodes: [node('a'), loop], edges: [wire('a.o > box.x')] } as PivotGraph);
    expect(flat.nodes.map((n) => n.id)).toEqual(['a', 'box__in', 'box__start', 'box__end']);
    expect(flat.nodes.map((n) => n.config.pairedWith)).toEqual([undefined, undefined, 'box__end', 'box__start']);
    expect(wiresOf({ nodes: [node('a'), loop], edges: [wire('a.o > box.x')] })).toEqual([
      'a.o > box__in.value',
      'box__in.value > box__start.init_x',
    ]);
  });

  it('flattens composites inside composites', () => {
    const outer = composite('big', [boundary('in', 'graphIn', 'x'), plain], [wire('in.value > box.x')]);
    expect(wiresOf({ nodes: [node('a'), outer], edges: [wire('a.o > big.x')] })).toEqual([
      'a.o > big__box__f.a',
      'a.o > big__box__g.a',
    ]);
  });

  it('says which wire names a port that the composite has not', () => {
    const flat = flattenGraph({ nodes: [node('a'), plain], edges: [wire('a.o > box.z', 'e1')] } as PivotGraph);
    expect(flat.strays).toEqual([
      { composite: 'box', edge: 'e1', path: 'edges[0]', side: 'input', port: 'z', ports: ['x'] },
    ]);
    expect(flat.edges.filter((edge) => edge.source === 'a')).toEqual([]);
  });

  it('carries containers and access grants of a subgraph over; what it does not declare is the graph’s around it', () => {
    const box = {
      id: 'box',
      type: 'compositeNode',
      subgraph: {
        nodes: [node('f')],
        edges: [],
        containers: [{ id: 'own', states: {} }],
        access_grants: ['own', 'notes'].map((container_id) => ({ node_id: 'f', container_id })),
      },
    };
    const flat = flattenGraph({ nodes: [box], edges: [], containers: [{ id: 'notes' }] } as unknown as PivotGraph);
    expect(flat.containers.map(({ id, path }) => [id, path])).toEqual([
      ['notes', 'containers[0]'],
      ['box__own', 'nodes[0].subgraph.containers[0]'],
    ]);
    expect(flat.grants.map(({ node: id, container, name }) => [id, container, name])).toEqual([
      ['box__f', 'box__own', 'own'],
      ['box__f', 'notes', 'notes'],
    ]);
  });
});

describe('an edge', () => {
  it('without an id is named by its ends, and each id stands once', () => {
    const edges = [wire('a.o > b.v'), wire('a.o > b.v'), wire('a.o > b.w', 'a.o->b.v')];
    const flat = flattenGraph({ nodes: [node('a'), node('b')], edges } as PivotGraph);
    expect(flat.edges.map((edge) => edge.id)).toEqual(['a.o->b.v', 'a.o->b.v#2', 'a.o->b.v#3']);
  });

  it('at a graphIn or graphOut means the handle value where it names none', () => {
    const edges = [{ source: 'in', target: 'out' }];
    const nodes = [boundary('in', 'graphIn', 'x'), boundary('out', 'graphOut', 'y')];
    expect(wiresOf({ nodes, edges })).toEqual(['in.value > out.value']);
  });
});
