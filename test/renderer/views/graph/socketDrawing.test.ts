import ELK from 'elkjs/lib/elk.bundled.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GraphModel } from '../../../../renderer/store/selectors/graph.ts';
import { drawingOf } from '../../../../renderer/views/graph/drawing.ts';
import { elkGraph, layoutOf } from '../../../../renderer/views/graph/elkLayout.ts';
import { flowOf, type RouteEdge } from '../../../../renderer/views/graph/flowModel.ts';
import { layeredLayout } from '../../../../renderer/views/graph/layeredLayout.ts';
import type { Box, Layout } from '../../../../renderer/views/graph/layout.ts';
import type { GraphView } from '../../../../shared/contract/graph.ts';
import { nestedItems, SocketSketch, tidyFiles } from '../../gallery/socketSketch.ts';
import { momentView } from '../../store/fakeApi.ts';

const elk = new ELK();
async function laidOut(view: GraphView): Promise<Layout> {
  const drawing = drawingOf(view);
  return layoutOf(drawing, await elk.layout(elkGraph(drawing)));
}
const boxOf = (layout: Layout, id: string): Box => layout.cards.get(id) as Box;
const apart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

const GRAPHS = { tidy: tidyFiles, nested: nestedItems } as const;

describe.each(Object.keys(GRAPHS) as (keyof typeof GRAPHS)[])('%s', (name) => {
  test('reads from left to right as it runs, but for the way round', async () => {
    const view = GRAPHS[name]();
    const layout = await laidOut(view);
    const forward = view.edges.filter(({ role, id }) => role !== 'back' && id !== 'Report.edges[1]');
    for (const { source, target } of forward) {
      const [from, to] = [boxOf(layout, source), boxOf(layout, target)];
      expect(from.x + from.width, `${source} → ${target}`).toBeLessThan(to.x);
    }
  });

  test('no card, label or title covers another', async () => {
    const view = GRAPHS[name]();
    const drawing = drawingOf(view);
    const layout = await laidOut(view);
    const labels = drawing.wires.flatMap(({ id, label }) => {
      const at = layout.labels.get(id);
      if (!label || !at) return [];
      const { widthPx: width, heightPx: height } = label;
      return [{ x: at.x - width / 2, y: at.y - height / 2, width, height }];
    });
    expect(labels).toHaveLength(view.edges.length);
    const all = [...layout.cards.values(), ...labels];
    all.forEach((one, i) => {
      for (const other of all.slice(i + 1)) expect(apart(one, other), JSON.stringify([one, other])).toBe(true);
    });
  });

  test('edges leave at the side of their card, those that go round below', async () => {
    const view = GRAPHS[name]();
    const layout = await laidOut(view);
    for (const { id, source, role } of view.edges) {
      const [start] = layout.wires.get(id) ?? [];
      const box = boxOf(layout, source);
      if (role === 'back') expect(start?.y).toBeCloseTo(box.y + box.height);
      else expect(start?.x).toBeCloseTo(box.x + box.width);
    }
  });

  test('an exit leaves the region of its loop', async () => {
    const view = GRAPHS[name]();
    const layout = await laidOut(view);
    for (const { id, route, role } of view.edges) {
      if (role !== 'exit') continue;
      const region = layout.regions.get(route?.loop ?? '') as Box;
      const points = layout.wires.get(id) ?? [];
      expect(points.at(-1)?.x).toBeGreaterThan(region.x + region.width);
      expect(points[0]?.x).toBeLessThan(region.x + region.width);
    }
  });
});

test('a loop within a loop has its region within that one, also where the outer one owns no card', () => {
  const view = new SocketSketch()
    .socket('Work', { scope: 'in' })
    .loop('out', ['Work'])
    .loop('in', ['Work'], 'out')
    .view('twice');
  expect(drawingOf(view).regions.map(({ scope, parent }) => [scope, parent])).toEqual([
    ['out', ''],
    ['in', 'out'],
  ]);
});

test('a card is as high as what the socket does, and says it', () => {
  const { cards } = drawingOf(tidyFiles());
  const heightOf = (id: string) => cards.find((card) => card.id === id)?.heightPx ?? 0;
  expect(heightOf('Read') - heightOf('Check')).toBe(16);
  expect(heightOf('Keep') - heightOf('Check')).toBe(32);
});

test('the layouts are whole for any edges among any sockets', async () => {
  const graph = fc
    .record({
      sockets: fc.integer({ min: 1, max: 8 }),
      edges: fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.boolean()), { maxLength: 14 }),
      exits: fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 4 }),
      loops: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 8, maxLength: 8 }),
    })
    .map(({ sockets, edges, exits, loops }) => {
      const sketch = new SocketSketch().loop('L1', ['S0']).loop('L2', ['S0'], 'L1');
      for (let i = 0; i < sockets; i++)
        sketch.socket(`S${i}`, { scope: ['', 'L1', 'L2'][loops[i] as number] as string });
      for (const [a, b, back] of edges)
        sketch.edge(
          `S${a % sockets}`,
          `S${b % sockets}`,
          'always',
          back || a % sockets === b % sockets ? 'back' : 'edge',
        );
      for (const [i, [a, b]] of exits.entries()) sketch.exit('L1', `exit ${i}`, `S${a % sockets}`, `S${b % sockets}`);
      return sketch.view('any');
    });
  await fc.assert(
    fc.asyncProperty(graph, async (view) => {
      const drawing = drawingOf(view);
      for (const layout of [await laidOut(view), layeredLayout(drawing)]) {
        expect(layout.cards.size).toBe(view.nodes.length);
        for (const { id } of drawing.wires) {
          expect(layout.wires.get(id)?.length ?? 0).toBeGreaterThanOrEqual(2);
          expect(layout.labels.has(id)).toBe(true);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('the taken route is told by name, the candidates that a selected decision passed over as well', () => {
  const view = tidyFiles();
  const drawing = drawingOf(view);
  const decision = {
    seq: 5,
    at: 'files[0]',
    question: 'edge',
    subject: 'Check',
    scope: 'files',
    title: '',
    operands: [],
    candidates: [
      { id: 'edges[0]', matched: true, why: '' },
      { id: 'edges[1]', matched: false, why: '' },
    ],
    chosen: 'edges[0]',
  };
  const model: GraphModel = {
    tab: 'tape:1',
    view,
    loading: false,
    failure: undefined,
    moment: momentView(9, { edges: [{ edge: 'Read.edges[0]', state: 'won' }], decisions: [decision] }),
    lists: undefined,
    hazards: [],
    selection: null,
    hovered: null,
    fits: 0,
  };
  const names = (change: Partial<GraphModel>) =>
    (flowOf({ ...model, ...change }, drawing, layeredLayout(drawing)).edges as readonly RouteEdge[]).map(
      ({ ariaLabel }) => ariaLabel,
    );
  expect(names({}).filter((name) => name?.endsWith('taken'))).toEqual(['Read → Check, always: taken']);
  const selected = names({ selection: { kind: 'decision', seq: 5 } });
  expect(selected).toContain('Check → Keep, when satisfied: taken');
  expect(selected).toContain('Check → Mend, when not satisfied, at most 5 times for an item: not taken');
  expect(selected).toContain('Keep → Report, exit all files kept of files, always');
  expect(selected).toContain('Keep → Read, always, round the loop');
});
