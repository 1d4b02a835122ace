// A cursor that two loops or two sockets moved (semantics §2, List and cursor of a loop): a loop that was begun where another had left
// its cursor, or an item that was passed over because two sockets moved the cursor in one round.
import type { CheckedSocketGraph } from '../../shared/model/checkedSocketGraph.ts';
import type { EventOf } from '../../shared/model/event.ts';
import type { Hazard } from '../../shared/model/hazard.ts';
import { cursorSlot } from '../../shared/model/statePath.ts';
import type { Detector } from './detector.ts';
import { socketsOf } from './socketLists.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { counted } from './wording.ts';

type Kinds = 'scope.entered' | 'decision.made';

interface Shared {
  readonly hazard: Hazard;
  /** Ids of loops, or of two sockets of one loop. */
  readonly sharers: ReadonlySet<string>;
  readonly evidence: string[];
}

interface Move {
  readonly socket: string;
  readonly scope: string;
}

export const sharedCursor: Detector<Kinds> = {
  code: 'shared-cursor',
  kinds: ['scope.entered', 'decision.made'],
  watch(graph) {
    const sockets = socketsOf(graph);
    const shared = staticHazardsOf(graph, 'shared-cursor').map(
      (hazard): Shared => ({ hazard, sharers: new Set(hazard.writers), evidence: [] }),
    );
    /** Who moved each cursor last; and, as long as the round goes on, in this round. */
    const movedBy = new Map<string, Move>();
    const inRound = new Map<string, Move>();
    const entered = (scope: string, seq: number): void => {
      const slot = slotOf(scope, sockets);
      const last = slot === undefined ? undefined : movedBy.get(slot);
      if (slot === undefined || !last || last.scope === scope) return;
      for (const { hazard, sharers, evidence } of shared)
        if (hazard.where.slot === slot && sharers.has(scope) && sharers.has(last.scope)) evidence.push(`#${seq}`);
    };
    const advanced = ({ subject, scope, seq }: EventOf<'decision.made'>): void => {
      const cursor = sockets?.sockets.find(({ id }) => id === subject)?.advance?.cursor;
      if (cursor === undefined) return;
      const slot = cursorSlot(cursor);
      const before = inRound.get(slot);
      if (before && before.socket !== subject) {
        for (const { hazard, sharers, evidence } of shared)
          if (hazard.where.slot === slot && sharers.has(subject) && sharers.has(before.socket))
            evidence.push(`#${seq}`);
      }
      movedBy.set(slot, { socket: subject, scope });
      inRound.set(slot, { socket: subject, scope });
    };
    return {
      see(event) {
        if (event.kind === 'scope.entered') return entered(event.scope, event.seq);
        if (event.question === 'empty-loop') entered(event.scope, event.seq);
        else if (event.question === 'advance' && event.chosen !== null) advanced(event);
        else if (event.question === 'exit' || (event.question === 'edge' && goesBack(event, sockets))) inRound.clear();
      },
      found: () =>
        shared.flatMap(({ hazard, evidence }) =>
          evidence.length === 0
            ? []
            : [
                {
                  ...hazard,
                  message: `${hazard.message} This happened ${counted(evidence.length, 'time')}.`,
                  evidence: [...evidence],
                },
              ],
        ),
    };
  },
};

function slotOf(loop: string, graph: CheckedSocketGraph | undefined): string | undefined {
  const cursor = graph?.loops.find(({ id }) => id === loop)?.cursor;
  return cursor === undefined ? undefined : cursorSlot(cursor);
}

/** To the same member of a loop or to one that it lists before: a round is over. */
function goesBack({ subject, target }: EventOf<'decision.made'>, graph: CheckedSocketGraph | undefined): boolean {
  return (graph?.loops ?? []).some(({ sockets }) => {
    const place = sockets.indexOf(target ?? '');
    return place >= 0 && place <= sockets.indexOf(subject);
  });
}
