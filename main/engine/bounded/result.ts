// What a bounded loop comes to (seed 002, Output format): the outputs of its run. Pure.
import type { BoundedRequest } from '../../../shared/model/boundedRequest.ts';
import { adopt, type Value, type Values } from '../../../shared/model/value.ts';
import { endOf, evidenceOf } from './evidence.ts';
import type { LedgerLine } from './machine.ts';

export function resultOf(request: BoundedRequest, cap: number, ledger: readonly LedgerLine[]): Values {
  const last = ledger.at(-1);
  const isSuccess = last?.satisfied === true;
  const evidence = ledger.map((line, i) => bullet(request, line, ledger[i - 1], i));
  return {
    status: isSuccess ? 'success' : 'max_iters_reached',
    iterations_run: ledger.length,
    max_iters: cap,
    predicate: request.predicateText,
    final_result: finalResult(request, ledger),
    evidence: adopt(evidence),
    ...(isSuccess ? {} : { next_action: nextAction(request, ledger) }),
    ...(last?.satisfied && last.matched !== null ? { matched: last.matched } : {}),
  };
}

/** `#2 exit 1: 97 of 100 rows; + loaded 97 of 100 rows; − loaded 40 of 100 rows` */
function bullet({ predicate }: BoundedRequest, line: LedgerLine, before: LedgerLine | undefined, i: number): string {
  const { summary, changed, isSame } = evidenceOf(line, before);
  // An exit code or a match speaks for itself; what a judge saw does not.
  const verdict = predicate.kind === 'judge' && !line.error ? [line.why] : [];
  const delta = isSame ? ['the same as before'] : changed;
  return [`#${i + 1} ${summary}`, ...verdict, ...delta].join('; ');
}

/** The place of the best attempt so far; −1 where there is none. One that satisfied, else the nearest, else the latest. */
export function bestOf(request: BoundedRequest, ledger: readonly LedgerLine[]): number {
  let best = -1;
  for (let i = 0; i < ledger.length; i++) {
    const there = ledger[best];
    if (!there || distance(request, ledger[i] as LedgerLine) <= distance(request, there)) best = i;
  }
  return best;
}

/** 0 satisfied; an answer is nearer than a failure, and an exit code nearer to the wanted one than a signal. */
function distance({ predicate }: BoundedRequest, line: LedgerLine): number {
  if (line.satisfied) return 0;
  if (line.error) return 1_000;
  if (predicate.kind !== 'exit') return 1;
  return line.exit === null ? 500 : Math.min(1 + Math.abs(line.exit - predicate.code), 400);
}

/** What `loop.best` holds. */
export function bestValue(ledger: readonly LedgerLine[], place: number): Value {
  const line = ledger[place] as LedgerLine;
  const { summary, keyOutput } = evidenceOf(line, undefined);
  return adopt({ attempt: place + 1, satisfied: line.satisfied, summary, key_output: keyOutput });
}

function finalResult(request: BoundedRequest, ledger: readonly LedgerLine[]): string {
  const place = bestOf(request, ledger);
  const best = ledger[place];
  if (!best) return 'No attempt was made.';
  const { summary } = evidenceOf(best, undefined);
  if (best.satisfied) return `Attempt ${place + 1} satisfied ${request.predicateText}: ${summary}`;
  const times =
    ledger.length === 1 ? 'The only attempt did not satisfy' : `None of ${ledger.length} attempts satisfied`;
  return `${times} ${request.predicateText}. The best is attempt ${place + 1}: ${summary}`;
}

/** One concrete thing to do: what the last attempts show. */
function nextAction(request: BoundedRequest, ledger: readonly LedgerLine[]): string {
  const last = ledger.at(-1);
  if (!last) return 'Give it at least one attempt.';
  const { summary, isSame } = evidenceOf(last, ledger.at(-2));
  const { predicate } = request;
  if (last.error) return `Mend why the attempt fails (${last.error.code}): ${last.error.message}`;
  if (ledger.length > 1 && isSame)
    return `The last two attempts gave the very same, so more of them will not help: mend the cause of "${summary}" by hand, or change the prompt.`;
  switch (predicate.kind) {
    case 'exit':
      return `Look at why it ends with ${endOf(last) || 'no exit code'} instead of exit ${predicate.code}: "${summary}". The attempts still differ, so a higher max_iters may help.`;
    case 'regex':
      return `Look for what the output lacks: it never matched ${predicate.pattern}, and its last line is "${summary}".`;
    case 'judge':
      return `Meet the criterion "${predicate.criterion}" where the judge saw it unmet: ${last.why}.`;
  }
}
