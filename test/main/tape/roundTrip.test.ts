// What goes onto a tape comes off it: every kind of event with every kind of value, after the file was closed and opened.
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_KINDS, type EventOf, type TapeEvent } from '../../../shared/model/event.ts';
import { Bytes, Redacted, snapshot, Unrecorded, type Value } from '../../../shared/model/value.ts';
import { anyLog, eventDifference, KIND_FIELDS, loopStart } from '../../support/anyLog.ts';
import { anyValue, difference } from '../../support/anyValue.ts';
import { newTape, reading, succeeding, temporaryFolder, writeTape } from '../../support/tapeFiles.ts';

function slotEvent(seq: number, value: Value): TapeEvent {
  return {
    seq,
    t: seq,
    kind: 'slot.written',
    at: `plan[${seq}]`,
    slot: 'iterout_m',
    scope: 'plan',
    writer: 'iterout',
    value,
  };
}

/** The values as a second process would see them: written, closed, opened. */
async function reopened(values: readonly Value[]): Promise<readonly Value[]> {
  const path = join(temporaryFolder(), 'values.looptape');
  await writeTape(
    path,
    values.map((value, seq) => slotEvent(seq, value)),
  );
  return [...reading(path).slotEvents('plan', 'iterout_m')].map((event) => (event as EventOf<'slot.written'>).value);
}

/** Its own values, so that a test can write what no snapshot would let through. */
function oneSlot(holder: TapeEvent | undefined): Value {
  return (holder as EventOf<'slot.written'>).value;
}

