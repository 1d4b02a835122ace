// Which list of an output pi-materia keeps without being asked: `workItems`, whoever made it.
import { isRecord, type Value } from '../../../../shared/model/value.ts';
import type { WritePlan } from '../../socket/assign.ts';
import type { PlanSocket } from '../../socket/plan.ts';
import type { Difference } from '../difference.ts';

export const keptWorkItems: Difference = {
  what: 'The list that is kept without an assignment',
  ours: '`consumes.output`, when `consumes.from` finishes and does not assign it itself',
  theirs: '`workItems`, of a generator always, of every other socket while state has none or an empty one',
  file: 'keptWorkItems.ts',
};

/** The first write of an output, empty where there is no such list in it. */
export function workItemsOf({ generator, parse }: PlanSocket, output: Value): WritePlan[] {
  const list =
    parse === 'json' && isRecord(output) && Object.hasOwn(output, 'workItems') ? output.workItems : undefined;
  if (!Array.isArray(list)) return [];
  const value: WritePlan['value'] = ({ state }) => (generator || isNone(state.workItems) ? list : undefined);
  return [{ target: ['workItems'], source: '$.workItems', value, optional: true }];
}

function isNone(held: Value | undefined): boolean {
  return !Array.isArray(held) || held.length === 0;
}
