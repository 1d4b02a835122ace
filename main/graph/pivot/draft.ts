// A draft: everything that check knows of a pivot graph before any rule has judged it. A draft can be made of every parsed
// graph, also of one that breaks rules, so that it can be drawn; rules and hazards are functions of it.
import { byName } from '../../../shared/base/byName.ts';
import { GRAPH_SCOPE } from '../../../shared/base/ids.ts';
import type {
  CheckedEdge,
  CheckedNode,
  CheckedPivotGraph,
  CheckedScope,
  NodeRole,
} from '../../../shared/model/checkedGraph.ts';
import { isRecord, snapshot, type Value, type ValueRecord } from '../../../shared/model/value.ts';
import type { CheckOptions } from '../checkOptions.ts';
import type { ParsedPivotGraph } from '../parse.ts';
import { type Budgets, readBudgets } from './budgets.ts';
import { grantsOf, readContainers } from './containers.ts';
import { type FlatGraph, type FlatNode, flattenGraph } from './flatGraph.ts';
import { declaredPorts } from './operatorPorts.ts';
import { type Pairs, pairPivots } from './pairs.ts';
import { type Placement, placeNodes } from './placement.ts';
import { analyzeScopes, type ScopeOverlap } from './scopes.ts';
import { carriesOf, synthesiseSlots } from './slots.ts';
import { standInConfig } from './standIn.ts';
import { indexWires, type Knot, knotsIn, topologicalOrder, type WireIndex } from './wires.ts';

export interface PivotDraft {
  /** The graph as it can best be understood, without hazards. Nodes are unique, edges have both their ends. */
  readonly graph: CheckedPivotGraph;
  readonly parsed: ParsedPivotGraph;
  /** All that the file has, duplicates and dangling edges included. */
  readonly flat: FlatGraph;
  readonly standIns: ValueRecord;
  readonly pairs: Pairs;
  readonly budgets: Budgets;
  readonly wires: WireIndex<CheckedEdge>;
  readonly overlaps: readonly ScopeOverlap[];
  readonly placement: Placement;
  readonly knots: readonly Knot[];
  node(id: string): CheckedNode | undefined;
  /** Where the node stands in the file. */
  pathOf(id: string): string;
  scopeOf(node: string): string;
}

