// A list that is written anew while its cursor has moved is gone on with in the middle: nothing ever resets a cursor.
import type { SocketSpec, StatePath } from '../../../../shared/model/checkedSocketGraph.ts';
import { stateSlot } from '../../../../shared/model/statePath.ts';
import { reachable } from '../../pivot/wires.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { samePath } from '../../socket/statePath.ts';
import { completionWays } from '../../socket/ways.ts';
import type { HazardFinding, StaticHazard } from '../staticHazard.ts';

export const replacedList: StaticHazard<SocketDraft> = {
  code: 'replaced-list',
  severity: 'warning',
  source: 'semantics §2, Advance',
  sentence:
    'A socket that can run again after the cursor of a list has moved writes that list anew. Nothing resets a cursor, so the new list is gone on with where the old one was left.',
  example: '`Dept` writes `people` for every department, and `personIndex` counts on',
  find: ({ graph }) => {
    const ways = completionWays(graph);
    return graph.loops.flatMap((loop) => {
      const { items, cursor } = loop;
      if (items === undefined || cursor === undefined) return [];
      // A loop stores what it consumes (semantics §2, Assign).
      const stored = new Set(graph.loops.flatMap(({ from, output }) => (output === items[0] && from ? [from] : [])));
      const writing = graph.sockets.filter((socket) => stored.has(socket.id) || assigns(socket, items));
      if (writing.length === 0) return [];
      const moving = graph.sockets.filter(({ advance }) => advance?.cursor === cursor);
      const after = reachable(
        moving.flatMap(({ id }) => ways(id)),
        ways,
      );
      const writers = writing.filter(({ id }) => after.has(id));
      const [first] = writers;
      if (first === undefined) return [];
      const names = writers.map(({ id }) => id);
      const finding: HazardFinding = {
        title: 'The next list starts in the middle',
        message: `${names.join(' and ')} can write ${stateSlot(items)} again after the cursor ${cursor} has moved. Nothing resets a cursor, so the loop ${loop.id} goes on in the new list where it was left in the old one.`,
        where: { scope: loop.id, node: first.id, slot: stateSlot(items) },
        writers: names,
      };
      return [finding];
    });
  },
};

/** Whether it writes the list, or what holds it. */
function assigns({ assigns: own }: SocketSpec, list: StatePath): boolean {
  return own.some(({ target }) => target.length <= list.length && samePath(target, list.slice(0, target.length)));
}
