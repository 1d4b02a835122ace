// Where on a tape decisions lie, by question and by the iteration that they were made in: seen once, in order, as far as the log goes.
import { QUESTIONS } from '../../shared/contract/timeline.ts';
import type { EngineEvent } from '../../shared/model/event.ts';

export class DecisionMarks {
  readonly #byPath = new Map<string, number[]>();
  readonly seq: number[] = [];
  /** Places in QUESTIONS. */
  readonly question: number[] = [];

  see(event: EngineEvent): void {
    if (event.kind !== 'decision.made') return;
    this.seq.push(event.seq);
    this.question.push(Math.max(0, QUESTIONS.indexOf(event.question)));
    const known = this.#byPath.get(event.at);
    if (known) known.push(event.seq);
    else this.#byPath.set(event.at, [event.seq]);
  }

  /** Seqs of the decisions made at a path, in order. */
  at(path: string): readonly number[] {
    return this.#byPath.get(path) ?? [];
  }
}
