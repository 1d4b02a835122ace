// An item that was begun again and again while its cursor stood still: the loop spins. How often is too often stands in itemRounds.
import type { TapeHazard } from '../../shared/model/hazard.ts';
import { cursorSlot } from '../../shared/model/statePath.ts';
import type { Detector } from './detector.ts';
import { isBounded, roundsAllowed } from './itemRounds.ts';
import { socketsOf } from './socketLists.ts';
import { counted } from './wording.ts';

interface Spinning {
  readonly scope: string;
  readonly iteration: number;
  readonly label: string | undefined;
  /** Passes in all, and rounds by edges that nothing bounds. */
  passes: number;
  rounds: number;
  readonly evidence: string[];
}

export const stuckCursor: Detector<'iteration.opened' | 'decision.made'> = {
  code: 'stuck-cursor',
  kinds: ['iteration.opened', 'decision.made'],
  watch(graph) {
    const allowed = roundsAllowed(graph);
    const sockets = socketsOf(graph);
    const cursors = new Map(sockets?.loops.map(({ id, cursor }) => [id, cursor]));
    const current = new Map<string, Spinning>();
    const found = new Map<string, Spinning[]>();
    let byBounded = false;
    return {
      see(event) {
        if (event.kind === 'decision.made') {
          if (event.question !== 'advance') byBounded = event.question === 'edge' && isBounded(event, graph);
          return;
        }
        const { scope, iteration, label, pass = 1 } = event;
        // A loop that names no list goes round until something else ends it.
        if (sockets && cursors.get(scope) === undefined) return;
        const item = current.get(scope);
        if (pass === 1 || !item) {
          current.set(scope, { scope, iteration, label, passes: pass, rounds: pass - 1, evidence: [] });
          return;
        }
        item.passes = pass;
        if (!byBounded) item.rounds++;
        if (item.rounds <= allowed) return;
        if (item.evidence.length === 0) {
          const known = found.get(scope);
          if (known) known.push(item);
          else found.set(scope, [item]);
        }
        item.evidence.push(`${event.at}:start`);
      },
      found: () =>
        [...found].map(([scope, items]): TapeHazard => {
          const worst = items.reduce((most, item) => (item.passes > most.passes ? item : most));
          const name = worst.label === undefined ? '' : ` (${worst.label})`;
          const others = items.length === 1 ? '' : `; so did ${counted(items.length - 1, 'other item')}`;
          const cursor = cursors.get(scope);
          return {
            code: 'stuck-cursor',
            severity: 'error',
            title: 'An item that is never done',
            message: `Item ${worst.iteration}${name} of ${scope} went round ${counted(worst.passes, 'time')} while ${cursor === undefined ? 'no cursor' : `the cursor ${cursor} did not`} move${others}. More than ${counted(allowed, 'repeat')} without an advance counts as stuck.`,
            where: { scope, ...(cursor === undefined ? {} : { slot: cursorSlot(cursor) }) },
            evidence: items.flatMap((item) => item.evidence),
          };
        }),
    };
  },
};