export function draftPivot(parsed: ParsedPivotGraph, options: CheckOptions = {}): PivotDraft {
  const flat = flattenGraph(parsed.authored);
  const unique = new Map<string, FlatNode>();
  for (const node of flat.nodes) if (!unique.has(node.id)) unique.set(node.id, node);
  const flatNodes = [...unique.values()];
  const ids = flatNodes.map((node) => node.id);
  const edges: CheckedEdge[] = flat.edges
    .filter((edge) => unique.has(edge.source) && unique.has(edge.target))
    .map(({ path: _, ...edge }) => edge);
  const wires = indexWires(edges);
  const pairs = pairPivots(flatNodes);
  const containers = readContainers(flat.containers);
  const compat = options.compat ?? parsed.authored.compat ?? undefined;
  const budgets = readBudgets(parsed.source, flatNodes, compat);
  const { forest, overlaps } = analyzeScopes({
    nodes: flatNodes,
    edges,
    pairs: pairs.outOf,
    ownBudgets: budgets.own,
    graphBudget: budgets.graph,
  });
  const order = topologicalOrder(ids, wires);
  const placement = placeNodes({ nodes: flatNodes, wires, forest, order });
  const scopes = byName<CheckedScope>(
    [...pairs.outOf].map(([iterIn, iterOut]) => [iterIn, scopeOf(iterIn, iterOut, unique, wires)]),
  );
  const standIns = snapshot(options.standIns ?? {});
  const stands = isRecord(standIns) ? standIns : {};
  const nodes = flatNodes.map((node) => checkedNode(node, wires, scopes, pairs, standInOf(node, stands)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const graph: CheckedPivotGraph = {
    dialect: 'pivot',
    name: options.name ?? parsed.name,
    ...(compat === undefined ? {} : { compat }),
    source: parsed.source,
    ...(options.standIns === undefined ? {} : { standIns }),
    nodes,
    edges,
    forest,
    budget: budgets.graph,
    scopes,
    // Under agentcanvas a side read-out has its turn outside of iterations (semantics §5).
    runsIn: compat === 'agentcanvas' ? forest.node_to_scope : placement.runsIn,
    containers,
    grants: grantsOf(flat, containers, unique),
    band: placement.band,
    order,
    hazards: [],
  };
  return {
    graph,
    parsed,
    flat,
    standIns: stands,
    pairs,
    budgets,
    wires,
    overlaps,
    placement,
    knots: knotsIn(ids, wires),
    node: (id) => byId.get(id),
    pathOf: (id) => unique.get(id)?.path ?? '',
    scopeOf: (node) => forest.node_to_scope[node] ?? GRAPH_SCOPE,
  };
}

function scopeOf(
  iterIn: string,
  iterOut: string,
  nodes: ReadonlyMap<string, FlatNode>,
  wires: WireIndex<CheckedEdge>,
): CheckedScope {
  const start = nodes.get(iterIn)?.config ?? {};
  const end = nodes.get(iterOut)?.config ?? {};
  const wired = wires.into(iterIn).map((edge) => edge.targetHandle);
  return { scope: iterIn, iterOut, slots: synthesiseSlots(start, end, wired), carries: carriesOf(end) };
}

function standInOf(node: FlatNode, standIns: ValueRecord): ValueRecord | undefined {
  const standIn: Value | undefined = Object.hasOwn(standIns, node.id) ? standIns[node.id] : undefined;
  return roleOf(node.type) === 'operator' && isRecord(standIn) ? standIn : undefined;
}

export function roleOf(type: string): NodeRole {
  switch (type) {
    case 'iterIn':
    case 'iterOut':
    case 'graphIn':
    case 'graphOut':
      return type;
    default:
      return 'operator';
  }
}

function checkedNode(
  node: FlatNode,
  wires: WireIndex<CheckedEdge>,
  scopes: Readonly<Record<string, CheckedScope>>,
  pairs: Pairs,
  standIn: ValueRecord | undefined,
): CheckedNode {
  const wired = {
    inputs: unequal(wires.into(node.id).map((edge) => edge.targetHandle)),
    outputs: unequal(wires.outOf(node.id).map((edge) => edge.sourceHandle)),
  };
  const type = standIn === undefined ? node.type : 'scripted';
  const config = standIn === undefined ? node.config : standInConfig(node.type, node.config, standIn, wired);
  const role = roleOf(node.type);
  const owner = role === 'iterOut' ? (pairs.inOf.get(node.id) ?? '') : node.id;
  const scope = Object.hasOwn(scopes, owner) ? scopes[owner] : undefined;
  const declared = portsOf(role, type, config, scope);
  const known = new Set(declared?.inputs.map((input) => input.port));
  const further = wired.inputs.filter((port) => !known.has(port)).map((port) => ({ port, required: false }));
  return {
    id: node.id,
    type,
    ...(standIn === undefined ? {} : { authoredType: node.type }),
    role,
    ...(node.label === undefined ? {} : { label: node.label }),
    ...(node.position === undefined ? {} : { position: node.position }),
    config,
    inputs: [...(declared?.inputs ?? []), ...further],
    outputs: declared?.outputs ?? wired.outputs,
  };
}

/** The ports that are known without the wires; undefined where the wires alone tell. */
function portsOf(
  role: NodeRole,
  type: string,
  config: ValueRecord,
  scope: CheckedScope | undefined,
): Pick<CheckedNode, 'inputs' | 'outputs'> | undefined {
  switch (role) {
    case 'operator':
      return declaredPorts(type, config);
    case 'graphIn':
    case 'graphOut':
      return { inputs: [{ port: 'value', required: true }], outputs: ['value'] };
    case 'iterIn': {
      // Without a partner its own side is still known.
      const slots = scope?.slots ?? synthesiseSlots(config, {}, []);
      return {
        inputs: slots.map((slot) => ({ port: slot.name, required: false })),
        outputs: unequal(['step', ...slots.map((slot) => slot.name)]),
      };
    }
    case 'iterOut': {
      const carries = scope?.carries ?? carriesOf(config);
      return {
        inputs: [...carries.map(({ port, required }) => ({ port, required })), { port: 'stop', required: false }],
        outputs: [...carries.map((carry) => `final_${carry.port}`), 'final_stop'],
      };
    }
  }
}

function unequal(names: readonly string[]): string[] {
  return [...new Set(names)];
}
