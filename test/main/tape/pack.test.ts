// The packing of events, without a tape around it: what comes back, what an expected event costs, what hostile bytes do.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND_NUMBERS, SUBJECTS } from '../../../main/tape/eventFields.ts';
import { ByteReader, PackError } from '../../../main/tape/pack/byteReader.ts';
import { ByteWriter } from '../../../main/tape/pack/byteWriter.ts';
import { countedFrom, counterOf, nextPath, stepped, textOfCounter } from '../../../main/tape/pack/counted.ts';
import { EventPacker } from '../../../main/tape/pack/eventPacker.ts';
import { EventUnpacker, type StreamName } from '../../../main/tape/pack/eventUnpacker.ts';
import { exactly } from '../../../main/tape/pack/exactly.ts';
import { ValuePacker } from '../../../main/tape/pack/valuePacker.ts';
import { ValueUnpacker } from '../../../main/tape/pack/valueUnpacker.ts';
import type { EngineEvent, TapeEvent } from '../../../shared/model/event.ts';
import { snapshot, type Value } from '../../../shared/model/value.ts';
import { anyLog, eventDifference, loopIteration, loopStart, PER_ITERATION } from '../../support/anyLog.ts';
import { anyValue } from '../../support/anyValue.ts';

interface Packed {
  readonly packs: readonly { readonly bytes: Buffer; readonly count: number }[];
  readonly streams: readonly StreamName[];
  readonly blobs: readonly Value[];
}

/** Packs of `size` events each. */
function packed(log: readonly EngineEvent[], size: number): Packed {
  const streams: StreamName[] = [];
  const ids = new Map<string, number>();
  const blobs: Value[] = [];
  const packer = new EventPacker({
    streamOf(event) {
      const kind = KIND_NUMBERS.get(event.kind) as number;
      const fields = event as unknown as Record<string, string>;
      const subject = (SUBJECTS[kind] as readonly string[]).map((name) => fields[name] as string);
      const key = JSON.stringify([kind, subject]);
      const id = ids.get(key) ?? streams.push({ id: streams.length + 1, kind, subject });
      ids.set(key, id);
      return id;
    },
    blobOf: (value) => blobs.push(snapshot(value)) - 1,
    check: () => undefined,
  });
  const packs: { bytes: Buffer; count: number }[] = [];
  log.forEach((event, i) => {
    packer.add(event, i * 10);
    if (packer.count < size && i < log.length - 1) return;
    const { count } = packer;
    packs.push({ bytes: Buffer.from(packer.pack()), count });
  });
  return { packs, streams, blobs };
}

function unpacked({ packs, streams, blobs }: Packed, wants: (stream: number) => boolean = () => true): TapeEvent[] {
  const unpacker = new EventUnpacker(
    0,
    (id) => {
      const stream = streams[id - 1];
      if (stream === undefined) throw new PackError('no such stream');
      return stream;
    },
    (id) => {
      const blob = blobs[id];
      if (blob === undefined) throw new PackError('no such blob');
      return blob;
    },
  );
  const events: TapeEvent[] = [];
  for (const { bytes, count } of packs) {
    unpacker.enter(bytes, count);
    for (let i = 0; i < count; i++) {
      const event = unpacker.next(wants);
      if (event !== undefined) events.push(event);
    }
  }
  return events;
}

