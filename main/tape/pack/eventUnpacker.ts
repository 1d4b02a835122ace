// Packed events on their way back: the mirror of eventPacker.ts. What must hold: an event that nobody wants is read past without
// being built, but changes what is expected just the same; what no packer of ours wrote gives a PackError.
import { EVENT_KINDS, type TapeEvent } from '../../../shared/model/event.ts';
import type { Value } from '../../../shared/model/value.ts';
import { badBodyField, SUBJECTS } from '../eventFields.ts';
import { ByteReader, PackError } from './byteReader.ts';
import { NODE, PATH, type Plain, type SeenValues, Shape, type ShapeNode } from './shape.ts';
import { TAG } from './tags.ts';
import { type BlobAt, set, ValueUnpacker } from './valueUnpacker.ts';

/** What an event's stream says of it. */
export interface StreamName {
  readonly id: number;
  readonly kind: number;
  readonly subject: readonly string[];
}

/** The name of a stream. Throws where there is none. */
export type StreamAt = (id: number) => StreamName;

const DEPTH_MOST = 200;
const NEVER = Number.POSITIVE_INFINITY;

/** A shape with what is needed to build its events. */
interface Build {
  readonly shape: Shape;
  readonly stream: StreamName;
  /** Place of the field `fire`, which stands before the subject in the public form; -1 without one. */
  readonly firePlace: number;
  next: Build | undefined;
}

export class EventUnpacker {
  readonly #streamAt: StreamAt;
  readonly #values: ValueUnpacker;
  readonly #builds: Build[] = [];
  readonly #seen: SeenValues = [];
  readonly #held: unknown[] = [];
  #build: Build | undefined;
  #path = '';
  #timeUs = 0;
  #seq: number;
  #bytes = new ByteReader(Buffer.alloc(0));
  #left = 0;
  #untilChange = NEVER;
  #node = 0;
  #place = 0;

  /** `first` is the seq of the chunk's first event. */
  constructor(first: number, streamAt: StreamAt, blobAt: BlobAt) {
    this.#seq = first;
    this.#streamAt = streamAt;
    this.#values = new ValueUnpacker(blobAt);
  }

  /** Seq of the event that comes next. */
  get seq(): number {
    return this.#seq;
  }

  /** Time of the event before, in microseconds. */
  get timeUs(): number {
    return this.#timeUs;
  }

  /** Events that are left in the pack. */
  get left(): number {
    return this.#left;
  }

  /** The next pack of the chunk, whose events come now. */
  enter(bytes: Buffer, count: number): void {
    this.#bytes = new ByteReader(bytes);
    this.#left = count;
    this.#readUntil();
  }

  /** The next event, or undefined where `wants` says no to its stream. */
  next(wants: (stream: number) => boolean): TapeEvent | undefined {
    if (this.#left === 0) throw new PackError('there are fewer events than it says');
    this.#left--;
    const seq = this.#seq++;
    const build = this.#head();
    if (this.#isChange()) {
      this.#timeUs += this.#bytes.signed();
      this.#readUntil();
    }
    const isWanted = wants(build.shape.stream);
    const { shape } = build;
    const { isValue } = shape;
    for (let i = 0; i < isValue.length; i++) {
      const held = isValue[i] ? this.#value(shape, i) : this.#plain(shape, i);
      if (isWanted) this.#held[i] = held;
    }
    return isWanted ? this.#built(build, seq) : undefined;
  }

  /** Whether the place at hand is one that went otherwise than expected. */
  #isChange(): boolean {
    if (this.#untilChange > 0) {
      this.#untilChange--;
      return false;
    }
    return true;
  }

