import ELK from 'elkjs/lib/elk.bundled.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Drawing, drawingOf, HEAD_PX } from '../../../../renderer/views/graph/drawing.ts';
import { elkGraph, layoutOf } from '../../../../renderer/views/graph/elkLayout.ts';
import { layeredLayout } from '../../../../renderer/views/graph/layeredLayout.ts';
import type { Box, Layout } from '../../../../renderer/views/graph/layout.ts';
import { longestLevel, roundedPath } from '../../../../renderer/views/graph/layout.ts';
import { createLayouter } from '../../../../renderer/views/graph/layoutRun.ts';
import type { GraphView } from '../../../../shared/contract/graph.ts';
import { frozenNavigator, nestedLoops, sixtyNodes } from '../../gallery/fixtures.ts';
import { GraphSketch } from '../../gallery/graphSketch.ts';

const elk = new ELK();
async function withElk(drawing: Drawing): Promise<Layout> {
  return layoutOf(drawing, await elk.layout(elkGraph(drawing)));
}

function apart(a: Box, b: Box): boolean {
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}
function within(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
function box(boxes: ReadonlyMap<string, Box>, id: string): Box {
  const found = boxes.get(id);
  if (!found) throw new Error(`no box for ${id}`);
  return found;
}

/** What any layout owes: every card and wire is there, no card covers another, regions hold what is theirs. */
function expectWhole(drawing: Drawing, layout: Layout): void {
  expect([...layout.cards.keys()].sort()).toEqual(drawing.cards.map((card) => card.id).sort());
  for (const wire of drawing.wires) expect(layout.wires.get(wire.id)?.length ?? 0).toBeGreaterThanOrEqual(2);
  const cards = [...layout.cards.values()];
  cards.forEach((card, i) => {
    for (const other of cards.slice(i + 1)) expect(apart(card, other)).toBe(true);
  });
  for (const card of drawing.cards) {
    if (card.region !== '') expect(within(box(layout.cards, card.id), box(layout.regions, card.region))).toBe(true);
  }
  for (const region of drawing.regions) {
    if (region.parent !== '') {
      expect(within(box(layout.regions, region.scope), box(layout.regions, region.parent))).toBe(true);
    }
  }
}

const GRAPHS: Record<string, () => GraphView> = {
  'one loop': () => frozenNavigator().graph,
  'three nested loops': () => nestedLoops().graph,
  'sixty nodes': () => sixtyNodes().graph,
};

describe.each(Object.keys(GRAPHS))('%s', (name) => {
  const drawing = drawingOf((GRAPHS[name] as () => GraphView)());

  test('is laid out whole by ELK', async () => expectWhole(drawing, await withElk(drawing)));
  test('is laid out whole by the plain layout', () => expectWhole(drawing, layeredLayout(drawing)));
  test('is laid out the same way each time', async () => {
    expect(await withElk(drawing)).toEqual(await withElk(drawing));
  });
  test('leads from left to right', async () => {
    const { cards } = await withElk(drawing);
    for (const wire of drawing.wires) {
      if (!wire.isBackward) expect(box(cards, wire.source).x).toBeLessThan(box(cards, wire.target).x);
    }
  });
});

test('a cycle, a wire to itself and a wire to nowhere break no layout', async () => {
  const view = new GraphSketch().node('a').node('b').node('c').view('broken');
  const wire = (id: string, source: string, target: string) =>
    ({ id, source, target, sourceHandle: 'out', targetHandle: 'in', role: 'wire' }) as const;
  const broken = {
    ...view,
    edges: [wire('1', 'a', 'b'), wire('2', 'b', 'a'), wire('3', 'c', 'c'), wire('4', 'c', 'gone')],
  };
  const drawing = drawingOf(broken);
  expect(drawing.wires.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect([...layeredLayout(drawing).cards.keys()]).toEqual(['a', 'b', 'c']);
  expect([...(await withElk(drawing)).cards.keys()]).toEqual(['a', 'b', 'c']);
});

test('scopes whose parents form a ring are drawn as roots', () => {
  const view = new GraphSketch()
    .loop('a', 'a_end', ['x'], { parent: 'b' })
    .loop('b', 'b_end', ['x'], { parent: 'a' })
    .view('ring');
  const { regions } = drawingOf(view);
  expect(regions.map(({ parent }) => parent)).toEqual(['', '']);
});

test('the plain layout is whole for any graph', () => {
  const graph = fc
    .record({
      nodes: fc.integer({ min: 1, max: 14 }),
      wires: fc.array(fc.tuple(fc.nat(13), fc.nat(13)), { maxLength: 30 }),
      inLoop: fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
    })
    .map(({ nodes, wires, inLoop }) => {
      const sketch = new GraphSketch().loop('loop', 'loop_end', ['x']);
      for (let i = 0; i < nodes; i++) sketch.node(`n${i}`, { scope: inLoop[i] ? 'loop' : '' });
      for (const [a, b] of wires) sketch.edge(`n${a % nodes}.out`, `n${b % nodes}.in`);
      return drawingOf(sketch.view('any'));
    });
  fc.assert(
    fc.property(graph, (drawing) => expectWhole(drawing, layeredLayout(drawing))),
    { numRuns: 200 },
  );
});

test('a pivot names its slots in rows, and a slot that comes and goes has one row', () => {
  const { cards } = drawingOf(frozenNavigator().graph);
  const act = cards.find((card) => card.id === 'act');
  const row = act?.outputs.find((port) => port.handle === 'iterout_obs');
  expect(row?.isNamed).toBe(true);
  expect(row?.yPx).toBe(act?.inputs.find((port) => port.handle === 'iterout_obs')?.yPx);
  expect(cards.find((card) => card.id === 'reached')?.heightPx).toBe(HEAD_PX);
});

test('the moment is no part of a drawing, so its layout is computed once', async () => {
  let runs = 0;
  const layout = createLayouter(() => ({
    layout: (graph) => {
      runs++;
      return elk.layout(graph);
    },
    terminateWorker: () => {},
  }));
  const once = await layout(drawingOf(frozenNavigator().graph));
  expect(await layout(drawingOf(frozenNavigator().graph))).toBe(once);
  expect(runs).toBe(1);
  expect(once.fallback).toBeUndefined();
});

test('where the worker fails the plain layout stands in, says why, and a later graph tries anew', async () => {
  let starts = 0;
  const layout = createLayouter(() => {
    starts++;
    return { layout: () => Promise.reject(new Error('out of memory')), terminateWorker: () => {} };
  });
  const drawing = drawingOf(nestedLoops().graph);
  const made = await layout(drawing);
  expect(made.fallback).toBe('out of memory');
  expectWhole(drawing, made.layout);
  await layout(drawingOf(frozenNavigator().graph));
  expect(starts).toBe(2);
});

test('a worker that does not start, or never answers, is not waited for', async () => {
  const never = () => new Promise<never>(() => {});
  const dead = createLayouter((onBroken) => {
    setTimeout(() => onBroken(new Error('the layout worker did not start')), 1);
    return { layout: never, terminateWorker: () => {} };
  });
  const drawing = drawingOf(frozenNavigator().graph);
  expect((await dead(drawing)).fallback).toBe('the layout worker did not start');
  const slow = createLayouter(() => ({ layout: never, terminateWorker: () => {} }), 5);
  expect((await slow(drawing)).fallback).toMatch(/took longer than 0.005 s/);
});

test('a path rounds its corners and no more than half of a short stretch', () => {
  const corner = [
    { x: 0, y: 0 },
    { x: 40, y: 0 },
    { x: 40, y: 8 },
  ];
  expect(roundedPath(corner)).toBe('M0 0L36 0Q40 0 40 4L40 8');
  expect(roundedPath([])).toBe('');
});

test('the label of a long wire stands in the middle of its longest level stretch', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 50 },
    { x: 110, y: 50 },
    { x: 110, y: 0 },
  ];
  expect(longestLevel(points)).toEqual({ x: 60, y: 50 });
});
