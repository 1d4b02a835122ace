// What a wire looks like at the moment: whether its value was read, lost or waits, and whether a hazard names it.
import type { GraphViewEdge } from '../../../shared/contract/graph.ts';
import type { EdgeState, MomentView } from '../../../shared/contract/moment.ts';
import type { Chip } from '../../../shared/contract/value.ts';
import type { Hazard } from '../../../shared/model/hazard.ts';

export type WireLook = 'hazard' | 'carry' | 'won' | 'held' | 'lost' | 'final' | 'empty';

export interface WireWords {
  readonly look: WireLook;
  readonly chip: Chip | undefined;
  /** In words, for a title. */
  readonly sentence: string;
}

const STATE_WORDS: Record<EdgeState['state'], string> = {
  won: 'was read',
  lost: 'lost to another writer',
  held: 'holds a value that was not read',
  empty: 'is empty',
};

export function wireWords(edge: GraphViewEdge, moment: MomentView | undefined, hazards: readonly Hazard[]): WireWords {
  const now = moment?.edges.find((one) => one.edge === edge.id);
  const state = now?.state ?? 'empty';
  const value = now?.chip && state !== 'empty' ? ` · ${now.chip.text}` : '';
  const sentence = `${edge.source}.${edge.sourceHandle} → ${edge.target}.${edge.targetHandle}`;
  return {
    look: lookOf(edge, state, moment !== undefined, hazards),
    chip: state === 'empty' ? undefined : now?.chip,
    sentence: moment ? `${sentence} ${STATE_WORDS[state]}${value}` : sentence,
  };
}

function lookOf(
  edge: GraphViewEdge,
  state: EdgeState['state'],
  hasMoment: boolean,
  hazards: readonly Hazard[],
): WireLook {
  if (state === 'lost') return 'lost';
  // Without a moment every wire that takes part is named; with one only that which won.
  if ((state === 'won' || !hasMoment) && hazards.some((hazard) => names(hazard, edge))) return 'hazard';
  if (edge.role === 'carry') return 'carry';
  if (edge.role === 'final') return 'final';
  return state === 'empty' && hasMoment ? 'empty' : state === 'held' ? 'held' : 'won';
}

/** True where the wire is one of the writers of the input that the hazard is about. */
export function names(hazard: Hazard, edge: GraphViewEdge): boolean {
  const { node, port } = hazard.where;
  if (hazard.severity === 'info' || node !== edge.target || port !== edge.targetHandle) return false;
  return hazard.writers?.includes(`${edge.source}.${edge.sourceHandle}`) ?? true;
}

/** What each port of each node carries at the moment: node → port → chip. */
export function chipsByPort(
  edges: readonly GraphViewEdge[],
  moment: MomentView | undefined,
): ReadonlyMap<string, ReadonlyMap<string, Chip>> {
  const states = new Map(moment?.edges.map((one) => [one.edge, one]));
  const nodes = new Map<string, Map<string, Chip>>();
  for (const edge of edges) {
    const now = states.get(edge.id);
    if (!now?.chip || now.state === 'empty' || edge.role === 'carry') continue;
    const ports = nodes.get(edge.source) ?? new Map<string, Chip>();
    nodes.set(edge.source, ports.set(edge.sourceHandle, now.chip));
  }
  return nodes;
}
