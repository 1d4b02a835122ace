// Whether an attempt satisfies the loop's predicate, and why (seed 002, Canonical workflow; semantics §3, Predicates). Pure.
import { RE2JS } from 're2js';
import type { BoundedRequest } from '../../../shared/model/boundedRequest.ts';
import { ATTEMPT, LOOP_SCOPE } from '../../../shared/model/checkedBoundedGraph.ts';
import type { Decision } from '../../../shared/model/decision.ts';
import { adopt, type Value } from '../../../shared/model/value.ts';
import type { Attempt, BoundedMachine } from './machine.ts';
import { cut, plainText } from './output.ts';
import { verdictOf } from './verdict.ts';

interface Finding {
  readonly satisfied: boolean;
  readonly why: string;
  /** What the pattern matched, with its place in the output as it was searched. */
  readonly match?: Value;
  readonly operands: Readonly<Record<string, Value>>;
}

/** The decision about the attempt in hand: the predicate is its only candidate, the evidence its operands. */
export function predicateDecision(
  request: BoundedRequest,
  attempt: Attempt,
  verdict: BoundedMachine['verdict'],
): Decision {
  const { satisfied, why, match, operands } = findingOf(request, attempt, verdict);
  const id = request.predicateText;
  return {
    question: 'predicate',
    subject: ATTEMPT,
    scope: LOOP_SCOPE,
    operands,
    candidates: [{ id, matched: satisfied, why, ...(match === undefined ? {} : { value: match, seq: attempt.seq }) }],
    chosen: satisfied ? id : null,
  };
}

function findingOf({ predicate }: BoundedRequest, attempt: Attempt, verdict: BoundedMachine['verdict']): Finding {
  const ended = endedBy(attempt);
  if (attempt.error) return { satisfied: false, why: `the attempt failed: ${attempt.error.message}`, operands: ended };
  switch (predicate.kind) {
    case 'exit': {
      const satisfied = attempt.exit === predicate.code;
      return { satisfied, why: exitWhy(attempt, predicate.code), operands: ended };
    }
    case 'regex':
      return { ...matchOf(predicate.pattern, plainText(attempt.output)), operands: ended };
    case 'judge': {
      if (!verdict) return { satisfied: false, why: 'nobody judged it', operands: ended };
      const { satisfied, why } = verdictOf(verdict.raw);
      return { satisfied, why, operands: { ...ended, criterion: predicate.criterion, verdict: verdict.raw } };
    }
  }
}

function endedBy({ exit, signal, error }: Attempt): Record<string, Value> {
  return {
    ...(exit === null ? {} : { exit }),
    ...(signal === null ? {} : { signal }),
    ...(error === null ? {} : { error: error.code }),
  };
}

function exitWhy({ exit, signal }: Attempt, wanted: number): string {
  if (exit !== null) return exit === wanted ? `it exited with ${exit}` : `it exited with ${exit}, not with ${wanted}`;
  return signal === null ? 'it has no exit code' : `it was ended by ${signal}, so it has no exit code`;
}

/** A search in the whole text, by an engine whose time grows with the text alone. */
function matchOf(pattern: string, text: string): Omit<Finding, 'operands'> {
  const matcher = RE2JS.compile(pattern, RE2JS.MULTILINE).matcher(text);
  if (!matcher.find()) return { satisfied: false, why: 'the output does not match' };
  const start = matcher.start();
  const end = matcher.end();
  const before = text.slice(0, start);
  const line = before.split('\n').length;
  const column = start - before.lastIndexOf('\n');
  const found = text.slice(start, end);
  return {
    satisfied: true,
    why: `line ${line} has ${JSON.stringify(cut(found, 80))}`,
    match: adopt({ text: found, start, end, line, column }),
  };
}