describe('packed events', () => {
  it('come back as they were, whatever they are and wherever packs end', () => {
    fc.assert(
      fc.property(anyLog, fc.integer({ min: 1, max: 40 }), (log, size) => {
        const back = unpacked(packed(log, size));
        expect(back).toHaveLength(log.length);
        back.forEach((event, i) => {
          expect(eventDifference({ ...event, t: 0 }, { ...log[i], t: 0 } as TapeEvent)).toBeUndefined();
          expect(event.t).toBeCloseTo(i / 100, 6);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('come back rightly where most of them are read past', () => {
    fc.assert(
      fc.property(anyLog, fc.nat({ max: 5 }), (log, which) => {
        const all = packed(log, 7);
        const wanted = unpacked(all, (stream) => stream % 6 === which);
        const expected = unpacked(all).filter((event) => wanted.some(({ seq }) => seq === event.seq));
        expect(wanted).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('cost nothing where all is as expected, and a pack of them its count', () => {
    const log = [...loopStart('run'), ...Array.from({ length: 40 }, (_, i) => loopIteration(i)).flat()];
    const { packs } = packed(log, PER_ITERATION);
    // After some rounds only times differ, ten microseconds at each of seven events, and three new values: two bytes for a
    // time (how many places were as expected, and the step), five for a value.
    expect(packs.at(-2)?.bytes.length).toBeLessThanOrEqual(7 * 2 + 3 * 5);
  });

  it('made of any bytes at all give an error of packs, or events, and never hang', () => {
    const sound = packed([...loopStart('run'), ...loopIteration(0), ...loopIteration(1)], 8);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
        fc.nat({ max: 3000 }),
        (changes, count) => {
          const packs = sound.packs.map((pack) => {
            const bytes = Buffer.from(pack.bytes);
            for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
            return { bytes, count: pack.count + (count % 3 === 0 ? count : 0) };
          });
          try {
            unpacked({ ...sound, packs });
          } catch (error) {
            // Blobs and streams throw what their reader throws; here the same.
            expect(error).toBeInstanceOf(PackError);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('packed values', () => {
  it('come back exactly, whatever they are held against', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyValue, anyValue), { maxLength: 8 }), (pairs) => {
        const out = new ByteWriter();
        const blobs: Value[] = [];
        const packer = new ValuePacker(out, (value) => blobs.push(snapshot(value)) - 1);
        const values = pairs.map(([value, base]) => [snapshot(value), snapshot(base)] as const);
        for (const [value, base] of values) packer.put(value, base);
        const from = new ByteReader(Buffer.from(out.since(0)));
        const unpacker = new ValueUnpacker((id) => blobs[id] as Value);
        for (const [value, base] of values) expect(unpacker.take(from, base)).toEqual(value);
        expect(from.left).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('of a list that grows, or moves on like a window, are what is new', () => {
    const bytes = (value: unknown, base: unknown) => {
      const out = new ByteWriter();
      new ValuePacker(out, () => 0).put(snapshot(value), snapshot(base));
      return out.length;
    };
    const entries = Array.from({ length: 10_000 }, (_, i) => ({ role: 'user', text: `message ${i * 7919}` }));
    expect(bytes([...entries, { role: 'user', text: 'one more' }], entries)).toBeLessThan(30);
    expect(bytes([...entries.slice(3), { role: 'user', text: 'one more' }], entries)).toBeLessThan(30);
    const text = entries.map((entry) => entry.text).join('\n');
    expect(bytes(`${text}\nand on`, text)).toBeLessThan(30);
    expect(bytes({ log: text, n: 2, list: entries }, { log: text, n: 1, list: entries })).toBeLessThan(10);
  });

  it('of a text that counts are its step', () => {
    expect(textOfCounter(stepped(counterOf('46 of 50 done', '47 of 50 done') as never) as never)).toBe('48 of 50 done');
    expect(counterOf('plan[9]/act[0]', 'plan[10]/act[0]')).toMatchObject({ value: 10, step: 1 });
    expect(countedFrom('46 of 50', 0, 1)).toBe('47 of 50');
    // Leading zeros would be lost, and two numbers at once are two.
    expect(counterOf('draft-007', 'draft-008')).toBeUndefined();
    expect(counterOf('1 of 2', '2 of 3')).toBeUndefined();
    expect(nextPath('plan[2]/act[9]')).toBe('plan[2]/act[10]');
    expect(nextPath('plan')).toBeUndefined();
  });

  it('are told apart by the order of their keys and by the sign of zero', () => {
    expect(exactly(snapshot({ a: 1, b: 2 }), snapshot({ b: 2, a: 1 }))).toBe(false);
    expect(exactly(0, -0)).toBe(false);
    expect(exactly(Number.NaN, Number.NaN)).toBe(true);
    expect(exactly(snapshot([{ a: [1] }]), snapshot([{ a: [1] }]))).toBe(true);
  });
});
