// What the models of a run took, over all of its fires.
import type { UsageTotals } from '../../shared/contract/report.ts';
import { modelUsageOf } from '../../shared/model/modelUsage.ts';
import type { OpenTape } from './openTape.ts';

/** Undefined where no model has answered. Of a failed fire nobody tells what it took. */
export function usageTotals(tape: OpenTape): UsageTotals | undefined {
  const totals = { answers: 0, uncounted: 0, inputTokens: 0, outputTokens: 0 };
  let costUsd: number | undefined;
  // Only where a model stands in the graph: a log may be long.
  const nodes = (tape.graph?.nodes ?? []).filter(({ type }) => type === 'model');
  for (const { id } of nodes) {
    for (const event of tape.reader.fireEvents(id)) {
      const usage = event.kind === 'fire.finished' ? modelUsageOf(event.usage) : undefined;
      if (usage === undefined) continue;
      totals.answers++;
      if (usage.inputTokens === undefined && usage.outputTokens === undefined) totals.uncounted++;
      totals.inputTokens += usage.inputTokens ?? 0;
      totals.outputTokens += usage.outputTokens ?? 0;
      if (usage.costUsd !== undefined) costUsd = (costUsd ?? 0) + usage.costUsd;
    }
  }
  if (totals.answers === 0) return undefined;
  const { uncounted, ...counted } = totals;
  return {
    ...counted,
    ...(uncounted > 0 ? { uncounted } : {}),
    // Sums of decimal fractions.
    ...(costUsd === undefined ? {} : { costUsd: Number(costUsd.toPrecision(12)) }),
  };
}
