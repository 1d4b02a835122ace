// The values that one slot or port held over a tape, as columns: when each was put there and which it was. It sees the log once,
// in order, as far as it goes; a value is known by its chip's number alone.
import { assertNever } from '../../shared/base/assert.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import type { Value } from '../../shared/model/value.ts';
import type { Place } from './address.ts';
import { chipOf } from './chip.ts';
import { lastAtOrBefore } from './scopeSpans.ts';

/** No value. */
export const EMPTY = -1;

/** Numbers for the values of one tape: equal values have one number. */
export class ChipTable {
  readonly identity: string[] = [];
  readonly text: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(value: Value): number {
    const { identity, text } = chipOf(value);
    const known = this.#numbers.get(identity);
    if (known !== undefined) return known;
    const made = this.identity.length;
    this.#numbers.set(identity, made);
    this.identity.push(identity);
    this.text.push(text);
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

  constructor(place: Place, graph: CheckedGraph | undefined, chips: ChipTable) {
    this.place = place;
    this.#chips = chips;
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
        if (event.slot !== place.slot || event.scope !== place.scope) return;
        this.#add(event.seq, event.kind === 'slot.written' ? event.value : undefined);
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

  #add(seq: number, value: Value | undefined): void {
    const chip = value === undefined ? EMPTY : this.#chips.numberOf(value);
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