describe('a tape that was closed and opened again', () => {
  it('gives any value back as what it was, down to the order of its keys', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyValue, { maxLength: 12 }), async (values) => {
        const read = await reopened(values);
        expect(read).toHaveLength(values.length);
        values.forEach((value, i) => {
          expect(difference(read[i], value)).toBeUndefined();
        });
      }),
      { numRuns: 30 },
    );
  });

  it('gives any log back, event by event and field by field', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, async (log) => {
        const path = join(temporaryFolder(), 'log.looptape');
        await writeTape(path, log);
        const read = [...reading(path).events({})];
        expect(read).toHaveLength(log.length);
        log.forEach((event, i) => {
          expect(eventDifference(read[i], event)).toBeUndefined();
        });
      }),
      { numRuns: 30 },
    );
  });

  it.each(EVENT_KINDS)('gives %s back with all of its fields', async (kind) => {
    await fc.assert(
      fc.asyncProperty(fc.array(KIND_FIELDS[kind], { minLength: 1, maxLength: 20 }), async (all) => {
        const at = 'plan[2]/act#2[3]@2';
        const log = all.map((own, seq) => ({ seq, t: 1.234, kind, at, ...own }) as unknown as TapeEvent);
        const path = join(temporaryFolder(), 'kind.looptape');
        await writeTape(path, log);
        const reader = reading(path);
        for (const event of log) expect(eventDifference(reader.event(event.seq), event)).toBeUndefined();
      }),
      { numRuns: 4 },
    );
  });

  it('keeps a list as it was when it was recorded, however the program changed it afterwards (case G16)', () => {
    const path = join(temporaryFolder(), 'list.looptape');
    const writer = newTape(path);
    const list: string[] = [];
    const nested = { outer: { items: [] as string[] } };
    ['a', 'b', 'c'].forEach((item, i) => {
      list.push(item);
      nested.outer.items.push(item);
      writer.append([slotEvent(2 * i, list), slotEvent(2 * i + 1, nested)]);
    });
    writer.commit();
    const live = reading(path);
    expect([0, 2, 4].map((seq) => oneSlot(live.event(seq)))).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']]);
    expect([1, 3, 5].map((seq) => oneSlot(live.event(seq)))).toEqual(
      [['a'], ['a', 'b'], ['a', 'b', 'c']].map((items) => ({ outer: { items } })),
    );
    writer.abandon();
  });

  it('gives the same moment again whatever a caller did to what it got (case G16)', async () => {
    const path = join(temporaryFolder(), 'list.looptape');
    const long = Array.from({ length: 400 }, (_, i) => `item ${i}`);
    await writeTape(path, [slotEvent(0, ['a']), slotEvent(1, { outer: { items: ['a'] } }), slotEvent(2, long)]);
    const reader = reading(path);
    expect(() => (oneSlot(reader.event(0)) as unknown as string[]).push('zzz')).toThrow(TypeError);
    const outer = oneSlot(reader.event(1)) as unknown as { outer: { items: string[] } };
    expect(() => outer.outer.items.push('zzz')).toThrow(TypeError);
    expect(() => (oneSlot(reader.event(2)) as unknown as string[]).push('zzz')).toThrow(TypeError);
    expect(() => Object.assign(reader.event(0) as object, { at: 'elsewhere' })).toThrow(TypeError);
    expect(oneSlot(reader.event(0))).toEqual(['a']);
    expect(oneSlot(reader.event(1))).toEqual({ outer: { items: ['a'] } });
    expect(oneSlot(reader.event(2))).toEqual(long);
  });

  it('tells NaN, the infinities, -0, null, "" and [] apart, and a missing key from all of them (case G21)', async () => {
    const values: Value[] = [
      { loss: Number.NaN, best: Number.POSITIVE_INFINITY, worst: Number.NEGATIVE_INFINITY, zero: -0, none: null },
      { loss: 0.1, best: 0.1, worst: -1e308, tiny: 5e-324, txt: 'NaN' },
      { loss: null, empty: '', list: [], nested: [Number.NaN, [null]] },
    ].map((value) => snapshot(value));
    const [first, second, third] = (await reopened(values)) as unknown as Record<string, Value>[];
    expect(Number.isNaN(first?.loss)).toBe(true);
    expect(first?.best).toBe(Number.POSITIVE_INFINITY);
    expect(first?.worst).toBe(Number.NEGATIVE_INFINITY);
    expect(Object.is(first?.zero, -0)).toBe(true);
    expect(first?.none).toBeNull();
    expect(second?.txt).toBe('NaN');
    expect(second?.tiny).toBe(5e-324);
    expect(second?.worst).toBe(-1e308);
    expect(Object.keys(third ?? {})).toEqual(['loss', 'empty', 'list', 'nested']);
    expect(third).toEqual({ loss: null, empty: '', list: [], nested: [Number.NaN, [null]] });
  });

  it('keeps what JSON, UTF-8 and JavaScript would each have lost', async () => {
    const holder = Object.defineProperty({ b: 1, a: 2 }, '__proto__', { value: { evil: true }, enumerable: true });
    const values: Value[] = [
      2n ** 70n,
      -1n,
      new Bytes(Uint8Array.of(0, 255, 128), 'image/png'),
      new Redacted('API_KEY'),
      new Unrecorded('function'),
      'lone \ud800 surrogate',
      'nul \u0000 inside',
      snapshot({ $value: 'NaN' }),
      snapshot({ $value: 'ref', id: 1 }),
      snapshot(holder),
    ];
    const read = await reopened(values);
    values.forEach((value, i) => {
      expect(difference(read[i], value)).toBeUndefined();
    });
    const last = read.at(-1) as object;
    expect(Object.keys(last)).toEqual(['b', 'a', '__proto__']);
    expect(Object.getPrototypeOf(last)).toBe(Object.prototype);
  });

  it('keeps ids with lone surrogates, U+0000 and reserved characters in paths, slots and nodes', async () => {
    const path = join(temporaryFolder(), 'names.looptape');
    const name = 'a\u0000b\ud800/[]#"%';
    const log = [
      { seq: 0, t: 0, kind: 'iteration.opened', at: `${name}[0]`, scope: name, iteration: 0 },
      { seq: 1, t: 0, kind: 'slot.written', at: `${name}[0]`, scope: name, slot: name, writer: 'init', value: 1 },
      {
        seq: 2,
        t: 0,
        kind: 'fire.started',
        at: `${name}[0]`,
        fire: 0,
        node: name,
        inputs: { [name]: 1 },
        from: { [name]: 1 },
      },
    ] as const satisfies readonly TapeEvent[];
    await writeTape(path, log);
    const reader = reading(path);
    log.forEach((event, i) => {
      expect(eventDifference(reader.event(i), event)).toBeUndefined();
    });
    expect(reader.slots()).toEqual([{ scope: name, slot: name }]);
    expect(reader.nodes()).toEqual([name]);
    expect(reader.iterationSeq(`${name}[0]`, 'opened')).toBe(0);
  });

  it('records a value that is too deep to store as what it was, and goes on', async () => {
    let deep: Value = 1;
    for (let i = 0; i < 200_000; i++) deep = Object.freeze([deep]);
    const path = join(temporaryFolder(), 'deep.looptape');
    const writer = newTape(path);
    // A snapshot of it can't be made either, so it comes as it is.
    expect(() => writer.append([slotEvent(0, deep), slotEvent(1, 'next')])).not.toThrow();
    succeeding(await writer.finish());
    const reader = reading(path);
    expect(oneSlot(reader.event(0))).toBeInstanceOf(Unrecorded);
    expect(oneSlot(reader.event(1))).toBe('next');
  });

  it('keeps a field that no kind has, as a newer recorder may write one', async () => {
    const path = join(temporaryFolder(), 'extra.looptape');
    const event = { ...slotEvent(0, 1), colour: 'red', nested: { deep: [1] } };
    await writeTape(path, [event]);
    expect(eventDifference(reading(path).event(0), event)).toBeUndefined();
  });

  it('keeps times to the microsecond', async () => {
    const path = join(temporaryFolder(), 'times.looptape');
    const times = [0, 0.001, 1234.567, 86_400_000.123, 0.0004, 2.0006];
    const expected = [0, 0.001, 1234.567, 86_400_000.123, 0, 2.001];
    await writeTape(
      path,
      times.map((t, seq) => ({ ...slotEvent(seq, seq), t })),
    );
    expect([...reading(path).events({})].map((event) => event.t)).toEqual(expected);
  });
});

