// Draws the timeline in two layers: the tape (changes with the window and the data), and above it the moment (changes with
// the playhead and the pointer), so that scrubbing draws next to nothing.
import { assertNever } from '../../../shared/base/assert.ts';
import { QUESTIONS, type TimelineView } from '../../../shared/contract/timeline.ts';
import type { Severity } from '../../../shared/model/hazard.ts';
import type { Brush } from '../../parts/painters/brush.ts';
import { roundedCell } from '../../parts/painters/brush.ts';
import { paintFireBars } from '../../parts/painters/fireBars.ts';
import { paintClears, paintCrosses, paintDiamonds, paintDots } from '../../parts/painters/marks.ts';
import { paintDensity, paintWindowFrame } from '../../parts/painters/minimap.ts';
import type { Palette } from '../../parts/painters/palette.ts';
import { paintFuture, paintPlayhead } from '../../parts/painters/playhead.ts';
import { paintRuler } from '../../parts/painters/ruler.ts';
import { paintScopeCells } from '../../parts/painters/scopeCells.ts';
import { paintValueBand } from '../../parts/painters/valueBand.ts';
import { spanAt } from '../../viewport/hitTest.ts';
import { eventTicks, iterationTicks, type Tick } from '../../viewport/ticks.ts';
import { middlePxOf, pxOf } from '../../viewport/timeScale.ts';
import { isWhole } from '../../viewport/timeWindow.ts';
import { clearsOf } from './clears.ts';
import { BAND, BAR, CELL, type Geometry, LANES_TOP_PX, MINIMAP, RULER } from './geometry.ts';
import { type LaneRow, ROW_PX } from './lanes.ts';
import { freshUntil } from './place.ts';

export interface Scene {
  readonly geometry: Geometry;
  readonly view: TimelineView;
  readonly head: number;
  /** The scrolling rows and the rows of marks. */
  readonly rows: readonly LaneRow[];
  readonly marks: readonly LaneRow[];
  /** Index of the scope that the ruler counts, or −1. */
  readonly rulerScope: number;
  /** By code: how bad the worst hazard of that name is. */
  readonly severities: ReadonlyMap<string, Severity>;
  /** Of a bounded loop: whether each attempt satisfied, by its iteration; null while it is not decided. */
  readonly verdicts: readonly (boolean | null)[] | undefined;
}

const ITERATION_APART_PX = 44;
const EVENT_APART_PX = 90;
const ENOUGH_TICKS = 5;

export function paintTape(brush: Brush, palette: Palette, scene: Scene): void {
  const { geometry, view, head } = scene;
  const { scale, wholeScale } = geometry;
  paintDensity(brush, palette, view.density, wholeScale, MINIMAP);
  paintWindowFrame(brush, palette, scale.window, wholeScale, MINIMAP, !isWhole(scale.window, head));
  const lane = view.scopes[scene.rulerScope];
  const ticks = lane ? iterationTicks(lane, scale, ITERATION_APART_PX) : [];
  const iterations = scene.verdicts ? ticks.map(attemptTick) : ticks;
  // Two kinds of numbers side by side read as one; events are numbered where iterations hardly are.
  const events = iterations.length >= ENOUGH_TICKS ? [] : eventTicks(scale, EVENT_APART_PX);
  paintRuler(brush, palette, iterations, events, RULER, geometry.widthPx);

  clipped(brush, geometry, LANES_TOP_PX, geometry.lanesHeightPx, () => {
    for (const { row, topPx } of rowsInSight(scene)) paintLane(brush, palette, scene, row, topPx);
  });
  brush.fillStyle = palette.line;
  brush.fillRect(0, geometry.marksTopPx - 1, geometry.widthPx, 1);
  clipped(brush, geometry, geometry.marksTopPx, geometry.heightPx - geometry.marksTopPx, () => {
    scene.marks.forEach((row, i) => {
      paintLane(brush, palette, scene, row, geometry.marksTopPx + i * ROW_PX);
    });
  });
}

/** Attempts count from 1. */
function attemptTick(tick: Tick): Tick {
  return { ...tick, label: String(Number(tick.label) + 1) };
}

function clipped(brush: Brush, geometry: Geometry, topPx: number, heightPx: number, paint: () => void): void {
  const { leftPx, widthPx } = geometry.scale;
  brush.save();
  brush.beginPath();
  // Marks may reach over the ends by half their width.
  brush.rect(leftPx - 5, topPx, widthPx + 10, Math.max(0, heightPx));
  brush.clip();
  paint();
  brush.restore();
}

function rowsInSight(scene: Scene): readonly { readonly row: LaneRow; readonly topPx: number }[] {
  const { scrollPx, lanesHeightPx } = scene.geometry;
  const first = Math.max(0, Math.floor(scrollPx / ROW_PX));
  const last = Math.ceil((scrollPx + lanesHeightPx) / ROW_PX);
  return scene.rows
    .slice(first, last)
    .map((row, i) => ({ row, topPx: LANES_TOP_PX + (first + i) * ROW_PX - scrollPx }));
}

