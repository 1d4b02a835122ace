// Where on a tape decisions lie, by question and by the iteration that they were made in: seen once, in order, as far as the log goes.
import { QUESTIONS } from '../../shared/contract/timeline.ts';
import type { Question } from '../../shared/model/decision.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import { lastAtOrBefore } from './scopeSpans.ts';

const ROUTES: ReadonlySet<Question> = new Set<Question>(['edge', 'exit', 'empty-loop']);

export class DecisionMarks {
  readonly #byPath = new Map<string, number[]>();
  readonly seq: number[] = [];
  /** Places in QUESTIONS. */
  readonly question: number[] = [];
  readonly #routes: number[] = [];

  see(event: EngineEvent): void {
    if (event.kind !== 'decision.made') return;
    this.seq.push(event.seq);
    this.question.push(Math.max(0, QUESTIONS.indexOf(event.question)));
    if (ROUTES.has(event.question)) this.#routes.push(event.seq);
    const known = this.#byPath.get(event.at);
    if (known) known.push(event.seq);
    else this.#byPath.set(event.at, [event.seq]);
  }

  /** Seq of the last decision up to `seq` that chose where a run of sockets goes; undefined where none was made. */
  lastRoute(seq: number): number | undefined {
    return this.#routes[lastAtOrBefore(this.#routes, seq)];
  }

  /** Seq of the first decision after `seq` that did so. */
  nextRoute(seq: number): number | undefined {
    return this.#routes[lastAtOrBefore(this.#routes, seq) + 1];
  }

  /** Seqs of the decisions made at a path, in order. */
  at(path: string): readonly number[] {
    return this.#byPath.get(path) ?? [];
  }
}
