// A graph as it is drawn, with everything that check found. It answers for graphs that break rules too, as far as they are
// understood.
import { GRAPH_SCOPE } from '../../shared/base/ids.ts';
import type { GraphView, GraphViewEdge, GraphViewNode, GraphViewScope } from '../../shared/contract/graph.ts';
import type { CheckedEdge, CheckedGraph, CheckedNode, CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import type { Problem } from '../../shared/model/problem.ts';
import { toPublicRecord } from '../../shared/model/publicValue.ts';
import { runInputs } from '../graph/runInputs.ts';
import { boundedDrawing } from './boundedGraphView.ts';
import { chipOf } from './chip.ts';
import { carryEdgeId } from './edgeStates.ts';
import type { OpenTape } from './openTape.ts';
import { socketDrawing } from './socketGraphView.ts';
import { dialectOf } from './tapeGraph.ts';

export interface GraphViewOptions {
  /** The graph's file; none for the graph of a tape. */
  readonly path?: string;
  readonly problems?: readonly Problem[];
  readonly notes?: readonly Problem[];
  /** Node types that no operator here can run. */
  readonly missingOperators?: readonly string[];
}

export function graphView(graph: CheckedGraph, options: GraphViewOptions = {}): GraphView {
  return {
    name: graph.name,
    ...(options.path === undefined ? {} : { path: options.path }),
    dialect: graph.dialect,
    ...(graph.compat === undefined ? {} : { compat: graph.compat }),
    ...(graph.dialect === 'socket' && graph.loadout !== undefined ? { loadout: graph.loadout } : {}),
    ...drawing(graph),
    inputs: runInputs(graph).map(({ preset, ...input }) =>
      preset === undefined ? input : { ...input, preset: chipOf(preset).text },
    ),
    problems: [...(options.problems ?? [])],
    notes: [...(options.notes ?? [])],
    hazards: [...graph.hazards],
    missingOperators: [...(options.missingOperators ?? [])],
  };
}

/** The graph of a tape. A view runs nothing, so no operator is missing in it. */
export function tapeGraphView(tape: OpenTape): GraphView {
  if (tape.drawn) return graphView(tape.drawn, { problems: tape.problems });
  return {
    name: tape.started?.name ?? 'graph',
    dialect: dialectOf(tape.started),
    nodes: [],
    edges: [],
    scopes: [],
    inputs: [],
    problems: [...tape.problems],
    notes: [],
    hazards: [],
    missingOperators: [],
  };
}

function drawing(graph: CheckedGraph): Pick<GraphView, 'nodes' | 'edges' | 'scopes' | 'bounded'> {
  if (graph.dialect === 'socket') return socketDrawing(graph);
  if (graph.dialect === 'bounded') return boundedDrawing(graph);
  return {
    nodes: graph.nodes.map((node) => viewNode(graph, node)),
    edges: [...graph.edges.map((edge) => viewEdge(graph, edge)), ...carryEdges(graph)],
    scopes: viewScopes(graph),
  };
}

function viewNode(graph: CheckedPivotGraph, node: CheckedNode): GraphViewNode {
  return {
    id: node.id,
    label: node.label ?? node.id,
    type: node.authoredType ?? node.type,
    role: node.role,
    scope: drawnIn(graph, node),
    band: graph.band.includes(node.id),
    inputs: node.inputs.map(({ port, required }) => ({ port, required })),
    outputs: [...node.outputs],
    config: toPublicRecord(node.config),
    ...(node.position === undefined ? {} : { position: node.position }),
  };
}

/** A loop's own pivots stand at the edge of its region; everything else where it fires. */
function drawnIn(graph: CheckedPivotGraph, node: CheckedNode): string {
  if (node.role === 'iterIn') return graph.scopes[node.id] ? node.id : GRAPH_SCOPE;
  if (node.role === 'iterOut') return scopeOfIterOut(graph, node.id) ?? GRAPH_SCOPE;
  return graph.runsIn[node.id] ?? GRAPH_SCOPE;
}

function scopeOfIterOut(graph: CheckedPivotGraph, node: string): string | undefined {
  return Object.values(graph.scopes).find((scope) => scope.iterOut === node)?.scope;
}

function viewEdge(graph: CheckedPivotGraph, edge: CheckedEdge): GraphViewEdge {
  const role = (id: string) => graph.nodes.find((node) => node.id === id)?.role;
  const { id, source, sourceHandle, target, targetHandle } = edge;
  const kind =
    role(source) === 'iterOut'
      ? 'final'
      : role(target) === 'iterIn'
        ? 'init'
        : role(source) === 'iterIn'
          ? 'body'
          : 'wire';
  return { id, source, sourceHandle, target, targetHandle, role: kind };
}

/** No author draws the hand-over from an iterOut's port to its iterIn. */
function carryEdges(graph: CheckedPivotGraph): GraphViewEdge[] {
  return Object.values(graph.scopes).flatMap(({ scope, iterOut, carries }) =>
    carries.map(({ port }) => ({
      id: carryEdgeId(iterOut, port),
      source: iterOut,
      sourceHandle: port,
      target: scope,
      targetHandle: `iterout_${port}`,
      role: 'carry' as const,
    })),
  );
}

function viewScopes(graph: CheckedPivotGraph): GraphViewScope[] {
  return Object.values(graph.scopes).map(({ scope, iterOut, slots, carries }) => {
    const info = graph.forest.scopes[scope];
    return {
      scope,
      iterOut,
      parent: info?.parent_scope_id ?? null,
      budget: info?.effective_budget ?? 0,
      ownBudget: info?.step_budget ?? null,
      slots: slots.map(({ name, writer, persist }) => ({ name, writer, persist })),
      carries: carries.map(({ port, required }) => ({ port, required })),
    };
  });
}
