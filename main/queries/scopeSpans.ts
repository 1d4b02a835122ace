// Where on a tape each scope's activations and iterations lie. It sees the log once, in order, as far as it goes.
import type { EngineEvent } from '../../shared/model/event.ts';

/** Iterations of one scope in order, as columns. An iteration covers openedSeq to lastSeq; −1 = still open. */
export interface Iterations {
  readonly openedSeq: number[];
  readonly lastSeq: number[];
  readonly iteration: number[];
  readonly path: string[];
  /** 1 = it was closed; 0 = open, or ended by the scope's exit. */
  readonly closed: number[];
  /** 1 = the last one of its activation. */
  readonly final: number[];
}

export interface Activation {
  readonly enteredSeq: number;
  /** −1 while it is open. */
  exitSeq: number;
}

export class ScopeSpans {
  readonly #iterations = new Map<string, Iterations>();
  readonly #activations = new Map<string, Activation[]>();
  readonly #stalledSeq: number[] = [];

  see(event: EngineEvent): void {
    switch (event.kind) {
      case 'scope.entered':
        this.activations(event.scope).push({ enteredSeq: event.seq, exitSeq: -1 });
        return;
      case 'iteration.opened': {
        const spans = this.of(event.scope);
        spans.openedSeq.push(event.seq);
        spans.lastSeq.push(-1);
        spans.iteration.push(event.iteration);
        spans.path.push(event.at);
        spans.closed.push(0);
        spans.final.push(0);
        return;
      }
      case 'iteration.closed': {
        const spans = this.of(event.scope);
        const last = spans.openedSeq.length - 1;
        if (last < 0) return;
        spans.lastSeq[last] = event.seq;
        spans.closed[last] = 1;
        return;
      }
      case 'scope.exited': {
        const spans = this.of(event.scope);
        const last = spans.openedSeq.length - 1;
        const activation = this.activations(event.scope).at(-1);
        if (activation) activation.exitSeq = event.seq;
        if (event.reason === 'stalled') this.#stalledSeq.push(event.seq);
        if (last < 0) return;
        if (spans.lastSeq[last] === -1) spans.lastSeq[last] = event.seq;
        spans.final[last] = 1;
        return;
      }
      default:
        return;
    }
  }

  /** Seqs of the exits of scopes that stalled, in order. */
  stalledSeqs(): readonly number[] {
    return this.#stalledSeq;
  }

  /** Scopes that were entered or opened so far. */
  scopes(): readonly string[] {
    return [...this.#iterations.keys()];
  }

  of(scope: string): Iterations {
    const known = this.#iterations.get(scope);
    if (known) return known;
    const made: Iterations = { openedSeq: [], lastSeq: [], iteration: [], path: [], closed: [], final: [] };
    this.#iterations.set(scope, made);
    return made;
  }

  activations(scope: string): Activation[] {
    const known = this.#activations.get(scope);
    if (known) return known;
    const made: Activation[] = [];
    this.#activations.set(scope, made);
    return made;
  }

  /** Place of the iteration of `scope` that was opened last at or before `seq`; −1 where none was. */
  iterationAt(scope: string, seq: number): number {
    return lastAtOrBefore(this.of(scope).openedSeq, seq);
  }

  /** Place of the activation entered last at or before `seq`; −1 where none was. */
  activationAt(scope: string, seq: number): number {
    const all = this.activations(scope);
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle] as Activation).enteredSeq <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** How many iterations of the scope were closed up to `seq`, over all activations. */
  closedUpTo(scope: string, seq: number): number {
    const { closed, lastSeq } = this.of(scope);
    let open = this.iterationAt(scope, seq) + 1;
    // Only the last one opened can be unfinished at the moment; those that a scope's exit ended are rare.
    if (open > 0 && (lastSeq[open - 1] === -1 || (lastSeq[open - 1] as number) > seq)) open--;
    return open - this.#endedByExit(scope, open, closed);
  }

  readonly #exitEnded = new Map<string, { upTo: number; places: number[] }>();
  #endedByExit(scope: string, count: number, closed: readonly number[]): number {
    const known = this.#exitEnded.get(scope) ?? { upTo: 0, places: [] };
    for (; known.upTo < count; known.upTo++) if (closed[known.upTo] === 0) known.places.push(known.upTo);
    this.#exitEnded.set(scope, known);
    return lastAtOrBefore(known.places, count - 1) + 1;
  }
}

/** Place of the last member that is at most `limit` in a rising list; −1 where there is none. */
export function lastAtOrBefore(rising: ArrayLike<number>, limit: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
