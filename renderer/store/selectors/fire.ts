// Which fire the inspector shows, and the keys of values that are fetched whole.
import type { ValuePlace } from '../../../shared/contract/value.ts';
import type { TapeTab } from '../state.ts';

/** A seq of the fire to show: the selected node's latest one, else the one that the moment belongs to. */
export function fireSeq(tab: TapeTab): number | undefined {
  const moment = tab.moment.value;
  if (!moment) return undefined;
  const { selection } = tab;
  if (selection?.kind === 'node' || selection?.kind === 'input') {
    const last = moment.nodes.find((node) => node.node === selection.node)?.lastFireSeq;
    return last ?? undefined;
  }
  return moment.fire === undefined ? undefined : moment.seq;
}

export function placeKey(place: ValuePlace): string {
  return JSON.stringify([place.seq, ...place.field]);
}
