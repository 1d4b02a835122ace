// What the inspector shows: which slots, decisions and hazards belong to what is selected, and what it is called.
import type { GraphView, GraphViewEdge, GraphViewNode, GraphViewScope } from '../../../shared/contract/graph.ts';
import type { HazardRow } from '../../../shared/contract/hazards.ts';
import type { DecisionCard, EdgeState, MomentView, NodeState, SlotRow } from '../../../shared/contract/moment.ts';
import { type Hazard, slotOfPlace } from '../../../shared/model/hazard.ts';
import type { Selection, TapeTab } from '../state.ts';
import { routeOfCandidate } from './routes.ts';

export interface Inspection {
  readonly title: string;
  /** What kind of thing it is, in a word or two. */
  readonly what: string;
  readonly slots: readonly SlotRow[];
  readonly decisions: readonly DecisionCard[];
  readonly hazards: readonly { readonly hazard: HazardRow; readonly index: number }[];
  readonly node: { readonly view: GraphViewNode | undefined; readonly state: NodeState | undefined } | undefined;
  readonly edge: { readonly view: GraphViewEdge; readonly state: EdgeState | undefined } | undefined;
  readonly scope: GraphViewScope | undefined;
  /** True where the fire's details belong here. */
  readonly showsFire: boolean;
}

/** What an inspection reads: the parts of a tape's tab. */
export interface InspectionInput {
  readonly graph: GraphView | undefined;
  readonly moment: MomentView;
  readonly hazards: readonly HazardRow[];
  readonly selection: Selection | null;
}

export function inspectionInput(tab: TapeTab): InspectionInput | undefined {
  const moment = tab.moment.value;
  if (!moment) return undefined;
  return { graph: tab.graph.value, moment, hazards: tab.hazards.value ?? [], selection: tab.selection };
}

const NOTHING = {
  slots: [],
  decisions: [],
  hazards: [],
  node: undefined,
  edge: undefined,
  scope: undefined,
  showsFire: false,
} as const;

export function inspect(input: InspectionInput): Inspection {
  const { graph, moment, selection } = input;
  const hazards = (test: (hazard: Hazard, index: number) => boolean): Inspection['hazards'] =>
    input.hazards.map((hazard, index) => ({ hazard, index })).filter((one) => test(one.hazard, one.index));
  switch (selection?.kind) {
    case undefined:
      return {
        ...NOTHING,
        title: moment.at === '' ? 'graph' : moment.at,
        what: 'moment',
        slots: moment.slots,
        decisions: moment.decisions,
        hazards: hazards((hazard) => hazard.severity !== 'info'),
        showsFire: moment.fire !== undefined,
      };
    case 'scope': {
      const { scope } = selection;
      const view = graph?.scopes.find((one) => one.scope === scope);
      return {
        ...NOTHING,
        title: scope === '' ? 'graph' : label(graph, scope),
        what: view?.loop ? 'loop' : 'scope',
        slots: moment.slots.filter((row) => row.scope === scope || isOfLoop(view, row)),
        decisions: moment.decisions.filter((decision) => decision.scope === scope),
        hazards: hazards((hazard) => (hazard.where.scope ?? '') === scope),
        scope: view,
      };
    }
    case 'slot':
      return inspectSlot(input, selection.scope, selection.slot, hazards);
    case 'input':
      return inspectInput(input, selection.node, selection.port, hazards);
    case 'node':
      return inspectNode(input, selection.node, hazards);
    case 'edge':
      return inspectEdge(input, selection.edge, hazards);
    case 'decision': {
      const decision = moment.decisions.find((one) => one.seq === selection.seq);
      return {
        ...NOTHING,
        title: decision?.title ?? `Decision #${selection.seq}`,
        what: 'decision',
        decisions: decision ? [decision] : [],
        slots: decision ? slotsOfDecision(graph, moment, decision) : [],
        hazards: decision ? hazards((hazard) => subjectOf(hazard) === decision.subject) : [],
      };
    }
    case 'hazard': {
      const hazard = input.hazards[selection.index];
      const subject = hazard && (subjectOf(hazard) ?? hazard.where.node);
      return {
        ...NOTHING,
        title: hazard?.title ?? 'Hazard',
        what: 'hazard',
        hazards: hazards((_, index) => index === selection.index),
        decisions: moment.decisions.filter((decision) => decision.subject === subject),
        slots: hazard ? slotsOfHazard(graph, moment, hazard) : [],
      };
    }
  }
}

type HazardsOf = (test: (hazard: Hazard, index: number) => boolean) => Inspection['hazards'];

function inspectSlot({ graph, moment }: InspectionInput, scope: string, slot: string, hazards: HazardsOf): Inspection {
  const writer = `${scope}.${slot}`;
  return {
    ...NOTHING,
    title: scope === '' ? slot : `${label(graph, scope)}.${slot}`,
    what: 'slot',
    slots: moment.slots.filter((row) => row.scope === scope && row.slot === slot),
    decisions: moment.decisions.filter(
      (decision) => decision.cursor === slot || decision.candidates.some((one) => one.id === writer),
    ),
    hazards: hazards((hazard) => {
      const named = isAbout(hazard, scope, slot);
      return named || (hazard.writers?.includes(writer) ?? false);
    }),
  };
}

function inspectInput({ graph, moment }: InspectionInput, node: string, port: string, hazards: HazardsOf): Inspection {
  const subject = `${node}.${port}`;
  return {
    ...NOTHING,
    title: `${label(graph, node)}.${port}`,
    what: 'input',
    slots: slotsOfInput(graph, moment, subject),
    decisions: moment.decisions.filter((decision) => decision.subject === subject),
    hazards: hazards((hazard) => subjectOf(hazard) === subject),
    showsFire: true,
  };
}

