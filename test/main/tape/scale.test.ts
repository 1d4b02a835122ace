// What a long run costs a tape: a large constant and a list that grows (G18), values that the producer goes on changing (G16), values
// that JSON lacks (G21), and a writer that is killed at any instant.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { freezeMachine, newMachine } from '../../../main/engine/machine.ts';
import { record } from '../../../main/recorder/recorder.ts';
import type { Operator, OperatorSet } from '../../../main/runner/ports.ts';
import { runGraph } from '../../../main/runner/run.ts';
import type { EventOf } from '../../../shared/model/event.ts';
import type { Value, ValueRecord } from '../../../shared/model/value.ts';
import { PER_ITERATION } from '../../support/anyLog.ts';
import { drawGraph, loop } from '../../support/drawGraph.ts';
import { type Child, startChild } from '../../support/processes.ts';
import { checked } from '../../support/runGraphFile.ts';
import { newTape, reading, succeeding, temporaryFolder } from '../../support/tapeFiles.ts';

function operators(named: Readonly<Record<string, Operator['run']>>): OperatorSet {
  const made = new Map(Object.entries(named).map(([name, run]) => [name, { outward: false, run }]));
  return { get: (name) => made.get(name), close: async () => undefined };
}

/** Records it with the real engine and the real recorder, keyframes included. */
async function recorded(graphFile: unknown, set: OperatorSet): Promise<string> {
  const path = join(temporaryFolder(), 'run.looptape');
  const graph = checked(graphFile);
  const machine = newMachine(graph);
  const nowMs = () => performance.timeOrigin + performance.now();
  const recorder = record(
    newTape(path, { startedAtMs: nowMs() }),
    { nowMs },
    { machine: () => freezeMachine(machine) },
  );
  await runGraph({
    graph,
    machine,
    operators: set,
    sink: recorder,
    begin: { id: 'run', inputs: {}, versions: { looptape: 'test' } },
  });
  succeeding(await recorder.finish());
  return path;
}

// Texts that nothing compresses to little: the digits of hashes.
const noise = (seed: string, bytes: number): string => {
  let text = '';
  for (let i = 0; text.length < bytes; i++) text += createHash('sha256').update(`${seed} ${i}`).digest('hex');
  return text.slice(0, bytes);
};

const carryOf = (path: string, iteration: number): ValueRecord => {
  const reader = reading(path);
  const seq = reader.iterationSeq(`L[${iteration}]`, 'closed') as number;
  return (reader.event(seq) as EventOf<'iteration.closed'>).carry as ValueRecord;
};

describe('a thousand iterations with a constant of 200 KiB and a list that grows by one KiB each (G18)', () => {
  const ITERATIONS = 1_000;
  const manual = noise('manual', 200 * 1024);
  const graph = drawGraph(
    [
      { id: 'seed', type: 'seed', config: { inputs: [], outputs: ['manual', 'messages', 'i'] } },
      loop('L', { manual: { persist: true }, messages: {}, i: {} }, { messages: {}, i: {} }, ITERATIONS),
      { id: 'body', type: 'body', config: { inputs: ['manual', 'messages', 'i'], outputs: ['messages', 'i'] } },
    ],
    [
      ...['manual', 'messages', 'i'].map((port) => `seed.${port} -> L.init_${port}`),
      ...['manual', 'messages', 'i'].map((port) => `L.init_${port} -> body.${port}`),
      ...['messages', 'i'].flatMap((port) => [`L.iterout_${port} -> body.${port}`, `body.${port} -> L-out.${port}`]),
    ],
  );
  const set = operators({
    seed: () => ({ ok: true, outputs: { manual, messages: [], i: 0 } }),
    body: ({ inputs }) => {
      const i = (inputs.i as number) + 1;
      const messages = [...(inputs.messages as readonly Value[]), noise(`message ${i}`, 1024)];
      return { ok: true, outputs: { messages, i } };
    },
  });

  it('make a tape of a few megabytes, which holds every value of every iteration', async () => {
    const path = await recorded(graph, set);
    const reader = reading(path);
    // Some 1.2 MB are different from each other; as digits of hashes they compress to half of that.
    expect(reader.sizeBytes()).toBeLessThan(4_000_000);
    // The boundary that closes iteration 500 hands on what its body made: 501 messages, and the number 501.
    const carry = carryOf(path, 500);
    expect(carry.i).toBe(501);
    expect(carry.messages).toHaveLength(501);
    expect((carry.messages as readonly string[])[500]).toBe(noise('message 501', 1024));
    const [written] = reader.slotEvents('L', 'init_manual', { limit: 1 });
    const value = (written as EventOf<'slot.written'>).value as string;
    expect(createHash('sha256').update(value).digest('hex')).toBe(createHash('sha256').update(manual).digest('hex'));
    expect([...reader.eventsOfKind(['iteration.closed'])]).toHaveLength(ITERATIONS);
  }, 60_000);
});

