// The values that one slot or port held over a tape, as columns: when each was put there and which it was. It sees the log once,
// in order, as far as it goes; a value is known by its chip's number alone.
import { assertNever } from '../../shared/base/assert.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent, EventOf } from '../../shared/model/event.ts';
import {
  parseSlot,
  type StatePath,
  valueAtPath,
  withoutValueAtPath,
  withValueAtPath,
} from '../../shared/model/statePath.ts';
import { type Value, valuesEqual } from '../../shared/model/value.ts';
import type { Place } from './address.ts';
import { chipOf, chipText } from './chip.ts';
import { lastAtOrBefore } from './scopeSpans.ts';

/** No value. */
export const EMPTY = -1;

/** Size in UTF-16 units of the public form. */
const LARGE = 4096;

/** Numbers for the values of one tape: equal values have one number. */
export class ChipTable {
  readonly identity: string[] = [];
  readonly text: string[] = [];
  readonly #size: number[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(value: Value): number {
    const { identity, text, size } = chipOf(value);
    return this.#numbered(identity, text, size);
  }

  /**
   * Of a value that differs from the one with the number `before` by `part` at `path` alone. To tell the identity of a large value
   * costs its length, so such a one is known by what became of it: where it comes to be what it was by another way, it counts as new.
   */
  numberOfChanged(before: number, path: string, part: Value | undefined, value: Value): number {
    const size = this.#size[before] ?? 0;
    if (size <= LARGE) return this.numberOf(value);
    const identity = part === undefined ? 'nothing' : chipOf(part).identity;
    return this.#numbered(JSON.stringify([this.identity[before], path, identity]), chipText(value), size);
  }

  #numbered(identity: string, text: string, size: number): number {
    const known = this.#numbers.get(identity);
    if (known !== undefined) return known;
    const made = this.identity.length;
    this.#numbers.set(identity, made);
    this.identity.push(identity);
    this.text.push(text);
    this.#size.push(size);
    return made;
  }
}

export class ValueRuns {
  /** Rising. A slot's writes and clears; a port's fires or boundaries. */
  readonly seq: number[] = [];
  /** The value's number, or EMPTY. */
  readonly chip: number[] = [];
  /** Place from which on the value has not changed; its own place where it is new. */
  readonly since: number[] = [];
  readonly place: Place;
  readonly #chips: ChipTable;
  /** Of an iterOut's port: the scope whose boundaries read it. */
  readonly #scope: string | undefined;
  /** Of a state of sockets: where it lies below `state`, and what it holds now, so that a write of a part of it can be told. */
  readonly #path: StatePath | undefined;
  #held: Value | undefined;

  constructor(place: Place, graph: CheckedGraph | undefined, chips: ChipTable) {
    this.place = place;
    this.#chips = chips;
    this.#path = place.kind === 'slot' ? statePathOf(place) : undefined;
    if (place.kind === 'boundary') {
      this.#scope = Object.values(graph?.dialect === 'pivot' ? graph.scopes : {}).find(
        (scope) => scope.iterOut === place.node,
      )?.scope;
    }
  }

  see(event: EngineEvent): void {
    const { place } = this;
    switch (place.kind) {
      case 'slot': {
        if (event.kind !== 'slot.written' && event.kind !== 'slot.cleared') return;
        if (event.scope !== place.scope) return;
        if (event.slot === place.slot) this.#set(event.seq, event.kind === 'slot.written' ? event.value : undefined);
        else if (this.#path) this.#touched(event, this.#path);
        return;
      }
      case 'input':
        if (event.kind === 'fire.started' && event.node === place.node)
          this.#add(event.seq, own(event.inputs, place.port));
        return;
      case 'output':
        if (event.kind === 'fire.finished' && event.node === place.node)
          this.#add(event.seq, own(event.outputs, place.port));
        return;
      case 'boundary':
        if (event.kind === 'iteration.closed' && event.scope === this.#scope)
          this.#add(event.seq, place.port === 'stop' ? event.stop : own(event.carry, place.port));
        return;
      default:
        assertNever(place);
    }
  }

  /** A write to what holds this state, or to a part of it. */
  #touched(event: EventOf<'slot.written' | 'slot.cleared'>, own: StatePath): void {
    const other = statePathOf(event);
    const written = event.kind === 'slot.written' ? event.value : undefined;
    if (!other) return;
    if (startsWith(own, other)) {
      this.#set(event.seq, written === undefined ? undefined : valueAtPath(written, own.slice(other.length)));
      return;
    }
    if (!startsWith(other, own)) return;
    const part = other.slice(own.length);
    const before = this.chip.at(-1) ?? EMPTY;
    const held = this.#held ?? null;
    const value = written === undefined ? withoutValueAtPath(held, part) : withValueAtPath(held, part, written);
    const isSame = this.#held !== undefined && valuesEqual(valueAtPath(held, part), written);
    this.#held = value;
    this.#addChip(event.seq, isSame ? before : this.#chips.numberOfChanged(before, event.slot, written, value));
  }

  #set(seq: number, value: Value | undefined): void {
    if (this.#path) this.#held = value;
    this.#add(seq, value);
  }

  #add(seq: number, value: Value | undefined): void {
    this.#addChip(seq, value === undefined ? EMPTY : this.#chips.numberOf(value));
  }

  #addChip(seq: number, chip: number): void {
    const before = this.seq.length - 1;
    const same = before >= 0 && this.chip[before] === chip;
    this.since.push(same ? (this.since[before] as number) : before + 1);
    this.seq.push(seq);
    this.chip.push(chip);
  }

  /** Place of what stood there at `seq`; −1 where nothing had been put there yet. */
  placeAt(seq: number): number {
    return lastAtOrBefore(this.seq, seq);
  }

  /** The value's number at `seq`, or EMPTY. */
  chipAt(seq: number): number {
    return this.chip[this.placeAt(seq)] ?? EMPTY;
  }

  /** Seq of the next (1) or previous (−1) change of the value, seen from `seq`; an equal rewrite is no change. */
  changeFrom(seq: number, direction: 1 | -1): number | undefined {
    if (direction === 1) {
      for (let i = this.placeAt(seq) + 1; i < this.seq.length; i++) if (this.since[i] === i) return this.seq[i];
      return undefined;
    }
    const place = lastAtOrBefore(this.seq, seq - 1);
    return place < 0 ? undefined : this.seq[this.since[place] as number];
  }
}

function own(values: Readonly<Record<string, Value>>, port: string): Value | undefined {
  return Object.hasOwn(values, port) ? values[port] : undefined;
}

/** Where a state of sockets lies below `state`; undefined for every other slot. */
export function statePathOf({ scope, slot }: { readonly scope: string; readonly slot: string }): StatePath | undefined {
  const known = scope === '' ? parseSlot(slot) : undefined;
  return known?.kind === 'state' ? known.path : undefined;
}

export function startsWith(path: StatePath, start: StatePath): boolean {
  return start.length <= path.length && start.every((part, i) => path[i] === part);
}
