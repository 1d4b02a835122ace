// Under agentcanvas slots survive the end of an inner loop (semantics §5): a fire in the first iteration of a later entry that
// read what an entry before had carried.
import type { TapeHazard } from '../../shared/model/hazard.ts';
import { parsePath } from '../../shared/model/path.ts';
import type { Detector } from './detector.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { counted } from './wording.ts';

interface Stale {
  readonly scope: string;
  readonly slot: string;
  readonly node: string;
  readonly port: string;
  readonly evidence: string[];
}

export const staleReentry: Detector<'scope.entered' | 'slot.written' | 'fire.started'> = {
  code: 'stale-reentry',
  kinds: ['scope.entered', 'slot.written', 'fire.started'],
  watch(graph) {
    const entered = new Map<string, number>();
    /** The latest carry of each slot, by the event that wrote it. */
    const carries = new Map<number, { readonly scope: string; readonly slot: string }>();
    const latest = new Map<string, number>();
    const found = new Map<string, Stale>();
    return {
      see(event) {
        if (event.kind === 'scope.entered') {
          entered.set(event.scope, event.seq);
          return;
        }
        if (event.kind === 'slot.written') {
          if (event.writer !== 'iterout') return;
          const key = JSON.stringify([event.scope, event.slot]);
          const before = latest.get(key);
          if (before !== undefined) carries.delete(before);
          latest.set(key, event.seq);
          carries.set(event.seq, { scope: event.scope, slot: event.slot });
          return;
        }
        const step = parsePath(event.at)?.at(-1);
        if (step?.iteration !== 0) return;
        for (const [port, seq] of Object.entries(event.from)) {
          const carry = carries.get(seq);
          if (carry?.scope !== step.scope || seq > (entered.get(carry.scope) ?? -1)) continue;
          const key = JSON.stringify([event.node, port]);
          const stale = found.get(key) ?? { ...carry, node: event.node, port, evidence: [] };
          stale.evidence.push(`#${event.seq}`);
          found.set(key, stale);
        }
      },
      found: () =>
        [...found.values()].map(({ scope, slot, node, port, evidence }): TapeHazard => {
          const known = staticHazardsOf(graph, 'stale-reentry').find(
            ({ where }) => where.node === node && where.port === port,
          );
          return {
            code: 'stale-reentry',
            severity: 'warning',
            title: known?.title ?? 'Reads what the last entry left',
            message: `${node}.${port} read in the first iteration of ${scope} what the entry before had left in ${slot}, ${counted(evidence.length, 'time')}.`,
            where: { scope, node, port, slot },
            writers: known?.writers ?? [`${scope}.${slot}`],
            ...(known?.fix ? { fix: known.fix } : {}),
            evidence: [...evidence],
          };
        }),
    };
  },
};