  #readUntil(): void {
    this.#untilChange = this.#bytes.left > 0 ? this.#bytes.number() : NEVER;
  }

  #head(): Build {
    const before = this.#build;
    if (!this.#isChange()) {
      const expected = before?.next;
      const path = expected?.shape.expectedPath(this.#path);
      if (expected === undefined || path === undefined) throw new PackError('nothing is expected yet');
      expected.shape.lastPath = path;
      this.#path = path;
      this.#build = expected;
      return expected;
    }
    const bytes = this.#bytes;
    const place = bytes.number();
    const build = place === 0 ? this.#newBuild() : this.#builds[place - 1];
    if (build === undefined) throw new PackError('a shape is not in the table');
    const { shape } = build;
    const by = bytes.byte();
    const path = by === PATH.text ? this.#values.take(bytes, this.#path) : shape.pathFor(by, this.#path);
    if (typeof path !== 'string') throw new PackError('a path is none');
    shape.pathBy = by;
    shape.lastPath = path;
    this.#path = path;
    if (before !== undefined) before.next = build;
    this.#build = build;
    this.#readUntil();
    return build;
  }

  #newBuild(): Build {
    const bytes = this.#bytes;
    const stream = this.#streamAt(bytes.number());
    const count = bytes.number();
    if (count > bytes.left) throw new PackError('a shape is longer than its bytes');
    const nodes: ShapeNode[] = [];
    let depth = 0;
    let firePlace = -1;
    let place = 0;
    for (let i = 0; i < count; i++) {
      const type = bytes.byte();
      if (type > NODE.value) throw new PackError('a shape has an unknown node');
      if (type === NODE.end) depth--;
      else if (type === NODE.record || type === NODE.list) depth++;
      if (depth < 0 || depth > DEPTH_MOST) throw new PackError('a shape does not close');
      const key = type === NODE.end ? '' : this.#values.takeKey(bytes);
      nodes.push({ type, key });
      if (type !== NODE.plain && type !== NODE.value) continue;
      if (depth === 0 && key === 'fire') firePlace = place;
      place++;
    }
    if (depth !== 0) throw new PackError('a shape does not close');
    const build = { shape: new Shape(this.#builds.length, stream.id, nodes), stream, firePlace, next: undefined };
    this.#builds.push(build);
    return build;
  }

  #plain(shape: Shape, i: number): Plain {
    if (!this.#isChange()) {
      const expected = shape.expectedPlain(i);
      if (expected === undefined) throw new PackError('nothing is expected yet');
      shape.keepPlain(i, expected);
      return expected;
    }
    const field = this.#values.take(this.#bytes, shape.last(i));
    this.#readUntil();
    if (typeof field === 'object' && field !== null) throw new PackError('a plain field is none');
    shape.changePlain(i, field as Plain);
    return field as Plain;
  }

  #value(shape: Shape, i: number): Value {
    const seen = this.#seen;
    if (!this.#isChange()) {
      const place = shape.expectedPlace(i, seen);
      const value = seen[place];
      if (value === undefined) throw new PackError('nothing is expected yet');
      shape.keepValue(i, place, value);
      return value;
    }
    const bytes = this.#bytes;
    const tag = bytes.byte();
    if (tag === TAG.earlier) {
      const place = seen.length - bytes.number();
      const value = seen[place];
      if (value === undefined) throw new PackError('a value is not among the earlier ones');
      this.#readUntil();
      shape.changeValue(i, place, value, seen);
      return value;
    }
    const value = this.#values.taken(bytes, tag, shape.last(i));
    this.#readUntil();
    seen.push(value);
    shape.newValue(i, value, seen);
    return value;
  }

  #built(build: Build, seq: number): TapeEvent {
    const { shape, stream, firePlace } = build;
    const made: Record<string, unknown> = {
      seq,
      kind: EVENT_KINDS[stream.kind],
      at: this.#path,
      t: this.#timeUs / 1000,
    };
    // The number of a fire stands before its node, as on the page of the public form.
    if (firePlace >= 0) made.fire = this.#held[firePlace];
    const names = SUBJECTS[stream.kind] as readonly string[];
    for (let i = 0; i < names.length; i++) made[names[i] as string] = stream.subject[i];
    this.#node = 0;
    this.#place = 0;
    const { nodes } = shape;
    while (this.#node < nodes.length) {
      const { key } = nodes[this.#node] as ShapeNode;
      const field = this.#field(nodes);
      // What is packed can't change what the event's stream and place say.
      if (!isLeftOut(key, names)) set(made, key, field);
    }
    const bad = badBodyField(stream.kind, made);
    if (bad !== undefined) throw new PackError(`event #${seq} has no proper ${bad}`);
    return Object.freeze(made) as unknown as TapeEvent;
  }

  #field(nodes: readonly ShapeNode[]): unknown {
    const { type } = nodes[this.#node++] as ShapeNode;
    if (type === NODE.plain || type === NODE.value) return this.#held[this.#place++];
    if (type === NODE.list) {
      const list: unknown[] = [];
      while ((nodes[this.#node] as ShapeNode).type !== NODE.end) list.push(this.#field(nodes));
      this.#node++;
      return Object.freeze(list);
    }
    const record: Record<string, unknown> = {};
    while ((nodes[this.#node] as ShapeNode).type !== NODE.end) {
      const { key } = nodes[this.#node] as ShapeNode;
      set(record, key, this.#field(nodes));
    }
    this.#node++;
    return Object.freeze(record);
  }
}

function isLeftOut(key: string, names: readonly string[]): boolean {
  switch (key) {
    case 'seq':
    case 'kind':
    case 'at':
    case 't':
      return true;
    default:
      return names.includes(key);
  }
}
