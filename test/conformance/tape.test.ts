// The public cases on the reopened tape: recorded onto a file, closed, opened again, and held to what the case says;
// and the two laws of a tape on each of them. Then the cases about what a recording must not lose.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freezeMachine, newMachine } from '../../main/engine/machine.ts';
import { apply } from '../../main/engine/step.ts';
import { operatorSet } from '../../main/operators/operatorSet.ts';
import { tapeGraphView } from '../../main/queries/graphView.ts';
import { hazardsList } from '../../main/queries/hazardsList.ts';
import { replay } from '../../main/runner/replay.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { TapeEvent } from '../../shared/model/event.ts';
import type { ValueRecord } from '../../shared/model/value.ts';
import { drawGraph, loop, scripted } from '../support/drawGraph.ts';
import { temporaryFolder } from '../support/tapeFiles.ts';
import { boundedDifferences } from './boundedExpectations.ts';
import { differences } from './expectations.ts';
import { fileOf, type GivenCase, givenCases, optionsOf } from './givenCase.ts';
import { LEFT_OUT } from './leftOut.ts';
import { type RecordedRun, recordedRun } from './recordedRun.ts';

const cases = givenCases().filter(
  // An input that is refused makes no tape.
  (one) => one.expected.status !== 'input_error' && !one.disputed && LEFT_OUT[one.id] === undefined,
);

function recordedCase(one: GivenCase): Promise<RecordedRun> {
  return recordedRun(fileOf(one), optionsOf(one));
}

function graphOf({ tape }: RecordedRun): CheckedGraph {
  if (!tape.graph) throw new Error(JSON.stringify(tape.problems));
  return tape.graph;
}

describe.each(cases.map((one) => [one.id, one] as const))('the reopened tape of %s', (_, one) => {
  it('says what the case says, its hazards included', async () => {
    const recorded = await recordedCase(one);
    const { tape, events } = recorded;
    const hazards = hazardsList(tape).hazards;
    const observed = { events, hazards: hazards.map((hazard) => hazard.code) };
    const found =
      one.dialect === 'bounded'
        ? boundedDifferences(one.expected, graphOf(recorded), observed)
        : differences(one.expected, observed);
    expect(found).toEqual([]);
    // Every piece of evidence is a moment that the tape has.
    for (const hazard of hazards) {
      expect(hazard.evidence.length, hazard.code).toBeGreaterThan(0);
      for (const seq of hazard.evidenceSeqs) expect(events[seq]?.seq).toBe(seq);
    }
  });

  it('carries a graph that is checked as its file was', async () => {
    const { tape } = await recordedCase(one);
    const { problems, hazards } = tapeGraphView(tape);
    const found = hazards.map(({ code, where }) => ({ code, ...where }));
    const { check } = one.expected;
    expect(problems.length === 0).toBe(check?.ok ?? true);
    for (const must of check?.hazards?.must ?? []) expect(found).toContainEqual(expect.objectContaining(must));
    for (const not of check?.hazards?.mustNot ?? []) expect(found).not.toContainEqual(expect.objectContaining(not));
  });

  it('replays to the same events', async () => {
    const recorded = await recordedCase(one);
    const again = replay(graphOf(recorded), recorded.events);
    expect(again).toMatchObject({ identical: true, endsInMidStep: false, compared: recorded.events.length });
  });

  it('folds to every keyframe that is stored on it', async () => {
    const recorded = await recordedCase(one);
    const graph = graphOf(recorded);
    const machine = newMachine(graph);
    const stored = new Set(recorded.keyframes);
    expect(stored.size).toBeGreaterThan(2);
    for (const event of recorded.events) {
      apply(graph, machine, event);
      if (!stored.has(event.seq)) continue;
      const keyframe = recorded.reader.keyframeBefore(event.seq);
      expect(keyframe?.seq).toBe(event.seq);
      expect(keyframe?.machine).toEqual(plain(freezeMachine(machine)));
    }
  });
});

/** As JSON keeps it: an absent key for undefined. */
function plain(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data));
}

const carried = (events: readonly TapeEvent[]): ValueRecord[] =>
  events.flatMap((event) => (event.kind === 'iteration.closed' ? [event.carry] : []));

describe('G16: a list that the loop goes on appending to', () => {
  it('is recorded as it was at each moment, and what a reader hands out can not change the past', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'modules'));
    writeFileSync(
      join(folder, 'modules/append.mjs'),
      `const list = [];
      const nested = { outer: { items: [] } };
      export default ({ step }) => {
        list.push('abc'[step]);
        nested.outer.items.push('abc'[step]);
        return { list, nested };
      };`,
    );
    const graph = drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: 0 }] }),
        loop('L', { x: { persist: true } }, { list: {}, nested: {} }, 3),
        {
          id: 'append',
          type: 'script',
          config: { module: './modules/append.mjs', inputs: ['x', 'step'], outputs: ['list', 'nested'] },
        },
      ],
      [
        'seed.x -> L.init_x',
        'L.init_x -> append.x',
        'L.step -> append.step',
        'append.list -> L-out.list',
        'append.nested -> L-out.nested',
      ],
    );
    const { events, reader } = await recordedRun(graph, { operators: operatorSet({ graphFolder: folder }) });
    const lists = [['a'], ['a', 'b'], ['a', 'b', 'c']];
    const wanted = lists.map((list) => ({ list, nested: { outer: { items: list } } }));
    expect(carried(events)).toEqual(wanted);
    const outputs = events.flatMap((event) =>
      event.kind === 'fire.finished' && event.node === 'append' ? [event.outputs] : [],
    );
    expect(outputs).toEqual(wanted);
    // Whoever tries to change what was handed out fails, or changes a copy of his own.
    const first = carried(events)[0]?.list as unknown[];
    try {
      first.push('zzz');
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
    }
    expect(carried([...reader.events({})])[0]?.list).toEqual(['a']);
  });
});

describe('G21: values that JSON lacks', () => {
  it('come back from the tape as what they were', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'give.mjs'),
      `const values = [
        { loss: NaN, best: Infinity, worst: -Infinity, zero: -0, none: null },
        { loss: 0.1, best: 0.1, worst: -1e308, tiny: 5e-324, txt: 'NaN' },
        { loss: null, empty: '', list: [], nested: [NaN, [null]] },
      ];
      export default ({ step }) => ({ m: values[step] });`,
    );
    const graph = drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: 0 }] }),
        loop('L', { x: { persist: true } }, { m: {} }, 3),
        { id: 'give', type: 'script', config: { module: './give.mjs', inputs: ['x', 'step'], outputs: ['m'] } },
      ],
      ['seed.x -> L.init_x', 'L.init_x -> give.x', 'L.step -> give.step', 'give.m -> L-out.m'],
    );
    const { events } = await recordedRun(graph, { operators: operatorSet({ graphFolder: folder }) });
    // `toStrictEqual` tells -0 from 0, NaN from null and an absent key from undefined.
    expect(carried(events).map(({ m }) => m)).toStrictEqual([
      { loss: Number.NaN, best: Number.POSITIVE_INFINITY, worst: Number.NEGATIVE_INFINITY, zero: -0, none: null },
      { loss: 0.1, best: 0.1, worst: -1e308, tiny: 5e-324, txt: 'NaN' },
      { loss: null, empty: '', list: [], nested: [Number.NaN, [null]] },
    ]);
    const [first] = carried(events);
    expect(first).toHaveProperty('m.zero');
    expect(Object.is((first?.m as { zero: number } | undefined)?.zero, -0)).toBe(true);
  });
});
