// The timeline: the whole tape at the bottom of the window. It shows what the store holds and tells the store what the
// pointer did; keys go through the table of commands.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { HazardRow } from '../../../shared/contract/hazards.ts';
import type { Severity } from '../../../shared/model/hazard.ts';
import { useSize } from '../../components/useSize.ts';
import { shallowEqual, useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import type { Brush } from '../../parts/painters/brush.ts';
import { usePalette } from '../../parts/painters/usePalette.ts';
import { worstOf } from '../../parts/severity.ts';
import { roundWord } from '../../store/selectors/roundWord.ts';
import { activeTape } from '../../store/selectors/tabs.ts';
import { timelineModel } from '../../store/selectors/timeline.ts';
import { EVENTS_PER_PAGE } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { BAR_PX, geometry, LABELS_PX, LANES_TOP_PX, MINIMAP, RULER, SIDE_PX } from './geometry.ts';
import { HoverCard } from './HoverCard.tsx';
import { hitAt } from './hit.ts';
import { LaneLabels } from './LaneLabels.tsx';
import { type LaneRow, laneRows, markRows, ROW_PX, rulerScope, shows } from './lanes.ts';
import { paintMoment, paintTape, type Scene } from './paintTimeline.ts';
import { pathAt } from './place.ts';
import { useCanvas } from './useCanvas.ts';
import { useGestures } from './useGestures.ts';

export function Timeline({ store }: { readonly store: Store }) {
  const model = useStore(store, timelineModel, shallowEqual);
  const dialect = useStore(store, (state) => activeTape(state)?.graph.value?.dialect);
  const pane = useRef<HTMLElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const tapeCanvas = useRef<HTMLCanvasElement>(null);
  const momentCanvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(surface);
  const palette = usePalette(pane);
  const [scrollPx, setScrollPx] = useState(0);
  const { dispatch } = store;

  const lanesPx = Math.max(0, size.widthPx - 2 * SIDE_PX);
  const tab = model?.tab;
  useEffect(() => {
    // Per tab, as each tape asks for its own lanes.
    if (tab !== undefined && lanesPx > 0) dispatch({ type: 'timeline.measured', widthPx: Math.round(lanesPx) });
  }, [dispatch, tab, lanesPx]);

  const view = model?.view;
  const rows = useMemo(() => (view ? laneRows(view) : []), [view]);
  const marks = useMemo(() => (view ? markRows(view) : []), [view]);
  const selectedScope = model?.selection?.kind === 'scope' ? model.selection.scope : undefined;
  const ruler = useMemo(
    () => (view ? rulerScope(view, model?.iterations ?? {}, selectedScope) : -1),
    [view, model?.iterations, selectedScope],
  );

  const window = model?.window;
  const head = model?.head ?? -1;
  const hazards = model?.hazards ?? NO_HAZARDS;
  const attempts = model?.attempts;
  const scene = useMemo((): Scene | undefined => {
    if (!view || !window) return undefined;
    return {
      geometry: geometry(size, window, head, marks.length, scrollPx),
      view,
      head,
      rows,
      marks,
      rulerScope: ruler,
      severities: severitiesOf(hazards),
      // Before the first attempt nothing is known of any, and they are attempts all the same.
      verdicts: attempts?.map(({ satisfied }) => satisfied) ?? (dialect === 'bounded' ? [] : undefined),
    };
  }, [size, window, head, marks, scrollPx, view, rows, ruler, hazards, attempts, dialect]);

  const selection = model?.selection ?? null;
  const selectedRow = useMemo(() => rows.findIndex((row) => shows(row, selection)), [rows, selection]);
  useEffect(() => {
    // What was selected elsewhere comes into sight; what is in sight stays where it is.
    const lanes = scroller.current;
    if (selectedRow < 0 || !lanes) return;
    const top = selectedRow * ROW_PX;
    if (top < lanes.scrollTop) lanes.scrollTop = top;
    else if (top + ROW_PX > lanes.scrollTop + lanes.clientHeight) lanes.scrollTop = top + ROW_PX - lanes.clientHeight;
  }, [selectedRow]);

  const scrollBy = useCallback((px: number) => scroller.current?.scrollBy({ top: px }), []);
  const pointer = useGestures(momentCanvas, { scene, hazards, follow: model?.follow ?? false, dispatch, scrollBy });

  const paintBelow = useMemo(
    () => (scene && palette ? (brush: Brush) => paintTape(brush, palette, scene) : undefined),
    [scene, palette],
  );
  useCanvas(tapeCanvas, size, paintBelow);

  const playhead = model?.playhead ?? 0;
  const hovered = model?.hovered ?? null;
  const pointerPx = pointer?.xPx;
  const paintAbove = useMemo(() => {
    if (!scene || !palette) return undefined;
    const isLit = (row: LaneRow) => shows(row, selection) || shows(row, hovered);
    return (brush: Brush) => paintMoment(brush, palette, scene, { playhead, pointerPx, isLit });
  }, [scene, palette, playhead, selection, hovered, pointerPx]);
  useCanvas(momentCanvas, size, paintAbove);

  const hit = scene && pointer && !pointer.isDragging ? hitAt(scene, hazards, pointer.xPx, pointer.yPx) : undefined;
  const sentence = useSentence(store, hit?.told);

  if (!model) return null;
  const severityOf = (row: LaneRow) => worstOf(hazards.filter(({ where }) => names(where, row)));
  const labels = {
    isSelected: (row: LaneRow) => shows(row, selection),
    isHovered: (row: LaneRow) => shows(row, hovered),
    severityOf,
    verdicts: scene?.verdicts,
    onSelect: (row: LaneRow) => row.selection && dispatch({ type: 'selected', selection: row.selection }),
    onHover: (row: LaneRow | null) => dispatch({ type: 'hovered', hovered: row?.selection ?? null }),
  };
  const rulerLane = view?.scopes[ruler];
  const rulerName = rulerLane?.scope;
  const counted = `${roundWord(dialect, rulerLane?.label !== undefined)}s`;

  return (
    <section
      ref={pane}
      aria-label="Time"
      className="relative h-full min-h-0 overflow-visible bg-panel text-text select-none"
    >
      <div
        className="absolute left-0 truncate pl-3.5 text-tiny text-dim"
        style={{ top: MINIMAP.topPx, width: LABELS_PX - SIDE_PX }}
      >
        whole tape
      </div>
      <div
        className="absolute left-0 truncate pl-3.5 text-tiny text-faint"
        style={{ top: RULER.topPx + 2, width: LABELS_PX - SIDE_PX }}
        title={rulerName === undefined ? undefined : `The ruler counts the ${counted} of ${rulerName}, from 0`}
      >
        <PlainText text={rulerName === undefined ? 'events' : `${counted} of ${rulerName}`} />
      </div>
      {scene && view && (
        <>
          <div
            ref={scroller}
            onScroll={(event) => setScrollPx(event.currentTarget.scrollTop)}
            className="absolute inset-x-0 overflow-x-hidden overflow-y-auto"
            style={{ top: LANES_TOP_PX, height: scene.geometry.lanesHeightPx }}
          >
            <LaneLabels {...labels} name="Lanes" view={view} rows={rows} />
          </div>
          <div className="absolute left-0" style={{ top: scene.geometry.marksTopPx }}>
            <LaneLabels {...labels} name="Marks" view={view} rows={marks} />
          </div>
        </>
      )}
      <div
        ref={surface}
        role="slider"
        tabIndex={0}
        aria-label="Timeline"
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, head)}
        aria-valuenow={playhead}
        aria-valuetext={momentText(view, playhead, head, model.moment)}
        aria-busy={model.loading}
        className="absolute inset-y-0"
        style={{ left: LABELS_PX - SIDE_PX, right: BAR_PX }}
      >
        <canvas ref={tapeCanvas} className="pointer-events-none absolute inset-0 size-full" />
        <canvas ref={momentCanvas} className="absolute inset-0 size-full cursor-crosshair touch-none" />
      </div>
      {!view && (
        <p className="absolute inset-x-0 top-1/2 -translate-y-1/2 text-center text-small text-dim" role="status">
          {model.failure ?? (head < 0 ? 'Nothing has been recorded yet.' : 'Reading the tape …')}
        </p>
      )}
      {view && model.failure !== undefined && (
        <p
          role="alert"
          className="absolute right-4 bottom-2 rounded-md border border-hazard bg-raise px-2 py-1 text-small text-hazard"
        >
          {model.failure}
        </p>
      )}
      {hit && pointer && <HoverCard hit={hit} sentence={sentence} xPx={pointer.pageXPx} yPx={pointer.pageYPx} />}
    </section>
  );
}