function inspectNode(input: InspectionInput, node: string, hazards: HazardsOf): Inspection {
  const { graph, moment } = input;
  const view = graph?.nodes.find((one) => one.id === node);
  const read = graph?.edges.filter((edge) => edge.target === node) ?? [];
  const isPivot = view?.role === 'iterIn' || view?.role === 'iterOut';
  const scope = isPivot ? graph?.scopes.find((one) => one.scope === node || one.iterOut === node) : undefined;
  return {
    ...NOTHING,
    title: view?.label ?? node,
    what: view?.role === 'operator' ? view.type : (view?.role ?? 'node'),
    slots: moment.slots.filter(
      (row) =>
        row.scope === scope?.scope ||
        isWrittenBy(view, row) ||
        read.some((edge) => edge.source === row.scope && edge.sourceHandle === row.slot),
    ),
    decisions: moment.decisions.filter((one) => one.subject === node || one.subject.startsWith(`${node}.`)),
    hazards: hazards((hazard) => hazard.where.node === node || (isPivot && hazard.where.scope === scope?.scope)),
    node: { view, state: moment.nodes.find((one) => one.node === node) },
    scope,
    showsFire: !isPivot,
  };
}

function inspectEdge(input: InspectionInput, id: string, hazards: HazardsOf): Inspection {
  const { graph, moment } = input;
  const view = graph?.edges.find((edge) => edge.id === id);
  if (!view) return { ...NOTHING, title: id, what: 'wire' };
  if (view.route) return inspectRoute(input, view);
  const subject = `${view.target}.${view.targetHandle}`;
  return {
    ...NOTHING,
    title: `${label(graph, view.source)}.${view.sourceHandle} → ${label(graph, view.target)}.${view.targetHandle}`,
    what: view.role === 'carry' ? 'carry' : 'wire',
    slots: moment.slots.filter((row) => row.scope === view.source && row.slot === view.sourceHandle),
    decisions: moment.decisions.filter((decision) => decision.subject === subject),
    hazards: hazards((hazard) => subjectOf(hazard) === subject),
    edge: { view, state: moment.edges.find((edge) => edge.edge === id) },
  };
}

/** An edge or an exit of sockets, with the decisions that it was a candidate of. */
function inspectRoute({ graph, moment }: InspectionInput, view: GraphViewEdge): Inspection {
  const isCandidate = (decision: DecisionCard) =>
    graph !== undefined && decision.candidates.some(({ id }) => routeOfCandidate(graph, decision, id)?.id === view.id);
  return {
    ...NOTHING,
    title: `${label(graph, view.source)} → ${label(graph, view.target)}`,
    what: view.role === 'exit' ? 'exit' : 'edge',
    decisions: moment.decisions.filter(isCandidate),
    edge: { view, state: moment.edges.find((edge) => edge.edge === view.id) },
  };
}

/** The cursor and the list of a loop of sockets, which are the graph's slots. */
function isOfLoop(scope: GraphViewScope | undefined, { slot }: SlotRow): boolean {
  const loop = scope?.loop;
  return loop !== undefined && (slot === loop.cursor || slot === loop.items);
}

/** What a socket assigns, and the cursor that it moves. */
function isWrittenBy(node: GraphViewNode | undefined, { slot }: SlotRow): boolean {
  const socket = node?.socket;
  return socket !== undefined && (socket.advance?.cursor === slot || socket.assigns.some((one) => one.slot === slot));
}

function label(graph: GraphView | undefined, node: string): string {
  return graph?.nodes.find((one) => one.id === node)?.label ?? node;
}

function subjectOf({ where }: Hazard): string | undefined {
  return where.node !== undefined && where.port !== undefined ? `${where.node}.${where.port}` : undefined;
}

function slotsOfDecision(graph: GraphView | undefined, moment: MomentView, decision: DecisionCard): readonly SlotRow[] {
  const loop = graph?.scopes.find(({ scope }) => scope === decision.scope);
  if (decision.question === 'advance')
    return moment.slots.filter((row) => row.slot === decision.cursor || isOfLoop(loop, row));
  if (decision.question === 'empty-loop') return moment.slots.filter((row) => isOfLoop(loop, row));
  const ids = new Set(decision.candidates.map((candidate) => candidate.id));
  const wired = new Set(slotsOfInput(graph, moment, decision.subject));
  return moment.slots.filter((row) => ids.has(`${row.scope}.${row.slot}`) || wired.has(row));
}

/** The slots whose wires lead into an input, named `node.port`. */
function slotsOfInput(graph: GraphView | undefined, moment: MomentView, subject: string): readonly SlotRow[] {
  const wires = graph?.edges.filter((edge) => `${edge.target}.${edge.targetHandle}` === subject) ?? [];
  return moment.slots.filter((row) =>
    wires.some((edge) => edge.source === row.scope && edge.sourceHandle === row.slot),
  );
}

function isAbout({ where }: Hazard, scope: string, slot: string): boolean {
  const named = slotOfPlace(where);
  return named?.scope === scope && named.slot === slot;
}

function slotsOfHazard(graph: GraphView | undefined, moment: MomentView, hazard: Hazard): readonly SlotRow[] {
  const writers = new Set(hazard.writers);
  const wired = new Set(slotsOfInput(graph, moment, subjectOf(hazard) ?? ''));
  return moment.slots.filter(
    (row) => writers.has(`${row.scope}.${row.slot}`) || isAbout(hazard, row.scope, row.slot) || wired.has(row),
  );
}
