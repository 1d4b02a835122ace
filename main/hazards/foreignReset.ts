// A state that was emptied by the step of a loop which its writer does not run in (seed 001 §10): signals match by name.

import { GRAPH_SCOPE } from '../../shared/base/ids.ts';
import type { TapeHazard } from '../../shared/model/hazard.ts';
import { type Path, parsePath } from '../../shared/model/path.ts';
import type { Detector } from './detector.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { counted } from './wording.ts';

interface Loss {
  readonly slot: string;
  /** `step_end of act`, each once. */
  readonly causes: Set<string>;
  readonly node: string | undefined;
  readonly writtenAt: string;
  readonly evidence: string[];
}

const STEP_SIGNALS = new Set(['step_start', 'step_end']);

export const foreignReset: Detector<'fire.finished' | 'slot.written' | 'slot.cleared'> = {
  code: 'foreign-reset',
  kinds: ['fire.finished', 'slot.written', 'slot.cleared'],
  watch(graph) {
    const written = new Map<string, { readonly at: string; readonly node: string | undefined }>();
    const losses = new Map<string, Loss>();
    /** A fire's writes stand right after it. */
    let latest: { readonly seq: number; readonly node: string } | undefined;
    return {
      see(event) {
        if (event.kind === 'fire.finished') {
          latest = event;
          return;
        }
        if (event.scope !== '') return;
        if (event.kind === 'slot.written') {
          const node = event.from !== undefined && event.from === latest?.seq ? latest.node : undefined;
          if (event.writer === 'container') written.set(event.slot, { at: event.at, node });
          return;
        }
        const last = written.get(event.slot);
        if (!last || !event.by || !STEP_SIGNALS.has(event.why) || lies(last.at, event.by)) return;
        const { slot, seq } = event;
        const loss = losses.get(slot) ?? { slot, causes: new Set(), node: last.node, writtenAt: last.at, evidence: [] };
        loss.causes.add(`${event.why} of ${event.by}`);
        loss.evidence.push(`#${seq}`);
        losses.set(slot, loss);
      },
      found: () =>
        [...losses.values()].flatMap(({ slot, causes, node, writtenAt, evidence }): TapeHazard[] => {
          const known = staticHazardsOf(graph, 'foreign-reset').find(({ where }) => where.slot === slot);
          // A public engine may place the fires of a side read-out outside of the loop that feeds it.
          if (!known && graph?.compat !== undefined) return [];
          const writer = node ?? 'its writer';
          const place = writtenAt === '' ? 'outside of every loop' : `in ${writtenAt}`;
          return [
            {
              code: 'foreign-reset',
              severity: 'warning',
              title: known?.title ?? 'Reset by another loop',
              message: `${[...causes].join(' and ')} emptied ${slot} ${counted(evidence.length, 'time')}, though ${writer} does not run in that loop; first after ${writer} had written it ${place}.`,
              where: { scope: GRAPH_SCOPE, ...(node === undefined ? {} : { node }), slot },
              ...(known?.fix ? { fix: known.fix } : {}),
              evidence: [...evidence],
            },
          ];
        }),
    };
  },
};

/** Whether something at this path happens within an iteration of the scope. */
function lies(at: string, scope: string): boolean {
  const path: Path = parsePath(at) ?? [];
  return path.some((step) => step.scope === scope);
}
