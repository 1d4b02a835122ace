import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergedMarks, mergedSpans } from '../../../main/queries/mergedSpans.ts';
import { timelineWindow } from '../../../main/queries/timelineWindow.ts';
import { TimelineView } from '../../../shared/contract/timeline.ts';
import { givenCase, recordedCase, recordedTape } from './recordedTape.ts';

async function whole(id: string, widthPx = 2000): Promise<TimelineView> {
  const { tape, reader } = await recordedCase(id);
  return timelineWindow(tape, { from: 0, to: reader.head() + 1, widthPx });
}

describe('the timeline of the frozen navigator (G01)', () => {
  it('has a frozen input as a dead band at the top, and its writers below it', async () => {
    const view = await whole('G01');
    expect(view.slots.map((lane) => lane.address)).toEqual(['policy.obs', 'iterIn_1.iterout_obs', 'iterIn_1.init_obs']);
    const [frozen, carry] = view.slots;
    // Six fires read it: a new value once, the same one five times, until the scope ends.
    expect([...(frozen?.state ?? [])]).toEqual([1, 0, 0, 0, 0, 0]);
    expect([...(frozen?.from ?? [])]).toEqual([9, 22, 35, 48, 61, 74]);
    expect([...(frozen?.to ?? [])]).toEqual([22, 35, 48, 61, 74, 84]);
    expect([...(frozen?.chip ?? [])].map((chip) => view.chips[chip]?.text)).toEqual(Array(6).fill('"o0"'));
    // Five hand-overs, each a new value.
    expect([...(carry?.state ?? [])]).toEqual([1, 1, 1, 1, 1]);
    expect([...(carry?.chip ?? [])].map((chip) => view.chips[chip]?.text)).toEqual([
      '"o1"',
      '"o2"',
      '"o3"',
      '"o4"',
      '"o5"',
    ]);
  });

  it('has the iterations, the last one as an end, and every fire', async () => {
    const view = await whole('G01');
    const [scope] = view.scopes;
    expect(scope).toMatchObject({ scope: 'iterIn_1', depth: 0 });
    expect([...(scope?.iteration ?? [])]).toEqual([0, 1, 2, 3, 4, 5]);
    // A span ends where the next one begins, so that nothing lies between two iterations; the last ends with its scope.
    expect([...(scope?.to ?? [])]).toEqual([19, 32, 45, 58, 71, 83]);
    expect([...(scope?.state ?? [])]).toEqual([1, 1, 1, 1, 1, 2]);
    expect(view.fires.map((lane) => [lane.node, lane.from.length])).toEqual([
      ['env0', 1],
      ['policy', 6],
      ['isStop', 6],
      ['env', 6],
    ]);
  });

  it('marks each decision by its question, and the hazard where it shows', async () => {
    const view = await whole('G01');
    // An input decision and a boundary in each of six iterations.
    expect([...view.decisions.kind]).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
    expect(view.hazardCodes).toEqual(['frozen-input']);
    expect([...view.hazards.seq]).toEqual([31, 44, 57, 70, 82]);
    expect(view.merged).toBe(false);
    expect(TimelineView.safeParse(view).error).toBeUndefined();
  });

  it('covers the window alone', async () => {
    const { tape } = await recordedCase('G01');
    const view = timelineWindow(tape, { from: 45, to: 58, widthPx: 500 });
    expect([...(view.scopes[0]?.iteration ?? [])]).toEqual([3]);
    expect([...(view.slots[1]?.from ?? [])]).toEqual([43, 56]);
    expect([...view.decisions.seq]).toEqual([47, 55]);
    expect(view.chips.map((chip) => chip.text)).toEqual(['"o0"', '"o3"', '"o4"']);
  });

  it('shows an emptied slot as empty (G01, one-shot)', async () => {
    const view = await whole('G01-oneshot');
    const seed = view.slots.find((lane) => lane.address === 'iterIn_1.init_obs');
    expect([...(seed?.state ?? [])]).toEqual([1, 3]);
    expect([...(seed?.chip ?? [])][1]).toBe(0xffffffff);
  });

  it('shows the states of containers with their clears, those that a hazard names at the top (G04)', async () => {
    const view = await whole('G04');
    expect(view.slots[0]?.address).toBe('notes.hintAny');
    const texts = (address: string) => {
      const lane = view.slots.find((one) => one.address === address);
      return [...(lane?.chip ?? [])].map((chip) => view.chips[chip]?.text ?? 'empty');
    };
    expect(texts('notes.hintAny')).toEqual(['"H0"', 'empty', '"H1"', 'empty']);
    // Spared until the run ends.
    expect(texts('notes.hintKeep')).toEqual(['"H0"', '"H1"', 'empty']);
  });

  it('marks a stall as an error (G02)', async () => {
    const view = await whole('G02');
    expect([...view.errors.seq]).toEqual([20]);
  });
});

