// The shape of an event, and what a pack expects of the next one of its kind. An event of a stream mostly looks like the one before:
// the same fields, the same texts, numbers that grow by the same step, values that were seen as long ago as last time. A pack
// says only where that is wrong. What must hold: packer and unpacker change a shape in the same way at the same event, so
// everything that does so stands here.
import type { Value } from '../../../shared/model/value.ts';
import { type Counter, counterOf, nextPath, stepped, textOfCounter } from './counted.ts';

/** What stands at a place of an event's body, in the order of its keys. `end` closes an object or a list. */
export const NODE = { end: 0, record: 1, list: 2, plain: 3, value: 4 } as const;

export interface ShapeNode {
  readonly type: number;
  readonly key: string;
}

/** How the path of an event is told. */
export const PATH = {
  /** That of the event before it. */
  before: 0,
  /** One iteration further than this shape's last. */
  next: 1,
  /** This shape's last. */
  last: 2,
  /** What the path of the event before it lies in. */
  parent: 3,
  /** As a text. */
  text: 4,
} as const;

/** Where the value of a place is looked for. */
const SEEN = { nowhere: 0, same: 1, distance: 2 } as const;

/** The values of a chunk so far, each once where it was new. */
export type SeenValues = Value[];

/** What a plain field may hold. */
export type Plain = null | boolean | number | string;

export class Shape {
  readonly id: number;
  readonly stream: number;
  readonly nodes: readonly ShapeNode[];
  /** Of each place that holds something, in order: whether it is a value. */
  readonly isValue: readonly boolean[];
  /** The shape that came after this one last time. */
  next: Shape | undefined;
  lastPath = '';
  pathBy: number = PATH.before;
  readonly #last: (Value | undefined)[];
  readonly #step: number[];
  readonly #counter: (Counter | undefined)[];
  readonly #seenBy: number[];
  readonly #place: number[];
  readonly #distance: number[];

  constructor(id: number, stream: number, nodes: readonly ShapeNode[]) {
    this.id = id;
    this.stream = stream;
    this.nodes = nodes;
    this.isValue = nodes
      .filter(({ type }) => type === NODE.plain || type === NODE.value)
      .map(({ type }) => type === NODE.value);
    const count = this.isValue.length;
    this.#last = new Array(count).fill(undefined);
    this.#step = new Array(count).fill(0);
    this.#counter = new Array(count).fill(undefined);
    this.#seenBy = new Array(count).fill(SEEN.nowhere);
    this.#place = new Array(count).fill(0);
    this.#distance = new Array(count).fill(0);
  }

  /** What stood at a place last, to hold the next against. */
  last(i: number): Value | undefined {
    return this.#last[i];
  }

  /** The plain field that is expected at a place. */
  expectedPlain(i: number): Plain | undefined {
    const last = this.#last[i] as Plain | undefined;
    if (typeof last === 'number') return last + (this.#step[i] as number);
    if (typeof last === 'string') {
      const counter = this.#counter[i];
      if (counter !== undefined) return textOfCounter(counter);
    }
    return last;
  }

  /** The expected plain field was right. */
  keepPlain(i: number, field: Plain): void {
    this.#last[i] = field;
    const counter = this.#counter[i];
    if (counter !== undefined) this.#counter[i] = stepped(counter);
  }

  /** The expected plain field was wrong. */
  changePlain(i: number, field: Plain): void {
    const last = this.#last[i];
    this.#last[i] = field;
    if (typeof field === 'number') {
      const step = typeof last === 'number' ? field - last : 0;
      // A step that is no number would never come again.
      this.#step[i] = Number.isFinite(step) ? step : 0;
      this.#counter[i] = undefined;
      return;
    }
    this.#step[i] = 0;
    const counter = typeof field === 'string' && typeof last === 'string' ? counterOf(last, field) : undefined;
    this.#counter[i] = counter === undefined ? undefined : stepped(counter);
  }

  /** The place among the values seen where that of this place is expected; -1 where a new one is. */
  expectedPlace(i: number, seen: SeenValues): number {
    switch (this.#seenBy[i]) {
      case SEEN.same:
        return this.#place[i] as number;
      case SEEN.distance: {
        const place = seen.length - (this.#distance[i] as number);
        return place >= 0 ? place : -1;
      }
      default:
        return -1;
    }
  }

  keepValue(i: number, place: number, value: Value): void {
    this.#last[i] = value;
    this.#place[i] = place;
  }

  /** Its value is an earlier one, other than expected. */
  changeValue(i: number, place: number, value: Value, seen: SeenValues): void {
    this.#seenBy[i] = this.#last[i] !== undefined && place === this.#place[i] ? SEEN.same : SEEN.distance;
    this.#last[i] = value;
    this.#place[i] = place;
    this.#distance[i] = seen.length - place;
  }

  /** Its value is a new one, which stands last among those seen. */
  newValue(i: number, value: Value, seen: SeenValues): void {
    this.#seenBy[i] = SEEN.nowhere;
    this.#last[i] = value;
    this.#place[i] = seen.length - 1;
  }

  /** Where its value stood last; -1 before the first. */
  placeOf(i: number): number {
    return this.#last[i] === undefined ? -1 : (this.#place[i] as number);
  }

  /** The path of its next event, if it is told in the same way as its last; undefined where only a text can tell. */
  expectedPath(before: string): string | undefined {
    return this.pathFor(this.pathBy, before);
  }

  pathFor(by: number, before: string): string | undefined {
    switch (by) {
      case PATH.before:
        return before;
      case PATH.next:
        return nextPath(this.lastPath);
      case PATH.last:
        return this.lastPath;
      case PATH.parent:
        return before.slice(0, Math.max(0, before.lastIndexOf('/')));
      default:
        return undefined;
    }
  }
}
