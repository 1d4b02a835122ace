// The parsed boolean `satisfied`, which is all that a condition reads (seed 000, Terms; semantics §2, Advance).
import type { Condition } from '../../../shared/model/socketGraph.ts';
import { isRecord, typeName, type Value } from '../../../shared/model/value.ts';

/** The top-level field `satisfied` of this output and nothing else; undefined where it has none. */
export function satisfiedOf(output: Value): Value | undefined {
  return isRecord(output) && Object.hasOwn(output, 'satisfied') ? output.satisfied : undefined;
}

/** Only a boolean decides; `always` needs none. */
export function matches(condition: Condition, satisfied: Value | undefined): boolean {
  return condition === 'always' || satisfied === (condition === 'satisfied');
}

export function whyMatches(condition: Condition, satisfied: Value | undefined): string {
  return condition === 'always' ? 'it always matches' : `satisfied is ${satisfiedWords(satisfied)}`;
}

/** What `satisfied` is, for sentences: `the text "true"`. */
export function satisfiedWords(satisfied: Value | undefined): string {
  if (satisfied === undefined) return 'absent';
  if (typeof satisfied === 'boolean') return String(satisfied);
  if (typeof satisfied === 'string')
    return `the text ${JSON.stringify(satisfied.length > 40 ? `${satisfied.slice(0, 40)}…` : satisfied)}, not a boolean`;
  if (typeof satisfied === 'number') return `the number ${satisfied}, not a boolean`;
  return `${satisfied === null ? 'null' : `a ${typeName(satisfied)}`}, not a boolean`;
}