it('a list that its producer goes on changing is recorded as it was at each iteration (G16)', async () => {
  const live: string[] = [];
  const nested = { outer: { items: live } };
  const graph = drawGraph(
    [
      { id: 'seed', type: 'seed', config: { inputs: [], outputs: ['go'] } },
      loop('L', { go: {} }, { list: {}, deep: {} }, 3),
      { id: 'body', type: 'body', config: { inputs: ['go'], required: [], outputs: ['list', 'deep'] } },
    ],
    [
      'seed.go -> L.init_go',
      'L.init_go -> body.go',
      'L.iterout_list -> body.go',
      'body.list -> L-out.list',
      'body.deep -> L-out.deep',
    ],
  );
  const path = await recorded(
    graph,
    operators({
      seed: () => ({ ok: true, outputs: { go: true } }),
      body: ({ nth }) => {
        live.push('abc'[nth] as string);
        return { ok: true, outputs: { list: live, deep: nested } };
      },
    }),
  );
  const right = [['a'], ['a', 'b'], ['a', 'b', 'c']];
  right.forEach((list, i) => {
    const carry = carryOf(path, i);
    expect(carry).toEqual({ list, deep: { outer: { items: list } } });
    // What a reader hands out can't be changed by whoever gets it.
    expect(() => (carry.list as string[]).push('zzz')).toThrow(TypeError);
    expect(() => ((carry.deep as { outer: { items: string[] } }).outer.items as string[]).push('zzz')).toThrow(
      TypeError,
    );
  });
  expect(carryOf(path, 0).list).toEqual(['a']);
});

it('what JSON lacks comes back as what it was (G21)', async () => {
  const values = [
    { loss: Number.NaN, best: Number.POSITIVE_INFINITY, worst: Number.NEGATIVE_INFINITY, zero: -0, none: null },
    { loss: 0.1, best: 0.1, worst: -1e308, tiny: 5e-324, txt: 'NaN' },
    { loss: null, empty: '', list: [], nested: [Number.NaN, [null]] },
  ];
  const graph = drawGraph(
    [
      { id: 'seed', type: 'seed', config: { inputs: [], outputs: ['go'] } },
      loop('L', { go: { persist: true } }, { m: {} }, 3),
      { id: 'body', type: 'body', config: { inputs: ['go'], outputs: ['m'] } },
    ],
    ['seed.go -> L.init_go', 'L.init_go -> body.go', 'body.m -> L-out.m'],
  );
  const path = await recorded(
    graph,
    operators({
      seed: () => ({ ok: true, outputs: { go: true } }),
      body: ({ nth }) => ({ ok: true, outputs: { m: values[nth] } }),
    }),
  );
  values.forEach((value, i) => {
    const { m } = carryOf(path, i);
    expect(m).toEqual(value);
    expect(Object.keys(m as object)).toEqual(Object.keys(value));
  });
  expect(Object.is((carryOf(path, 0).m as ValueRecord).zero, -0)).toBe(true);
});

it('a chunk ends where its long values come to sixteen megabytes, since whoever reads it holds them all', async () => {
  const path = join(temporaryFolder(), 'heavy.looptape');
  const writer = newTape(path);
  for (let seq = 0; seq < 40; seq++) {
    const value = noise(`${seq}`, 1024 * 1024);
    writer.appendAt([{ seq, kind: 'slot.written', at: '', slot: 's', scope: '', writer: 'init', value }], seq);
  }
  succeeding(await writer.finish());
  const database = new Database(path, { readonly: true });
  const counts = database.prepare('SELECT count FROM chunks ORDER BY first').pluck().all();
  database.close();
  expect(counts).toEqual([16, 16, 8]);
  expect((reading(path).event(39) as EventOf<'slot.written'>).value).toBe(noise('39', 1024 * 1024));
});

it('a writer that is killed at any of many instants leaves a tape with all that was committed', async () => {
  const folder = temporaryFolder();
  // Each child commits iteration by iteration and says every commit; two at a time, as many as there are processors here.
  const INSTANTS = 40;
  const trial = async (nth: number): Promise<void> => {
    const path = join(folder, `${nth}.looptape`);
    const child = startChild('tapeChild.ts', 'write', path, '100000');
    const first = (await child.next()) as number;
    // From the first commit to some chunks later, unevenly.
    await new Promise((resolve) => setTimeout(resolve, (nth * 7919) % 257));
    await child.kill();
    const committed = await lastSaid(child, first);
    const reader = reading(path);
    const head = reader.head();
    expect(head).toBeGreaterThanOrEqual(committed);
    expect((head - 1) % PER_ITERATION).toBe(0);
    expect([...reader.events({})]).toHaveLength(head + 1);
    expect(reader.info().beingWritten).toBe(false);
  };
  for (let nth = 0; nth < INSTANTS; nth += 2) await Promise.all([trial(nth), trial(nth + 1)]);
}, 120_000);

/** The last commit that a child said before it was killed; a line that was cut off says nothing. */
async function lastSaid(child: Child, first: number): Promise<number> {
  let last = first;
  for (;;) {
    try {
      last = (await child.next()) as number;
    } catch {
      return last;
    }
  }
}