describe('the value table', () => {
  it('keeps a large constant once, whoever holds it, and gives the same object for it', async () => {
    const folder = temporaryFolder();
    const constant = snapshot(Array.from({ length: 5_000 }, (_, i) => ({ i, half: i / 2 })));
    const copy = snapshot(Array.from({ length: 5_000 }, (_, i) => ({ i, half: i / 2 })));
    const size = async (name: string, times: number) => {
      const path = join(folder, name);
      await writeTape(
        path,
        Array.from({ length: times }, (_, seq) => slotEvent(seq, seq % 2 === 0 ? constant : copy)),
      );
      return reading(path).sizeBytes();
    };
    const once = await size('once.looptape', 1);
    const often = await size('often.looptape', 100);
    // 99 more events of some 60 bytes, and no more values.
    expect(often - once).toBeLessThan(99 * 200);
    const reader = reading(join(folder, 'often.looptape'));
    expect(oneSlot(reader.event(0))).toBe(oneSlot(reader.event(99)));
  });

  it('compresses what it keeps', async () => {
    const path = join(temporaryFolder(), 'text.looptape');
    const text = 'the same sentence again and again. '.repeat(20_000);
    await writeTape(path, [slotEvent(0, text)]);
    const reader = reading(path);
    expect(oneSlot(reader.event(0))).toBe(text);
    expect(reader.sizeBytes()).toBeLessThan(text.length / 5);
  });

  it('is never seen from outside: no reference leaves a reader', async () => {
    const path = join(temporaryFolder(), 'refs.looptape');
    const long = 'x'.repeat(5_000);
    await writeTape(path, [
      ...loopStart('run'),
      {
        seq: 2,
        kind: 'decision.made',
        at: '',
        question: 'input',
        subject: 'a.b',
        scope: '',
        operands: { long },
        candidates: [{ id: 'c.d', matched: true, why: 'it holds a value', value: long }],
        chosen: 'c.d',
      },
    ]);
    const event = reading(path).event(2) as EventOf<'decision.made'>;
    expect(event.operands.long).toBe(long);
    expect(event.candidates[0]?.value).toBe(long);
  });
});
