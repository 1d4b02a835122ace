// The machine at any moment of a tape: the nearest state that is known (a keyframe, or one of the recent ones) and the fold of
// what follows it. What must hold: a machine that was given out is never changed, and `at(seq)` equals the fold of the
// log from its start to `seq`. The cost is the distance from the nearest known state, never the tape's length.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import { cloneMachine, type Machine, newMachine, thawMachine } from '../engine/machine.ts';
import { apply } from '../engine/step.ts';
import type { TapeReader } from '../tape/tapeReader.ts';

/** While folding, every so many events a state is kept, so that stepping back is a short fold too. */
const STRIDE = 64;
const KEPT = 64;

export class Machines {
  readonly #graph: CheckedGraph;
  readonly #reader: TapeReader;
  /** By the last folded seq; the least recently used first. */
  readonly #recent = new Map<number, Machine>();
  #misfit: { readonly seq: number; readonly message: string } | undefined;

  constructor(graph: CheckedGraph, reader: TapeReader) {
    this.#graph = graph;
    this.#reader = reader;
  }

  /** The first event that could not follow what stands before it, where the log is not one of this engine. */
  get misfit(): { readonly seq: number; readonly message: string } | undefined {
    return this.#misfit;
  }

  /** The machine when the event `seq` had been folded, not to be changed; undefined from the misfit on. */
  at(seq: number): Machine | undefined {
    if (this.#misfit && seq >= this.#misfit.seq) return undefined;
    const known = this.#nearest(seq);
    if (known && known.seq === seq + 1) return known;
    const machine = known ? cloneMachine(known) : newMachine(this.#graph);
    for (const event of this.#reader.events({ from: machine.seq, to: seq })) {
      try {
        apply(this.#graph, machine, event);
      } catch (thrown) {
        this.#misfit = { seq: event.seq, message: thrown instanceof Error ? thrown.message : String(thrown) };
        return undefined;
      }
      if (event.seq % STRIDE === 0 && event.seq < seq) this.#keep(cloneMachine(machine));
    }
    this.#keep(machine);
    return machine;
  }

  #nearest(seq: number): Machine | undefined {
    let best = -1;
    for (const at of this.#recent.keys()) if (at <= seq && at > best) best = at;
    if (best < seq - STRIDE) {
      const keyframe = this.#reader.keyframeBefore(seq);
      if (keyframe && keyframe.seq > best) {
        const thawed = thawMachine(keyframe.machine);
        if (thawed) {
          this.#keep(thawed);
          best = keyframe.seq;
        }
      }
    }
    const found = this.#recent.get(best);
    if (found) this.#keep(found);
    return found;
  }

  #keep(machine: Machine): void {
    const at = machine.seq - 1;
    this.#recent.delete(at);
    this.#recent.set(at, machine);
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= KEPT) return;
      this.#recent.delete(oldest);
    }
  }
}
