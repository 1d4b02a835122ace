// Where on a tape each scope's activations and iterations lie. It sees the log once, in order, as far as it goes.
import type { EngineEvent, EventOf } from '../../shared/model/event.ts';
import type { Reason } from '../../shared/model/status.ts';
import { shortText } from './chip.ts';

/**
 * Iterations of one scope in order, as columns. An iteration covers openedSeq to lastSeq; −1 = still open. Each pass over an
 * item stands for itself; one that another pass followed ends right before that opens.
 */
export interface Iterations {
  readonly openedSeq: number[];
  readonly lastSeq: number[];
  readonly iteration: number[];
  readonly path: string[];
  /** 1 = it was closed; 0 = open, ended by the scope's exit, or followed by another pass. */
  readonly closed: number[];
  /** 1 = it counts as worked on: it was closed, or was open when a scope of sockets was left or its run ended well. */
  readonly counted: number[];
  /** 1 = the last one of its activation. */
  readonly final: number[];
  /** From 1. */
  readonly pass: number[];
  /** Place in `labels`; −1 without one. */
  readonly label: number[];
}

export interface Activation {
  readonly enteredSeq: number;
  /** −1 while it is open. */
  exitSeq: number;
  reason: Reason | undefined;
}

/** How a scope ends where the run goes on from there when it is continued. */
const RESUMABLE: ReadonlySet<Reason | undefined> = new Set<Reason>(['failed', 'cancelled']);
/** How a scope ends whose open iteration is not counted: what it was about was not done. */
const UNDONE: ReadonlySet<Reason> = new Set<Reason>(['stalled', 'failed', 'cancelled', 'halt']);

export class ScopeSpans {
  readonly #iterations = new Map<string, Iterations>();
  readonly #activations = new Map<string, Activation[]>();
  readonly #stalledSeq: number[] = [];
  /** What items are called, each text once. */
  readonly labels: string[] = [];
  readonly #labels = new Map<string, number>();
  readonly #passes: { readonly seq: number[]; readonly scope: string[] } = { seq: [], scope: [] };

  see(event: EngineEvent): void {
    switch (event.kind) {
      case 'scope.entered':
        this.activations(event.scope).push({ enteredSeq: event.seq, exitSeq: -1, reason: undefined });
        return;
      case 'iteration.opened':
        this.#opened(event);
        return;
      case 'iteration.closed': {
        const spans = this.of(event.scope);
        const last = spans.openedSeq.length - 1;
        if (last < 0) return;
        spans.lastSeq[last] = event.seq;
        spans.closed[last] = 1;
        spans.counted[last] = 1;
        return;
      }
      case 'scope.exited': {
        const spans = this.of(event.scope);
        const last = spans.openedSeq.length - 1;
        const activation = this.activations(event.scope).at(-1);
        if (activation) {
          activation.exitSeq = event.seq;
          activation.reason = event.reason;
        }
        if (event.reason === 'stalled') this.#stalledSeq.push(event.seq);
        if (last < 0) return;
        if (spans.lastSeq[last] === -1) {
          spans.lastSeq[last] = event.seq;
          if (!UNDONE.has(event.reason)) spans.counted[last] = 1;
        }
        spans.final[last] = 1;
        return;
      }
      case 'run.continued':
        this.#reopen();
        return;
      default:
        return;
    }
  }

  #opened(event: EventOf<'iteration.opened'>): void {
    const spans = this.of(event.scope);
    const pass = event.pass ?? 1;
    const last = spans.openedSeq.length - 1;
    // An earlier pass has no end of its own.
    if (last >= 0 && spans.lastSeq[last] === -1) spans.lastSeq[last] = event.seq - 1;
    if (pass > 1) {
      this.#passes.seq.push(event.seq);
      this.#passes.scope.push(event.scope);
    }
    spans.openedSeq.push(event.seq);
    spans.lastSeq.push(-1);
    spans.iteration.push(event.iteration);
    spans.path.push(event.at);
    spans.closed.push(0);
    spans.counted.push(0);
    spans.final.push(0);
    spans.pass.push(pass);
    spans.label.push(event.label === undefined ? -1 : this.#labelOf(event.label));
  }

  #labelOf(label: string): number {
    const text = shortText(label);
    const known = this.#labels.get(text);
    if (known !== undefined) return known;
    const made = this.labels.push(text) - 1;
    this.#labels.set(text, made);
    return made;
  }

  /** What ended with a failed or cancelled run goes on where it was; it is not entered anew. */
  #reopen(): void {
    for (const [scope, activations] of this.#activations) {
      const activation = activations.at(-1);
      if (!activation || !RESUMABLE.has(activation.reason)) continue;
      const spans = this.of(scope);
      const last = spans.openedSeq.length - 1;
      // Between two iterations only the activation goes on.
      if (last >= 0 && spans.lastSeq[last] === activation.exitSeq && spans.closed[last] === 0) spans.lastSeq[last] = -1;
      if (last >= 0) spans.final[last] = 0;
      activation.exitSeq = -1;
      activation.reason = undefined;
      this.#uncounted.delete(scope);
    }
  }

  /** Where an item was begun anew, in order. */
  passes(): { readonly seq: readonly number[]; readonly scope: readonly string[] } {
    return this.#passes;
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
    const made: Iterations = {
      openedSeq: [],
      lastSeq: [],
      iteration: [],
      path: [],
      closed: [],
      counted: [],
      final: [],
      pass: [],
      label: [],
    };
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

  /** How many iterations of the scope had been worked on up to `seq`, over all activations: an item once, however many passes. */
  closedUpTo(scope: string, seq: number): number {
    const { lastSeq } = this.of(scope);
    let open = this.iterationAt(scope, seq) + 1;
    // Only the last one opened can be unfinished at the moment.
    if (open > 0 && (lastSeq[open - 1] === -1 || (lastSeq[open - 1] as number) > seq)) open--;
    return open - this.#uncountedBefore(scope, open);
  }

  /** How many of the iterations at these places (first ≤ place < end) had been worked on by now. */
  countedBetween(scope: string, first: number, end: number): number {
    // The last one may still be open, and count later.
    const over = end > first && this.of(scope).lastSeq[end - 1] === -1 ? end - 1 : end;
    return over - first - (this.#uncountedBefore(scope, over) - this.#uncountedBefore(scope, first));
  }

  readonly #uncounted = new Map<string, { upTo: number; places: number[] }>();
  #uncountedBefore(scope: string, count: number): number {
    const { counted } = this.of(scope);
    const known = this.#uncounted.get(scope) ?? { upTo: 0, places: [] };
    for (; known.upTo < count; known.upTo++) if (counted[known.upTo] === 0) known.places.push(known.upTo);
    this.#uncounted.set(scope, known);
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
