// What the next attempt is told (seed 002, Canonical workflow): the evidence so far, narrowed to what changed and what is left. It may
// narrow the task, never widen it (Guardrails). Pure.
import type { BoundedRequest } from '../../../shared/model/boundedRequest.ts';
import type { CheckedBoundedGraph } from '../../../shared/model/checkedBoundedGraph.ts';
import { evidenceOf } from './evidence.ts';
import type { LedgerLine } from './machine.ts';

/** The evidence that the next attempt gets beside its prompt; undefined before the first. */
export function refinementOf(request: BoundedRequest, ledger: readonly LedgerLine[]): string | undefined {
  const last = ledger.at(-1);
  if (!last) return undefined;
  const before = ledger.at(-2);
  const { summary, keyOutput, changed, isSame } = evidenceOf(last, before);
  const parts = [
    `Attempt ${ledger.length} did not satisfy ${request.predicateText}: ${last.why}.`,
    `It came to: ${summary}`,
    ...(isSame ? ['It gave the very same as the attempt before, so the same again will not help.'] : []),
    ...(changed.length > 0 ? [`Changed since attempt ${ledger.length - 1}:`, ...changed] : []),
    ...(keyOutput === '' ? [] : ['Its last lines:', keyOutput]),
  ];
  return parts.join('\n');
}

/** The next prompt of an attempt that reads prompts (a model): the task as it was given, and the evidence. */
export function nextPrompt(request: BoundedRequest, ledger: readonly LedgerLine[]): string {
  const told = refinementOf(request, ledger);
  if (told === undefined) return request.prompt;
  return `${request.prompt}\n\n${told}\n\nMend what is left. Do what the task above asks, and nothing beyond it.`;
}

/** A command is the same line each time and is told by environment and file; everything else reads its prompt. */
export function readsPrompts({ nodes }: CheckedBoundedGraph): boolean {
  const [attempt] = nodes;
  const operator = attempt?.authoredType ?? attempt?.type;
  return operator === 'model' || operator === 'scripted';
}
