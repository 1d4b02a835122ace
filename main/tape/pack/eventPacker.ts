// Events as bytes. A pack lists only what was not expected: how many places went as expected, then the one that did not. What
// must hold: eventUnpacker.ts gives back what was packed, field by field in their order; a chunk stands for itself, so `clear`
// forgets everything that an earlier one taught.
import type { EngineEvent } from '../../../shared/model/event.ts';
import { isSnapshot, type Value } from '../../../shared/model/value.ts';
import { KIND_NUMBERS, roleOf, SUBJECTS } from '../eventFields.ts';
import { storable } from '../valueWriter.ts';
import { ByteWriter } from './byteWriter.ts';
import { exactly } from './exactly.ts';
import { NODE, PATH, type Plain, type SeenValues, Shape, type ShapeNode } from './shape.ts';
import { TAG } from './tags.ts';
import { type BlobOf, ValuePacker } from './valuePacker.ts';

/** Beside the nodes of a shape: a field that stands elsewhere (seq, kind, at, t, the subject). */
const LEFT_OUT = -1;
/** Shapes of one stream that are tried before a new one is made. */
const TRIED_MOST = 8;

/** How events of one make lie in memory: the keys in their order, those that stand elsewhere included. */
interface Layout {
  readonly kind: string;
  readonly subject: readonly string[];
  readonly subjectNames: readonly string[];
  readonly types: readonly number[];
  readonly keys: readonly string[];
  /** Of plain fields, what `typeof` says: an event of other types is looked at anew. */
  readonly plainTypes: readonly string[];
  readonly shape: Shape;
  next: Layout | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

export interface PackerPorts {
  /** The id of an event's stream. */
  streamOf(event: EngineEvent): number;
  readonly blobOf: BlobOf;
  /** Throws where an event is not made as its kind is; asked whenever one is made otherwise than those before. */
  check(event: EngineEvent): void;
}

export class EventPacker {
  readonly #out = new ByteWriter(64 * 1024);
  readonly #values: ValuePacker;
  readonly #ports: PackerPorts;
  #layouts = new Map<number, Layout[]>();
  #shapeCount = 0;
  #seen: SeenValues = [];
  /** Where each value was new, so that a value that wanders from place to place is written once. */
  #places = new Map<Value, number>();
  #layout: Layout | undefined;
  #path = '';
  #timeUs = 0;
  #skipped = 0;
  #count = 0;
  #packFrom = 0;
  /** What the event at hand holds, place by place. */
  readonly #held: unknown[] = [];
  #heldCount = 0;
  #node = 0;

  constructor(ports: PackerPorts) {
    this.#values = new ValuePacker(this.#out, ports.blobOf);
    this.#ports = ports;
  }

  /** Events in the pack that is open. */
  get count(): number {
    return this.#count;
  }

  /** Bytes since `clear`, the open pack's included. */
  get length(): number {
    return this.#out.length;
  }

  /** Begins a chunk. */
  clear(): void {
    this.#out.clear();
    this.#values.clear();
    this.#layouts = new Map();
    this.#shapeCount = 0;
    this.#seen = [];
    this.#places = new Map();
    this.#layout = undefined;
    this.#path = '';
    this.#timeUs = 0;
    this.#skipped = 0;
    this.#count = 0;
    this.#packFrom = 0;
  }

  /** The streams of this chunk so far. */
  streams(): Iterable<number> {
    return this.#layouts.keys();
  }

  /** Ends the pack and gives its bytes, valid until `clear`; the next event begins a new one. */
  pack(): Buffer {
    const bytes = this.#out.since(this.#packFrom);
    this.#packFrom = this.#out.length;
    this.#skipped = 0;
    this.#count = 0;
    return bytes;
  }

  /** Takes the next event. Where a port throws, the pack stays as it was before, but nothing can be added any more. */
  add(event: EngineEvent, timeUs: number): void {
    const from = this.#out.length;
    const skipped = this.#skipped;
    try {
      this.#put(event, timeUs);
      this.#count++;
    } catch (error) {
      this.#out.length = from;
      this.#skipped = skipped;
      throw error;
    }
  }

  #put(event: EngineEvent, timeUs: number): void {
    const layout = this.#layoutOf(event);
    const { shape } = layout;
    this.#putHead(layout, event.at);
    if (timeUs === this.#timeUs) this.#skipped++;
    else {
      this.#flushSkipped();
      this.#out.signed(timeUs - this.#timeUs);
      this.#timeUs = timeUs;
    }
    const { isValue } = shape;
    for (let i = 0; i < isValue.length; i++) {
      if (isValue[i]) this.#putValue(shape, i, this.#held[i] as Value);
      else this.#putPlain(shape, i, plainOf(this.#held[i]));
    }
  }

