// How a loop of sockets stands at the moment, in a few words: which item of its list, what that is called, which pass over it.
import type { GraphViewScope } from '../../../shared/contract/graph.ts';
import type { MomentView, OpenScope } from '../../../shared/contract/moment.ts';
import type { ScopeLists } from '../state.ts';
import { activationsOf } from './scopeLists.ts';

/** `item 2 of 3: letter.txt · pass 3`; items are counted as people do, from 1. */
export function loopWords(
  { scope, loop }: GraphViewScope,
  moment: MomentView | undefined,
  lists: ScopeLists | undefined,
): string {
  if (!moment) return loop?.items === undefined ? 'a loop without a list' : `over ${loop.items}`;
  const open = moment.open.find((one) => one.scope === scope);
  if (open) return itemWords(open);
  const { latest, total = 0 } = activationsOf(lists?.lists, scope) ?? {};
  // Of an earlier moment, while the lists are on their way.
  const known = latest && latest.enteredSeq <= moment.seq ? latest : undefined;
  const empty = moment.decisions.findLast((one) => one.question === 'empty-loop' && one.scope === scope);
  if (empty && empty.seq > (known?.exitSeq ?? -1)) return 'empty: 0 items';
  const all = moment.iterations[scope] ?? 0;
  if (!known) return all > 0 ? `${itemsText(all)} done` : 'not entered yet';
  if (known.exitSeq === null || known.exitSeq > moment.seq) return 'between two items';
  const done = itemsText(known.closed);
  if (total > 1 && known.index > 0) return `entered ${known.index + 1} times, the last time for ${done}`;
  if (known.reason === 'exhausted') return `list exhausted after ${done}`;
  return `${known.reason === 'left' || known.reason === 'failed' ? known.reason : 'ended'} after ${done}`;
}

/** `item 2 of 3: letter.txt · pass 3` of an iteration that is open. */
export function itemWords({ iteration, label, pass, item }: OpenScope): string {
  const count = item ? `item ${item.place + 1} of ${item.of}` : `iteration ${iteration}`;
  // An item without a name of its own is called by its place, which was said.
  const name = label === undefined || label === `item ${item?.place}` ? '' : `: ${label}`;
  return `${count}${name}${pass === undefined ? '' : ` · pass ${pass}`}`;
}

function itemsText(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`;
}
