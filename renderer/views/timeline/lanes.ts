// The rows of the timeline, top to bottom: scopes nested, then slots, then nodes by their fires; and the rows of marks that
// always stay in sight below them. A row's key stays the same while windows come and go.
import type { Marks, TimelineView } from '../../../shared/contract/timeline.ts';
import type { Hovered, Selection } from '../../store/state.ts';

export const ROW_PX = 20;

export type Lane =
  | { readonly kind: 'scope'; readonly index: number }
  | { readonly kind: 'slot'; readonly index: number }
  | { readonly kind: 'fire'; readonly index: number }
  | { readonly kind: 'decisions' | 'hazards' | 'errors' };

export interface LaneRow {
  readonly key: string;
  readonly lane: Lane;
  /** What stands at the left; `title` is the whole of it. */
  readonly label: string;
  readonly title: string;
  readonly indent: number;
  /** What a click on the label selects. */
  readonly selection: Selection | null;
}

/** The rows that scroll. */
export function laneRows(view: TimelineView): readonly LaneRow[] {
  const named = new Map<string, number>();
  for (const { slot } of view.slots) named.set(slot, (named.get(slot) ?? 0) + 1);
  const scopes = view.scopes.map(
    (lane, index): LaneRow => ({
      key: `scope:${lane.scope}`,
      lane: { kind: 'scope', index },
      label: lane.scope,
      title: lane.scope,
      indent: lane.depth,
      selection: { kind: 'scope', scope: lane.scope },
    }),
  );
  const slots = view.slots.map(
    (lane, index): LaneRow => ({
      key: `slot:${lane.address}`,
      lane: { kind: 'slot', index },
      // The scope is told only where two scopes have a slot of one name.
      label: named.get(lane.slot) === 1 ? lane.slot : lane.address,
      title: lane.address,
      indent: 0,
      selection: lane.input ? { kind: 'input', ...lane.input } : { kind: 'slot', scope: lane.scope, slot: lane.slot },
    }),
  );
  const fires = view.fires.map(
    (lane, index): LaneRow => ({
      key: `fire:${lane.node}`,
      lane: { kind: 'fire', index },
      label: lane.node,
      title: lane.node,
      indent: 0,
      selection: { kind: 'node', node: lane.node },
    }),
  );
  return [...scopes, ...slots, ...fires];
}

/** The rows of marks; hazards and errors only where there are any. */
export function markRows(view: TimelineView): readonly LaneRow[] {
  const kinds = (['decisions', 'hazards', 'errors'] as const).filter(
    (kind) => kind === 'decisions' || marksOf(view, kind).seq.length > 0,
  );
  return kinds.map((kind) => ({ key: kind, lane: { kind }, label: kind, title: kind, indent: 0, selection: null }));
}

export function marksOf(view: TimelineView, kind: 'decisions' | 'hazards' | 'errors'): Marks {
  return view[kind];
}

/** True where the row shows what is selected or hovered. */
export function shows(row: LaneRow, chosen: Selection | Hovered | null): boolean {
  const own = row.selection;
  if (chosen === null || own === null) return false;
  switch (own.kind) {
    case 'scope':
      return chosen.kind === 'scope' && chosen.scope === own.scope;
    case 'slot':
      return chosen.kind === 'slot' && chosen.scope === own.scope && chosen.slot === own.slot;
    case 'input':
      return chosen.kind === 'input' && chosen.node === own.node && chosen.port === own.port;
    case 'node':
      return chosen.kind === 'node' && chosen.node === own.node;
    case 'edge':
    case 'decision':
    case 'hazard':
      return false;
  }
}

/**
 * The scope whose iterations the ruler counts: the one that was asked for where it has a lane, else the outermost one with
 * more than one iteration on the tape, else the innermost; −1 without scopes.
 */
export function rulerScope(
  view: TimelineView,
  iterations: Readonly<Record<string, number>>,
  asked: string | undefined,
): number {
  const wanted = view.scopes.findIndex((lane) => lane.scope === asked);
  if (wanted >= 0) return wanted;
  const depths = view.scopes.map((lane) => ((iterations[lane.scope] ?? 0) > 1 ? lane.depth : Number.POSITIVE_INFINITY));
  const outermost = Math.min(...depths);
  return Number.isFinite(outermost) ? depths.indexOf(outermost) : view.scopes.length - 1;
}
