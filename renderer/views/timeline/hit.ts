// What lies under the pointer: the rows and the scale in reverse, then a binary search in that row's columns.
import { assertNever } from '../../../shared/base/assert.ts';
import type { HazardRow } from '../../../shared/contract/hazards.ts';
import { QUESTIONS } from '../../../shared/contract/timeline.ts';
import { isFollowed } from '../../parts/painters/scopeCells.ts';
import type { Hovered, Selection } from '../../store/state.ts';
import { markNear, spanNear } from '../../viewport/hitTest.ts';
import { eventAt, pxPerEvent, timeOf } from '../../viewport/timeScale.ts';
import { clearsOf, isStateLane } from './clears.ts';
import { areaAt } from './geometry.ts';
import type { LaneRow } from './lanes.ts';
import type { Scene } from './paintTimeline.ts';
import { iterationAt, iterationFrom, pathAt } from './place.ts';

export interface Hit {
  /** The event that a click jumps to. */
  readonly seq: number;
  readonly row: LaneRow | undefined;
  /** What a click selects and what lights up everywhere. */
  readonly selection: Selection | null;
  readonly hovered: Hovered | null;
  /** For the card: what it is, what it says, where it is. */
  readonly title: string;
  readonly text: string;
  /** A second line, such as since when a value is there; may be "". */
  readonly note: string;
  readonly at: string;
  /** The event whose sentence is worth telling here, such as what emptied a state. */
  readonly told: number | undefined;
  /** Identity of a value, for its colour. */
  readonly identity: string | undefined;
}

const STATE_WORDS = ['open', 'closed', 'ended in it', 'several iterations'];
/** Marks and narrow bars are hit from this far away. */
const REACH_PX = 6;

/** Undefined over the minimap and where there is no event. */
export function hitAt(scene: Scene, hazards: readonly HazardRow[], xPx: number, yPx: number): Hit | undefined {
  const { geometry, view, head } = scene;
  const { area, row: number } = areaAt(geometry, yPx);
  const seq = eventAt(geometry.scale, xPx, head);
  if (area === 'minimap' || seq < 0) return undefined;
  const row = area === 'lanes' ? scene.rows[number] : area === 'marks' ? scene.marks[number] : undefined;
  const bare = bareHit(scene, row, seq);
  if (!row) return bare;
  const time = timeOf(geometry.scale, xPx);
  const reach = REACH_PX / pxPerEvent(geometry.scale);
  const { lane } = row;
  switch (lane.kind) {
    case 'scope': {
      const spans = view.scopes[lane.index];
      const span = spans && spanNear(spans.from, spans.to, time, 0);
      if (!spans || span === undefined) return { ...bare, title: spans?.scope ?? '', text: 'not open here' };
      const [from, to] = [spans.from[span] ?? 0, spans.to[span] ?? 0];
      const state = isFollowed(spans, span) ? 'another pass followed' : STATE_WORDS[spans.state[span] ?? 1];
      const pass = spans.pass?.[span] ?? 1;
      const label = view.labels[spans.label?.[span] ?? -1];
      const iteration = spans.iteration[span] ?? 0;
      if (scene.verdicts && state !== STATE_WORDS[3]) {
        const satisfied = scene.verdicts[iteration] ?? null;
        const verdict = satisfied === null ? 'not judged yet' : satisfied ? '✓ satisfied' : '✗ not satisfied';
        return { ...bare, title: `Attempt ${iteration + 1}`, text: `${verdict} · #${from} to #${to - 1}` };
      }
      return {
        ...bare,
        title: `${spans.scope}[${spans.iteration[span] ?? 0}]${pass > 1 ? ` · pass ${pass}` : ''}`,
        text: [label, state, `#${from} to #${to - 1}`].filter(Boolean).join(' · '),
      };
    }
    case 'slot':
      return slotHit(scene, lane.index, bare, time, reach);
    case 'fire': {
      const spans = view.fires[lane.index];
      const span = spans && spanNear(spans.from, spans.to, time, reach);
      if (!spans || span === undefined) return { ...bare, title: spans?.node ?? '', text: 'no fire here' };
      const words = ['running', 'finished', 'failed', 'several fires', 'several fires, one failed'];
      const last = Math.max(spans.from[span] ?? 0, (spans.to[span] ?? 1) - 1);
      const to = Math.min(last, Math.max(spans.from[span] ?? 0, seq));
      return { ...bare, seq: to, title: spans.node, text: words[spans.state[span] ?? 1] ?? '', at: placeOf(scene, to) };
    }
    case 'decisions': {
      const mark = markNear(view.decisions.seq, time, reach);
      if (mark === undefined) return { ...bare, title: 'decisions', text: 'none here' };
      const at = view.decisions.seq[mark] ?? 0;
      const question = QUESTIONS[view.decisions.kind[mark] ?? 0] ?? '';
      const selection = { kind: 'decision', seq: at } as const;
      const text = many(view.decisions.count[mark]);
      return {
        ...bare,
        seq: at,
        selection,
        hovered: selection,
        title: `${question} decision`,
        text,
        at: placeOf(scene, at),
      };
    }
    case 'hazards': {
      const mark = markNear(view.hazards.seq, time, reach);
      if (mark === undefined) return { ...bare, title: 'hazards', text: 'none here' };
      const at = view.hazards.seq[mark] ?? 0;
      const code = view.hazardCodes[view.hazards.kind[mark] ?? 0] ?? '';
      const index = hazardAt(hazards, code, at);
      const hazard = hazards[index];
      const selection = index < 0 ? null : ({ kind: 'hazard', index } as const);
      const text = [hazard?.message ?? '', many(view.hazards.count[mark])].filter(Boolean).join(' · ');
      return {
        ...bare,
        seq: at,
        selection,
        hovered: selection,
        title: hazard?.title ?? code,
        text,
        at: placeOf(scene, at),
      };
    }
    case 'errors': {
      const mark = markNear(view.errors.seq, time, reach);
      if (mark === undefined) return { ...bare, title: 'errors', text: 'none here' };
      const at = view.errors.seq[mark] ?? 0;
      return { ...bare, seq: at, title: 'failure', text: many(view.errors.count[mark]), at: placeOf(scene, at) };
    }
    default:
      return assertNever(lane);
  }
}

