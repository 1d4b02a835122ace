// What a validator rule is. One rule stands in one file, with its code, its source and its sentence; the lists of them
// (validatorRules.ts, socketRules.ts) are also tables in docs/semantics.md.
import type { Problem } from '../../../shared/model/problem.ts';
import type { PivotDraft } from '../pivot/draft.ts';

/** A problem without its code, which is the rule's; or a note, which refuses nothing. */
export interface Finding extends Omit<Problem, 'code'> {
  readonly isNote?: boolean;
}

export interface Rule<D = PivotDraft> {
  readonly code: string;
  /** Where the rule comes from, such as `seed 001 §9`. */
  readonly source: string;
  /** The rule itself, for a reader of the documentation. */
  readonly sentence: string;
  /** The smallest piece of a graph that breaks it. */
  readonly example?: string;
  /** The public engines that run such a graph: under their compat every finding is a note. */
  readonly warnsUnder?: readonly string[];
  find(draft: D): Finding[];
}
