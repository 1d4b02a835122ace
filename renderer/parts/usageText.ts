// What an answer of a model took, in words for people.
import { costText } from '../../shared/base/costText.ts';
import type { ModelUsage } from '../../shared/model/modelUsage.ts';
import { countOf, countText } from './amounts.ts';

/** `tiny-1`, `11 tokens in, 7 out`, `$0.000092`, `asked 3 times`, `cut where its tokens ran out`: those that there are. */
export function usageWords(usage: ModelUsage): string[] {
  const { model, costUsd, tries = 1, finishReason } = usage;
  return [
    ...(model === undefined ? [] : [model]),
    ...tokenWords(usage),
    ...(costUsd === undefined ? [] : [costText(costUsd)]),
    ...(tries > 1 ? [`asked ${countText(tries)} times`] : []),
    ...(finishReason === undefined ? [] : endWords(finishReason)),
  ];
}

function tokenWords({ inputTokens, outputTokens }: ModelUsage): string[] {
  if (inputTokens === undefined && outputTokens === undefined) return [];
  if (inputTokens === undefined) return [`${countOf(outputTokens ?? 0, 'token')} out`];
  const out = outputTokens === undefined ? '' : `, ${countText(outputTokens)} out`;
  return [`${countOf(inputTokens, 'token')} in${out}`];
}

/** The usual end needs no word. */
function endWords(finishReason: string): string[] {
  switch (finishReason) {
    case 'stop':
      return [];
    case 'length':
      return ['cut where its tokens ran out'];
    case 'content_filter':
      return ['partly withheld'];
    case 'tool_calls':
    case 'function_call':
      return ['wants to call a tool'];
    default:
      return [`ended by ${finishReason}`];
  }
}