function bareHit(scene: Scene, row: LaneRow | undefined, seq: number): Hit {
  const selection = row?.selection ?? null;
  const at = placeOf(scene, seq);
  return {
    seq,
    row,
    selection,
    hovered: selection,
    title: `#${seq}`,
    text: '',
    note: '',
    at,
    told: undefined,
    identity: undefined,
  };
}

function slotHit(scene: Scene, index: number, bare: Hit, time: number, reach: number): Hit {
  const { view } = scene;
  const spans = view.slots[index];
  const clears = spans ? clearsOf(spans) : [];
  // The bracket stands at the left end of its event.
  const near = markNear(clears, time + 0.5, reach);
  const cleared = near === undefined ? undefined : clears[near];
  if (spans && cleared !== undefined) {
    const at = placeOf(scene, cleared);
    return { ...bare, seq: cleared, title: spans.address, text: 'emptied here', at, told: cleared };
  }
  const span = spans && spanNear(spans.from, spans.to, time, 0);
  if (!spans || span === undefined) return { ...bare, title: spans?.address ?? '', text: 'never written so far' };
  const chip = view.chips[spans.chip[span] ?? 0];
  if (spans.state[span] === 3 || !chip) {
    const told = isStateLane(spans) ? spans.from[span] : undefined;
    return { ...bare, title: spans.address, text: 'empty', told };
  }
  // Back to where this value came: equal neighbours are one value.
  let first = span;
  while (first > 0 && spans.state[first] === 0 && spans.chip[first - 1] === spans.chip[first]) first--;
  const since = iterationFrom(view, spans, spans.from[first] ?? 0);
  const now = iterationAt(view, spans, bare.seq);
  const age = since === undefined ? '' : since === now ? 'new in this iteration' : `the same since [${since}]`;
  return { ...bare, title: spans.address, text: chip.text, note: age, identity: chip.identity };
}

/** The hazard that has its evidence at an event; −1 where the list has none. */
function hazardAt(hazards: readonly HazardRow[], code: string, seq: number): number {
  const exact = hazards.findIndex((hazard) => hazard.code === code && hazard.evidenceSeqs.includes(seq));
  return exact >= 0 ? exact : hazards.findIndex((hazard) => hazard.code === code);
}

function placeOf(scene: Scene, seq: number): string {
  const path = pathAt(scene.view, seq);
  return path ? `${path} · #${seq}` : `#${seq}`;
}

function many(count: number | undefined): string {
  return count !== undefined && count > 1 ? `${count} together` : '';
}
