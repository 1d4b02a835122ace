// One cursor that is moved for two reasons counts neither.
import type { LoopSpec, SocketSpec } from '../../../../shared/model/checkedSocketGraph.ts';
import { cursorSlot, stateSlot } from '../../../../shared/model/statePath.ts';
import { reachable } from '../../pivot/wires.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { samePath } from '../../socket/statePath.ts';
import { enteredAt } from '../../socket/ways.ts';
import { listed } from '../../wording.ts';
import type { HazardFinding, StaticHazard } from '../staticHazard.ts';

export const sharedCursor: StaticHazard<SocketDraft> = {
  code: 'shared-cursor',
  severity: 'warning',
  source: 'semantics §2, List and cursor of a loop',
  sentence:
    'Two loops go by one cursor though they go over different lists or one after the other, so that the second starts where the first ended; or two sockets move one cursor in one round, so that items are passed over.',
  example:
    '`"iterator": {"items": "state.drafts", "cursor": "i"}` and `"iterator": {"items": "state.reviews", "cursor": "i"}`',
  find: ({ graph }) => {
    const cursors = [...new Set(graph.loops.flatMap(({ cursor }) => cursor ?? []))];
    const sockets = new Map(graph.sockets.map((socket) => [socket.id, socket]));
    return cursors.flatMap((cursor) => {
      const loops = graph.loops.filter((loop) => loop.cursor === cursor);
      const strangers = loops.filter((loop) => loops.some((other) => other !== loop && areStrangers(loop, other)));
      return [
        ...(strangers.length > 1 ? [betweenLoops(cursor, strangers)] : []),
        ...twiceInRound(cursor, loops, sockets, (members) => enteredAt(graph, members)),
      ];
    });
  },
};

function areStrangers(a: LoopSpec, b: LoopSpec): boolean {
  const isOneList = a.items !== undefined && b.items !== undefined && samePath(a.items, b.items);
  return !isOneList || !a.sockets.some((socket) => b.sockets.includes(socket));
}

function betweenLoops(cursor: string, loops: readonly LoopSpec[]): HazardFinding {
  const [first] = loops as [LoopSpec];
  const lists = loops.map(({ id, items }) => `${id} over ${items ? stateSlot(items) : 'no list'}`);
  return {
    title: 'One cursor for two loops',
    message: `The loops ${lists.join(' and ')} share the cursor ${cursor}. Nothing resets it, so each of them goes on where the other has left it.`,
    where: { scope: first.id, slot: cursorSlot(cursor) },
    writers: loops.map(({ id }) => id),
  };
}

/** Two members of one loop of which the second is reached from the first before the round begins again. */
function twiceInRound(
  cursor: string,
  loops: readonly LoopSpec[],
  specs: ReadonlyMap<string, SocketSpec>,
  headsOf: (members: readonly string[]) => readonly string[],
): HazardFinding[] {
  const told = new Set<string>();
  return loops.flatMap(({ id, sockets }) => {
    const moving = sockets.filter((socket) => specs.get(socket)?.advance?.cursor === cursor);
    if (moving.length < 2) return [];
    const inside = new Set(sockets);
    const heads = new Set(headsOf(sockets));
    return moving.flatMap((first): HazardFinding[] => {
      const inRound = (socket: string) =>
        (specs.get(socket)?.edges ?? []).flatMap(({ to }) =>
          inside.has(to) && !heads.has(to) && to !== first ? [to] : [],
        );
      const later = reachable(inRound(first), inRound);
      const second = moving.find((socket) => socket !== first && later.has(socket));
      if (second === undefined || told.has(`${first} ${second}`)) return [];
      told.add(`${first} ${second}`).add(`${second} ${first}`);
      return [
        {
          title: 'The cursor moves twice a round',
          message: `${listed([first, second])} both move the cursor ${cursor}, and ${second} can run after ${first} in one round of the loop ${id}: an item is passed over each time.`,
          where: { scope: id, node: second, slot: cursorSlot(cursor) },
          writers: [first, second],
        },
      ];
    });
  });
}
