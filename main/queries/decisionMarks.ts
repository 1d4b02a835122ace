// Where on a tape decisions lie, by question and by the iteration that they were made in: one pass, then only what is new.
import { QUESTIONS } from '../../shared/contract/timeline.ts';
import type { TapeReader } from '../tape/tapeReader.ts';

export class DecisionMarks {
  readonly #reader: TapeReader;
  readonly #byPath = new Map<string, number[]>();
  readonly seq: number[] = [];
  /** Places in QUESTIONS. */
  readonly question: number[] = [];
  #next = 0;

  constructor(reader: TapeReader) {
    this.#reader = reader;
  }

  extend(head: number): void {
    if (head < this.#next) return;
    for (const event of this.#reader.eventsOfKind(['decision.made'], { from: this.#next, to: head })) {
      this.seq.push(event.seq);
      this.question.push(Math.max(0, QUESTIONS.indexOf(event.question)));
      const known = this.#byPath.get(event.at);
      if (known) known.push(event.seq);
      else this.#byPath.set(event.at, [event.seq]);
    }
    this.#next = head + 1;
  }

  /** Seqs of the decisions made at a path, in order. */
  at(path: string): readonly number[] {
    return this.#byPath.get(path) ?? [];
  }
}