describe('merging', () => {
  const spansArb = fc
    .array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 200 })
    .map((steps) => {
      let at = 0;
      return steps.map(([gap, length]) => {
        const from = at + gap;
        at = from + length;
        return { from, to: at };
      });
    });

  it('keeps every span in exactly one group, in order, and at most about two groups a pixel', () => {
    fc.assert(
      fc.property(spansArb, fc.integer({ min: 1, max: 80 }), (spans, widthPx) => {
        const end = spans.at(-1)?.to ?? 0;
        const groups: [number, number][] = [];
        mergedSpans(
          { count: spans.length, from: (i) => spans[i]?.from ?? 0, to: (i) => spans[i]?.to ?? 0 },
          { from: 0, to: end, widthPx },
          (first, last) => groups.push([first, last]),
        );
        expect(groups.flatMap(([a, b]) => Array.from({ length: b - a + 1 }, (_, i) => a + i))).toEqual(
          spans.map((_, i) => i),
        );
        expect(groups.length).toBeLessThanOrEqual(2 * widthPx + 2);
        const px = widthPx / end;
        for (const [a, b] of groups) {
          if (a === b) continue;
          const pixels = new Set(spans.slice(a, b + 1).map((span) => Math.floor(span.from * px)));
          expect(pixels.size).toBe(1);
        }
      }),
    );
  });

  it('lets no kind of mark disappear', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(6)), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 40 }),
        (steps, widthPx) => {
          let at = 0;
          const seqs = steps.map(([gap]) => {
            at += gap;
            return at;
          });
          const kinds = steps.map(([, kind]) => kind);
          const window = { from: 0, to: at + 1, widthPx };
          const { marks } = mergedMarks(seqs, (i) => kinds[i] ?? 0, window);
          const key = (seq: number, kind: number) => `${Math.floor((seq * widthPx) / (at + 1))} ${kind}`;
          expect(new Set([...marks.seq].map((seq, i) => key(seq, marks.kind[i] ?? 0)))).toEqual(
            new Set(seqs.map((seq, i) => key(seq, kinds[i] ?? 0))),
          );
          expect(marks.count.reduce((sum, count) => sum + count, 0)).toBe(seqs.length);
        },
      ),
    );
  });

  it('of a long frozen loop keeps the one iteration that differs', async () => {
    const graph = structuredClone(givenCase('G01-oneshot').graph) as {
      nodes: { id: string; config: Record<string, unknown> }[];
    };
    const config = (id: string) => graph.nodes.find((one) => one.id === id)?.config ?? {};
    config('iterIn_1').step_budget = 400;
    config('policy').map = { obs: { o0: { action: 'LEFT' }, o1: { action: 'LEFT' }, o2: { action: 'LEFT' } } };
    // The carry is "o1" throughout but for the boundary of iteration 199.
    config('env').seq = Array.from({ length: 400 }, (_, i) => ({ obs: i === 199 ? 'o2' : 'o1' }));
    const { tape, reader } = await recordedTape(graph);
    const view = timelineWindow(tape, { from: 0, to: reader.head() + 1, widthPx: 40 });
    const carry = view.slots.find((lane) => lane.address === 'iterIn_1.iterout_obs');
    expect(view.merged).toBe(true);
    expect(carry?.from.length).toBeLessThanOrEqual(82);
    const changed = [...(carry?.state ?? [])].flatMap((state, i) => (state === 0 ? [] : [i]));
    // The first write is new, and the change to "o2" and back lies in one pixel or two neighbouring ones.
    expect(changed.length).toBeGreaterThanOrEqual(2);
    expect(changed.length).toBeLessThanOrEqual(4);
    const { from, to } = { from: carry?.from ?? [], to: carry?.to ?? [] };
    const seq = reader.iterationSeq('iterIn_1[199]', 'closed') ?? -1;
    expect(changed.some((i) => (from[i] ?? 0) <= seq && seq < (to[i] ?? 0) + 1)).toBe(true);
  });
});