function paintLane(brush: Brush, palette: Palette, scene: Scene, row: LaneRow, topPx: number): void {
  const { view, geometry } = scene;
  const { scale } = geometry;
  const { lane } = row;
  const within = (box: { insetPx: number; heightPx: number }) => ({
    topPx: topPx + box.insetPx,
    heightPx: box.heightPx,
  });
  switch (lane.kind) {
    case 'scope': {
      const spans = view.scopes[lane.index];
      if (spans) paintScopeCells(brush, palette, spans, view.labels, scale, within(CELL), scene.verdicts);
      return;
    }
    case 'slot': {
      const spans = view.slots[lane.index];
      if (!spans) return;
      const fresh = (time: number) => freshUntil(view, spans, time);
      paintValueBand(brush, palette, spans, view.chips, scale, within(BAND), fresh);
      paintClears(brush, palette, clearsOf(spans), scale, within(BAND));
      return;
    }
    case 'fire': {
      const spans = view.fires[lane.index];
      if (spans) paintFireBars(brush, palette, spans, scale, within(BAR));
      return;
    }
    case 'decisions':
      // Where an input was chosen is a hollow diamond, where the loop's way was chosen a full one.
      paintDiamonds(brush, palette, view.decisions, scale, within(CELL), (kind) => QUESTIONS[kind] !== 'input');
      return;
    case 'hazards':
      paintDots(
        brush,
        palette,
        view.hazards,
        scale,
        within(CELL),
        (kind) => scene.severities.get(view.hazardCodes[kind] ?? '') ?? 'warning',
      );
      return;
    case 'errors':
      paintCrosses(brush, palette, view.errors, scale, within(CELL));
      return;
    default:
      assertNever(lane);
  }
}

export interface MomentLayer {
  readonly playhead: number;
  /** The pointer's place in time; undefined while it is elsewhere. */
  readonly pointerPx: number | undefined;
  /** Keys of the rows that are lit. */
  readonly isLit: (row: LaneRow) => boolean;
}

export function paintMoment(brush: Brush, palette: Palette, scene: Scene, moment: MomentLayer): void {
  const { geometry, head } = scene;
  const { scale, wholeScale } = geometry;
  const { playhead } = moment;
  const bottomPx = geometry.heightPx - 2;
  const rightPx = scale.leftPx + scale.widthPx;
  const futurePx = Math.max(scale.leftPx, Math.min(rightPx, pxOf(scale, playhead + 1)));
  const lanes = { topPx: LANES_TOP_PX, heightPx: bottomPx - LANES_TOP_PX };
  if (playhead < head) paintFuture(brush, palette, futurePx, rightPx + 5, lanes);

  clipped(brush, geometry, LANES_TOP_PX, geometry.lanesHeightPx, () => {
    for (const { row, topPx } of rowsInSight(scene)) {
      if (moment.isLit(row)) paintRowLight(brush, palette, topPx, geometry);
      if (row.lane.kind === 'scope') paintCurrentCell(brush, palette, scene, row.lane.index, topPx, playhead);
    }
  });

  if (moment.pointerPx !== undefined) {
    brush.fillStyle = palette.lineStrong;
    brush.fillRect(Math.round(moment.pointerPx), RULER.topPx, 1, bottomPx - RULER.topPx);
  }
  brush.fillStyle = palette.accent;
  brush.fillRect(middlePxOf(wholeScale, playhead) - 0.75, MINIMAP.topPx, 1.5, MINIMAP.heightPx);
  const px = middlePxOf(scale, playhead);
  if (px < scale.leftPx - 0.5 || px > rightPx + 0.5) return;
  paintPlayhead(brush, palette, px, { topPx: RULER.topPx, heightPx: bottomPx - RULER.topPx });
}

/** Hair lines above and below: a ground would change the colours, which mean something. */
function paintRowLight(brush: Brush, palette: Palette, topPx: number, geometry: Geometry): void {
  brush.fillStyle = palette.accent;
  brush.globalAlpha = 0.55;
  brush.fillRect(geometry.scale.leftPx - 5, topPx, geometry.scale.widthPx + 10, 1);
  brush.fillRect(geometry.scale.leftPx - 5, topPx + ROW_PX - 1, geometry.scale.widthPx + 10, 1);
  brush.globalAlpha = 1;
}

/** The iteration that the moment lies in, outlined. */
function paintCurrentCell(
  brush: Brush,
  palette: Palette,
  scene: Scene,
  index: number,
  topPx: number,
  playhead: number,
): void {
  const lane = scene.view.scopes[index];
  const span = lane && spanAt(lane.from, lane.to, playhead);
  if (!lane || span === undefined) return;
  const { scale } = scene.geometry;
  const left = Math.max(scale.leftPx - 3, pxOf(scale, lane.from[span] ?? 0));
  const right = Math.min(scale.leftPx + scale.widthPx + 3, pxOf(scale, lane.to[span] ?? 0));
  if (right < scale.leftPx || left > scale.leftPx + scale.widthPx) return;
  brush.strokeStyle = palette.accent;
  brush.lineWidth = 1.2;
  roundedCell(brush, left + 0.5, topPx + CELL.insetPx, Math.max(2, right - left - 1), CELL.heightPx, 3);
  brush.stroke();
}
