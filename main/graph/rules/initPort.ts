// An init port as authored, and the change of its persist flag that the hazards of seeds propose.
import type { HazardFix } from '../../../shared/model/hazard.ts';
import { isRecord, type Value } from '../../../shared/model/value.ts';
import type { PivotDraft } from '../pivot/draft.ts';

/** Sets persist of the init port `port` of `iterIn` to `to`; undefined where the list has no such port. */
export function persistFix({ node }: PivotDraft, iterIn: string, port: string, to: boolean): HazardFix | undefined {
  const list = node(iterIn)?.config.initPorts;
  if (!Array.isArray(list)) return undefined;
  const index = list.findIndex((item: Value) => isRecord(item) && item.name === port);
  if (index < 0) return undefined;
  return {
    sentence: `Set persist of init port "${port}" of ${iterIn} to ${to}.`,
    node: iterIn,
    path: ['initPorts', index, 'persist'],
    from: !to,
    to,
  };
}
