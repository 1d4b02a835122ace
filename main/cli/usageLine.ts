// What the models of a run took, as one line for a person.
import { costText } from '../../shared/base/costText.ts';
import type { UsageTotals } from '../../shared/contract/report.ts';
import { printLine } from './terminal.ts';

/** `  model: 17 answers, 187 tokens in, 119 out, $0.0016` */
export function printUsage(usage: UsageTotals | undefined): void {
  if (usage === undefined) return;
  const { answers, inputTokens, outputTokens, uncounted = 0, costUsd } = usage;
  const number = (count: number) => count.toLocaleString('en');
  const parts = [
    `${number(answers)} ${answers === 1 ? 'answer' : 'answers'}`,
    ...(uncounted === answers ? [] : [`${number(inputTokens)} tokens in`, `${number(outputTokens)} out`]),
    ...(uncounted === 0 ? [] : [uncounted === answers ? 'tokens not counted' : `${number(uncounted)} not counted`]),
    ...(costUsd === undefined ? [] : [costText(costUsd)]),
  ];
  printLine(`  model: ${parts.join(', ')}`);
}
