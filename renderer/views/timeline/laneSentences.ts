// What a lane shows, in words: for screen readers, titles and tests. A dead row is found by its sentence.

import { assertNever } from '../../../shared/base/assert.ts';
import type { FireLane, ScopeLane, SlotLane, TimelineView } from '../../../shared/contract/timeline.ts';
import { countOf } from '../../parts/amounts.ts';
import { clearsOf } from './clears.ts';
import { type LaneRow, marksOf } from './lanes.ts';
import { iterationFrom } from './place.ts';

/** Such as `one value since iteration 0`; with ` in view` where the lanes do not hold the whole tape. */
/** `verdicts`: of a bounded loop, whether each attempt satisfied; null while it is not decided. */
export function laneSentence(
  view: TimelineView,
  row: LaneRow,
  verdicts?: readonly (boolean | null)[] | undefined,
): string {
  const sentence =
    row.lane.kind === 'scope' && verdicts && verdicts.length > 0
      ? attemptsSentence(verdicts)
      : wholeSentence(view, row);
  return view.from <= 0 && view.to >= view.head + 1 ? sentence : `${sentence} in view`;
}

function wholeSentence(view: TimelineView, row: LaneRow): string {
  const { lane } = row;
  switch (lane.kind) {
    case 'scope':
      return scopeSentence(view.scopes[lane.index]);
    case 'slot':
      return slotSentence(view, view.slots[lane.index]) + clearedSentence(view.slots[lane.index]);
    case 'fire':
      return fireSentence(view.fires[lane.index]);
    case 'decisions':
    case 'hazards':
    case 'errors': {
      const marks = marksOf(view, lane.kind);
      const count = marks.count.reduce((sum, n) => sum + n, 0);
      // One hazard leaves a mark at every moment that shows it.
      if (lane.kind === 'hazards') return `seen at ${countOf(count, 'moment')}`;
      return countOf(count, lane.kind.slice(0, -1));
    }
    default:
      return assertNever(lane);
  }
}

/** `3 attempts, the last one satisfied`; all attempts of the tape. */
function attemptsSentence(verdicts: readonly (boolean | null)[]): string {
  const last = verdicts.at(-1);
  const words = last === true ? 'satisfied' : last === false ? 'not satisfied' : 'not judged yet';
  return `${countOf(verdicts.length, 'attempt')}, ${verdicts.length === 1 ? '' : 'the last one '}${words}`;
}

function scopeSentence(lane: ScopeLane | undefined): string {
  const count = lane?.from.length ?? 0;
  if (!lane || count === 0) return 'not entered';
  if (!lane.state.includes(3)) {
    const again = lane.pass?.filter((pass) => pass > 1).length ?? 0;
    const items = countOf(count - again, lane.label ? 'item' : 'iteration');
    return again === 0 ? items : `${items} in ${count} passes`;
  }
  let last = 0;
  for (const iteration of lane.iteration) last = Math.max(last, iteration);
  return `${lane.label ? 'items' : 'iterations'} ${lane.iteration[0] ?? 0} to ${last} or later`;
}

function slotSentence(view: TimelineView, lane: SlotLane | undefined): string {
  if (!lane || lane.from.length === 0) return 'never written';
  const since = (span: number) => {
    const iteration = iterationFrom(view, lane, lane.from[span] ?? 0);
    return iteration === undefined ? `since #${lane.from[span] ?? 0}` : `since iteration ${iteration}`;
  };
  let changes = 0;
  let firstValue = -1;
  let isMerged = false;
  lane.state.forEach((state, i) => {
    if (state === 3) return;
    if (state === 1 || state === 2 || firstValue < 0) changes++;
    if (state === 2) isMerged = true;
    if (firstValue < 0) firstValue = i;
  });
  const last = lane.state.length - 1;
  if (firstValue < 0) return 'empty';
  if (lane.state[last] === 3) {
    return changes === 1 && !isMerged
      ? `one value, empty ${since(last)}`
      : `${countOf(changes, 'value')}, empty ${since(last)}`;
  }
  if (changes === 1 && !isMerged) return `one value ${since(firstValue)}`;
  return `${isMerged ? 'at least ' : ''}${countOf(changes, 'value')} ${since(firstValue)}`;
}

/** `, emptied 2 times` of a state. */
function clearedSentence(lane: SlotLane | undefined): string {
  const count = lane ? clearsOf(lane).length : 0;
  return count === 0 ? '' : `, emptied ${countOf(count, 'time')}`;
}

function fireSentence(lane: FireLane | undefined): string {
  const count = lane?.from.length ?? 0;
  if (!lane || count === 0) return 'never fired';
  const isMerged = lane.state.includes(3) || lane.state.includes(4);
  const failed = lane.state.filter((state) => state === 2 || state === 4).length;
  const running = lane.state.filter((state) => state === 0).length;
  const parts = [`fired ${isMerged ? 'at least ' : ''}${countOf(count, 'time')}`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (running > 0) parts.push(`${running} not finished`);
  return parts.join(', ');
}