/** What emptied a state, in the words of the log; the rows that it stands in are fetched as the list of events does. */
function useSentence(store: Store, seq: number | undefined): string | undefined {
  useEffect(() => {
    if (seq !== undefined) store.dispatch({ type: 'events.wanted', from: seq, to: seq });
  }, [store, seq]);
  return useStore(store, (state) => {
    if (seq === undefined) return undefined;
    const row = activeTape(state)?.eventPages[Math.floor(seq / EVENTS_PER_PAGE)]?.[seq % EVENTS_PER_PAGE];
    return row?.kind === 'slot.cleared' ? row.sentence : undefined;
  });
}

/** `act[17] · #1204 of #2860`. */
function momentText(
  view: Scene['view'] | undefined,
  playhead: number,
  head: number,
  moment: { readonly seq: number; readonly at: string } | undefined,
): string {
  const path = moment?.seq === playhead ? moment.at : view && pathAt(view, playhead);
  const event = head < 0 ? 'no events yet' : `#${Math.min(playhead, head)} of #${head}`;
  return path ? `${path} · ${event}` : event;
}

const NO_HAZARDS: readonly HazardRow[] = [];

function severitiesOf(hazards: readonly HazardRow[]): ReadonlyMap<string, Severity> {
  const codes = [...new Set(hazards.map(({ code }) => code))];
  return new Map(codes.map((code) => [code, worstOf(hazards.filter((hazard) => hazard.code === code)) ?? 'info']));
}

/** True where a hazard's place is this lane: the slot or node that it names, or its input's lane `node.port`. */
function names({ scope, node, port, slot }: HazardRow['where'], row: LaneRow): boolean {
  const own = row.selection;
  if (own?.kind === 'slot') return slot === own.slot && (scope ?? own.scope) === own.scope;
  if (own?.kind === 'input') return node === own.node && port === own.port;
  return own?.kind === 'node' && node === own.node;
}
