// What the toolbar, the inspector and the footer say of the moment.
import type { MomentView, SlotRow } from '../../../shared/contract/moment.ts';
import { encodeId } from '../../../shared/model/path.ts';
import type { TapeTab } from '../state.ts';

/** The address that `previous, next change` follows: the selected slot's or input's, else undefined (all slots). */
export function selectedSlotAddress(tab: TapeTab): string | undefined {
  const { selection } = tab;
  if (selection?.kind === 'input') return `${encodeId(selection.node)}.${encodeId(selection.port)}`;
  if (selection?.kind !== 'slot') return undefined;
  return (
    tab.moment.value?.slots.find((row) => row.scope === selection.scope && row.slot === selection.slot)?.address ??
    tab.timeline.value?.view.slots.find((lane) => lane.scope === selection.scope && lane.slot === selection.slot)
      ?.address
  );
}

export interface SlotGroup {
  readonly scope: string;
  readonly rows: readonly SlotRow[];
}

/** Slots by scope, in the order in which the host gave the scopes. */
export function slotGroups(moment: MomentView): readonly SlotGroup[] {
  const groups = new Map<string, SlotRow[]>();
  for (const row of moment.slots) {
    const group = groups.get(row.scope);
    if (group) group.push(row);
    else groups.set(row.scope, [row]);
  }
  return [...groups].map(([scope, rows]) => ({ scope, rows }));
}