  #flushSkipped(): void {
    this.#out.number(this.#skipped);
    this.#skipped = 0;
  }

  /** Which shape, and where it happened. */
  #putHead(layout: Layout, at: string): void {
    const { shape } = layout;
    const before = this.#layout;
    const path = this.#path;
    const isExpected = before?.next === layout;
    if (before !== undefined) before.next = layout;
    this.#layout = layout;
    this.#path = at;
    if (isExpected && shape.expectedPath(path) === at) {
      shape.lastPath = at;
      this.#skipped++;
      return;
    }
    this.#flushSkipped();
    const out = this.#out;
    if (shape.id < this.#shapeCount) out.number(shape.id + 1);
    else {
      this.#shapeCount++;
      out.number(0);
      out.number(shape.stream);
      out.number(shape.nodes.length);
      for (const { type, key } of shape.nodes) {
        out.byte(type);
        if (type !== NODE.end) this.#values.putKey(key);
      }
    }
    const by = pathBy(shape, path, at);
    out.byte(by);
    if (by === PATH.text) this.#values.putText(at, path);
    shape.pathBy = by;
    shape.lastPath = at;
  }

  #putPlain(shape: Shape, i: number, field: Plain): void {
    if (shape.expectedPlain(i) === field) {
      shape.keepPlain(i, field);
      this.#skipped++;
      return;
    }
    this.#flushSkipped();
    this.#values.put(field, shape.last(i));
    shape.changePlain(i, field);
  }

  #putValue(shape: Shape, i: number, given: Value): void {
    const seen = this.#seen;
    const expected = shape.expectedPlace(i, seen);
    if (expected >= 0) {
      const value = seen[expected] as Value;
      if (value === given ? value !== 0 || 1 / value === 1 / (given as number) : exactly(value, given)) {
        shape.keepValue(i, expected, value);
        this.#skipped++;
        return;
      }
    }
    this.#flushSkipped();
    // Nobody can change what is kept; an absent value is recorded as such.
    const isKept = given !== undefined && (typeof given !== 'object' || given === null || isSnapshot(given));
    const value = isKept ? given : storable(given);
    const place = this.#placeOf(shape, i, value);
    if (place >= 0) {
      this.#out.byte(TAG.earlier);
      this.#out.number(seen.length - place);
      shape.changeValue(i, place, seen[place] as Value, seen);
      return;
    }
    this.#values.put(value, shape.last(i));
    if (isPlaced(value)) this.#places.set(value, seen.length);
    seen.push(value);
    shape.newValue(i, value, seen);
  }

  /** Where the value stood before in this chunk; -1 for a new one. */
  #placeOf(shape: Shape, i: number, value: Value): number {
    const last = shape.placeOf(i);
    if (last >= 0 && exactly(this.#seen[last], value)) return last;
    if (!isPlaced(value)) return -1;
    const place = this.#places.get(value);
    // A map takes -0 for 0.
    return place !== undefined && exactly(this.#seen[place], value) ? place : -1;
  }

  #layoutOf(event: EngineEvent): Layout {
    const expected = this.#layout?.next;
    if (expected !== undefined && this.#fits(expected, event)) return expected;
    const stream = this.#ports.streamOf(event);
    let known = this.#layouts.get(stream);
    if (known === undefined) {
      known = [];
      this.#layouts.set(stream, known);
    }
    for (let i = known.length - 1, tried = 0; i >= 0 && tried < TRIED_MOST; i--, tried++) {
      const layout = known[i] as Layout;
      if (layout !== expected && this.#fits(layout, event)) return layout;
    }
    this.#ports.check(event);
    const made = layoutOf(event, stream, this.#shapeCount);
    known.push(made);
    if (!this.#fits(made, event)) throw new Error(`event #${event.seq} fits its own shape`);
    return made;
  }

  /** Whether the event lies as the layout says; what it holds is then in `#held`. */
  #fits(layout: Layout, event: EngineEvent): boolean {
    const { kind, subject, subjectNames } = layout;
    if (event.kind !== kind) return false;
    for (let i = 0; i < subject.length; i++) {
      if ((event as unknown as Fields)[subjectNames[i] as string] !== subject[i]) return false;
    }
    this.#node = 0;
    this.#heldCount = 0;
    return this.#fitsRecord(layout, event as unknown as Fields) && this.#node === layout.types.length;
  }

  #fitsRecord(layout: Layout, fields: Fields): boolean {
    const { types, keys, plainTypes } = layout;
    for (const key in fields) {
      const field = fields[key];
      if (field === undefined) continue;
      const at = this.#node;
      if (keys[at] !== key) return false;
      this.#node = at + 1;
      switch (types[at]) {
        case LEFT_OUT:
          break;
        case NODE.plain:
          if (typeof field !== plainTypes[at] || (typeof field === 'object' && field !== null)) return false;
          this.#held[this.#heldCount++] = field;
          break;
        case NODE.value:
          this.#held[this.#heldCount++] = field;
          break;
        case NODE.record:
          if (!isFields(field) || !this.#fitsRecord(layout, field)) return false;
          break;
        case NODE.list:
          if (!Array.isArray(field) || !this.#fitsList(layout, field)) return false;
          break;
        default:
          return false;
      }
    }
    // The outermost has no end: it closes with the event.
    if (this.#node === types.length) return true;
    return types[this.#node++] === NODE.end;
  }

  #fitsList(layout: Layout, list: readonly unknown[]): boolean {
    const { types, plainTypes } = layout;
    for (let i = 0; i < list.length; i++) {
      // JSON has null for what it lacks in a list.
      const item = list[i] === undefined ? null : list[i];
      const at = this.#node++;
      switch (types[at]) {
        case NODE.plain:
          if (typeof item !== plainTypes[at] || (typeof item === 'object' && item !== null)) return false;
          this.#held[this.#heldCount++] = item;
          break;
        case NODE.record:
          if (!isFields(item) || !this.#fitsRecord(layout, item)) return false;
          break;
        case NODE.list:
          if (!Array.isArray(item) || !this.#fitsList(layout, item)) return false;
          break;
        default:
          return false;
      }
    }
    return types[this.#node++] === NODE.end;
  }
}

/** Null, true and false are shorter than where they stood before. */
function isPlaced(value: Value): boolean {
  return value !== null && typeof value !== 'boolean';
}

function isFields(field: unknown): field is Fields {
  return typeof field === 'object' && field !== null && !Array.isArray(field);
}

/** What JSON would hold: a measure that is no number must not make an event unreadable. */
function plainOf(field: unknown): Plain {
  switch (typeof field) {
    case 'number':
      return Number.isFinite(field) ? field + 0 : 0;
    case 'string':
    case 'boolean':
      return field;
    default:
      return null;
  }
}

function pathBy(shape: Shape, before: string, at: string): number {
  for (const by of [PATH.before, PATH.last, PATH.next, PATH.parent]) if (shape.pathFor(by, before) === at) return by;
  return PATH.text;
}

const ENVELOPE: ReadonlySet<string> = new Set(['seq', 'kind', 'at', 't']);

function layoutOf(event: EngineEvent, stream: number, id: number): Layout {
  const fields = event as unknown as Fields;
  const types: number[] = [];
  const keys: string[] = [];
  const plainTypes: string[] = [];
  const add: Add = (type, key, plainType = '') => {
    types.push(type);
    keys.push(key);
    plainTypes.push(plainType);
  };
  const subjectNames = SUBJECTS[KIND_NUMBERS.get(event.kind) as number] as readonly string[];
  for (const key of Object.keys(fields)) {
    const field = fields[key];
    if (field === undefined) continue;
    if (ENVELOPE.has(key) || subjectNames.includes(key)) add(LEFT_OUT, key);
    else layField(add, key, field);
  }
  const nodes: ShapeNode[] = types
    .map((type, i) => ({ type, key: keys[i] as string }))
    .filter(({ type }) => type !== LEFT_OUT);
  const subject = subjectNames.map((name) => fields[name] as string);
  const shape = new Shape(id, stream, nodes);
  return { kind: event.kind, subject, subjectNames, types, keys, plainTypes, shape, next: undefined };
}

type Add = (type: number, key: string, plainType?: string) => void;

function layField(add: Add, key: string, field: unknown): void {
  const role = roleOf(key);
  if (role === 'value') add(NODE.value, key);
  else if (role === 'values' && isFields(field)) {
    add(NODE.record, key);
    for (const [inner, value] of Object.entries(field)) if (value !== undefined) add(NODE.value, inner);
    add(NODE.end, '');
  } else if (role === 'candidates' && Array.isArray(field) && field.every(isFields)) {
    add(NODE.list, key);
    for (const candidate of field) {
      add(NODE.record, '');
      for (const [inner, value] of Object.entries(candidate)) {
        if (value === undefined) continue;
        if (inner === 'value') add(NODE.value, inner);
        else layPlain(add, inner, value);
      }
      add(NODE.end, '');
    }
    add(NODE.end, '');
    // Beside its own kind a field of any name may be anything.
  } else layPlain(add, key, field);
}

function layPlain(add: Add, key: string, field: unknown): void {
  if (Array.isArray(field)) {
    add(NODE.list, key);
    for (const item of field) layPlain(add, '', item === undefined ? null : item);
    add(NODE.end, '');
  } else if (isFields(field)) {
    add(NODE.record, key);
    for (const [inner, item] of Object.entries(field)) if (item !== undefined) layPlain(add, inner, item);
    add(NODE.end, '');
  } else add(NODE.plain, key, typeof field);
}
