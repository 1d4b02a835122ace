// A list that was written anew while its cursor was not 0 (semantics §2, Advance): nothing resets a cursor, so the loop went on in
// the new list where it had been left in the old one. A list that grew behind its cursor is the same list.
import type { LoopSpec } from '../../shared/model/checkedSocketGraph.ts';
import type { EventOf } from '../../shared/model/event.ts';
import type { TapeHazard } from '../../shared/model/hazard.ts';
import { stateSlot } from '../../shared/model/statePath.ts';
import { type Value, valuesEqual } from '../../shared/model/value.ts';
import type { Detector } from './detector.ts';
import { SocketLists, socketsOf } from './socketLists.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { counted } from './wording.ts';

type Kinds = 'fire.finished' | 'slot.written' | 'slot.cleared';

interface Found {
  readonly loop: LoopSpec;
  readonly node: string | undefined;
  readonly first: { readonly at: string; readonly cursor: number; readonly length: number };
  readonly evidence: string[];
}

/** How many of the items before the cursor are held against what stood there; they lie evenly, the first and the last included. */
const COMPARED = 64;

export const replacedList: Detector<Kinds> = {
  code: 'replaced-list',
  kinds: ['fire.finished', 'slot.written', 'slot.cleared'],
  watch(graph) {
    const sockets = socketsOf(graph);
    const lists = new SocketLists(sockets);
    const loops = sockets?.loops.filter(({ items }) => items !== undefined) ?? [];
    const found = new Map<string, Found>();
    /** A fire's writes stand right after it. */
    let latest: EventOf<'fire.finished'> | undefined;
    return {
      see(event) {
        if (event.kind === 'fire.finished') {
          latest = event;
          return;
        }
        const before = loops.map((loop) => lists.itemsOf(loop));
        lists.see(event);
        if (event.kind !== 'slot.written' || event.writer !== 'assign') return;
        loops.forEach((loop, i) => {
          const cursor = lists.cursorOf(loop);
          const items = lists.itemsOf(loop);
          if (cursor === 0 || items === before[i] || isGoneOnWith(before[i] ?? [], items, cursor)) return;
          const node = event.from !== undefined && event.from === latest?.seq ? latest.node : undefined;
          const first = { at: event.at, cursor, length: items.length };
          const known = found.get(loop.id) ?? { loop, node, first, evidence: [] };
          known.evidence.push(`#${event.seq}`);
          found.set(loop.id, known);
        });
      },
      found: () => [...found.values()].map((one) => hazardOf(one, staticHazardsOf(graph, 'replaced-list'))),
    };
  },
};

/** What has been worked on stands in the new list as it did in the old one. */
function isGoneOnWith(before: readonly Value[], after: readonly Value[], cursor: number): boolean {
  if (before.length < cursor || after.length < cursor) return false;
  const count = Math.min(cursor, COMPARED);
  for (let i = 0; i < count; i++) {
    const place = count === 1 ? 0 : Math.round((i * (cursor - 1)) / (count - 1));
    if (!valuesEqual(before[place], after[place])) return false;
  }
  return true;
}

function hazardOf({ loop, node, first, evidence }: Found, statics: ReturnType<typeof staticHazardsOf>): TapeHazard {
  const slot = stateSlot(loop.items ?? []);
  const known = statics.find(({ where }) => where.scope === loop.id && where.slot === slot);
  const writer = node ?? 'An assignment';
  const place = first.at === '' ? '' : ` in ${first.at}`;
  const left = Math.max(0, first.length - first.cursor);
  const skipped = Math.min(first.cursor, first.length);
  const lost = `passed over ${skipped === first.length ? 'all' : 'the first'} ${counted(skipped, 'item')} of it`;
  const rest = left === 0 ? '' : ` and went on with the last ${counted(left, 'item')}`;
  const times = evidence.length === 1 ? '' : ` The list was replaced ${counted(evidence.length, 'time')} in all.`;
  return {
    code: 'replaced-list',
    severity: 'warning',
    title: known?.title ?? 'The next list starts in the middle',
    message: `${writer} wrote a new list of ${counted(first.length, 'item')} into ${slot}${place} while the cursor ${loop.cursor} stood at ${first.cursor}, so ${loop.id} ${first.length === 0 ? 'found it empty' : lost + rest}.${times}`,
    where: { scope: loop.id, ...(node === undefined ? {} : { node }), slot },
    ...(known?.writers ? { writers: known.writers } : node === undefined ? {} : { writers: [node] }),
    ...(known?.fix ? { fix: known.fix } : {}),
    evidence: [...evidence],
  };
}
