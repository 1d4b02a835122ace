import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexWires, knotsIn, topologicalOrder } from '../../../../main/graph/pivot/wires.ts';

const NODES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Wires in any direction. */
const anyWires = fc.array(fc.record({ source: fc.constantFrom(...NODES), target: fc.constantFrom(...NODES) }), {
  maxLength: 14,
});
/** Wires without a cycle, over a shuffled declaration order. */
const acyclic = fc
  .tuple(fc.shuffledSubarray(NODES, { minLength: 8, maxLength: 8 }), anyWires)
  .map(([nodes, wires]) => ({
    nodes,
    wires: wires
      .filter(({ source, target }) => source !== target)
      .map(({ source, target }) => (source < target ? { source, target } : { source: target, target: source })),
  }));

describe('the order of nodes', () => {
  it('has sources before targets in every graph without a cycle', () => {
    fc.assert(
      fc.property(acyclic, ({ nodes, wires }) => {
        const order = topologicalOrder(nodes, indexWires(wires));
        expect([...order].sort()).toEqual(NODES);
        for (const { source, target } of wires) expect(order.indexOf(source)).toBeLessThan(order.indexOf(target));
      }),
    );
  });

  it('goes by declaration among the nodes that are free', () => {
    fc.assert(
      fc.property(acyclic, ({ nodes, wires }) => {
        const order = topologicalOrder(nodes, indexWires(wires));
        for (const [index, node] of order.entries()) {
          const done = new Set(order.slice(0, index));
          const free = nodes.filter((n) => !done.has(n) && wires.every((w) => w.target !== n || done.has(w.source)));
          expect(node).toBe(free[0]);
        }
      }),
    );
  });

  it('is the order of declaration where nothing is wired', () => {
    expect(topologicalOrder(['c', 'a', 'b'], indexWires([]))).toEqual(['c', 'a', 'b']);
  });

  it('gives every node a place even where wires go round', () => {
    fc.assert(
      fc.property(anyWires, (wires) => {
        expect([...topologicalOrder(NODES, indexWires(wires))].sort()).toEqual(NODES);
      }),
    );
  });
});

describe('knots', () => {
  it('are found exactly where no order has sources before targets', () => {
    fc.assert(
      fc.property(anyWires, (wires) => {
        const order = topologicalOrder(NODES, indexWires(wires));
        const isOrdered = wires.every((w) => order.indexOf(w.source) < order.indexOf(w.target));
        expect(knotsIn(NODES, indexWires(wires)).length === 0).toBe(isOrdered);
      }),
      { numRuns: 500 },
    );
  });

  it('have a cycle whose every step is a wire', () => {
    fc.assert(
      fc.property(anyWires, (wires) => {
        for (const { cycle } of knotsIn(NODES, indexWires(wires))) {
          for (const [index, node] of cycle.entries()) {
            const next = cycle[(index + 1) % cycle.length];
            expect(wires.some((wire) => wire.source === node && wire.target === next)).toBe(true);
          }
        }
      }),
    );
  });

  it('name the shortest cycle and all nodes of the knot, once for each knot', () => {
    const wires = [
      { source: 'a', target: 'b' },
      { source: 'b', target: 'c' },
      { source: 'c', target: 'a' },
      { source: 'b', target: 'a' },
      { source: 'c', target: 'd' },
      { source: 'e', target: 'e' },
    ];
    expect(knotsIn(NODES, indexWires(wires))).toEqual([
      { cycle: ['a', 'b'], nodes: ['a', 'b', 'c'] },
      { cycle: ['e'], nodes: ['e'] },
    ]);
  });
});
