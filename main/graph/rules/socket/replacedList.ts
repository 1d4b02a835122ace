// A list that is written anew while its cursor has moved is gone on with in the middle: nothing ever resets a cursor.
import type { LoopSpec, SocketSpec, StatePath } from '../../../../shared/model/checkedSocketGraph.ts';
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
      const moving = graph.sockets.filter(({ advance }) => advance?.cursor === cursor);
      const after = reachable(
        moving.flatMap(({ id }) => ways(id)),
        ways,
      );
      const writers = graph.sockets.filter((socket) => after.has(socket.id) && writes(socket, items, graph.loops));
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

/** By an assign of the list or of what holds it, or because a loop consumes it from this socket. */
function writes({ id, assigns }: SocketSpec, list: StatePath, loops: readonly LoopSpec[]): boolean {
  return (
    assigns.some(({ target }) => target.length <= list.length && samePath(target, list.slice(0, target.length))) ||
    loops.some(({ from, output }) => from === id && output !== undefined && list[0] === output)
  );
}
