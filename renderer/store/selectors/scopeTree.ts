// The scope tree as rows: graph → scopes, nested → their nodes, then the band, with counters as of the moment.
import type { GraphView, GraphViewNode } from '../../../shared/contract/graph.ts';
import type { MomentView, NodeState } from '../../../shared/contract/moment.ts';
import type { Hazard, Severity } from '../../../shared/model/hazard.ts';
import type { Selection } from '../state.ts';

export interface TreeRow {
  /** `graph`, `scope:<id>`, `node:<id>` or `band`. */
  readonly id: string;
  readonly kind: 'graph' | 'scope' | 'node' | 'band';
  readonly label: string;
  /** The id where the label does not say it; sentences and addresses speak of ids. */
  readonly name: string | undefined;
  /** 0 for the graph. */
  readonly depth: number;
  /** The id of the row that it stands under; undefined for the graph. */
  readonly parent: string | undefined;
  readonly branches: boolean;
  /** `17 / 40` of a scope, fires of a node, `not yet`; "" where there is nothing to count. */
  readonly counter: string;
  /** The counter in words, for screen readers and on hover. */
  readonly counterText: string;
  readonly state: NodeState['state'] | undefined;
  /** The worst of the hazards that name it. */
  readonly severity: Severity | undefined;
  readonly selection: Selection | null;
}

export interface TreeInput {
  readonly view: GraphView;
  readonly moment: MomentView | undefined;
  /** Closed iterations by scope over the whole tape. */
  readonly totals: Readonly<Record<string, number>>;
  readonly hazards: readonly Hazard[];
}

export function scopeTree({ view, moment, totals, hazards }: TreeInput): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const states = new Map(moment?.nodes.map((node) => [node.node, node]));
  const severityOf = (test: (hazard: Hazard) => boolean): Severity | undefined => {
    const found = hazards.filter(test).map((hazard) => hazard.severity);
    return (['error', 'warning', 'info'] as const).find((severity) => found.includes(severity));
  };
  const drawn = (node: GraphViewNode): boolean => node.role !== 'iterIn' && node.role !== 'iterOut';

  const addNode = (node: GraphViewNode, depth: number, parent: string): void => {
    const state = states.get(node.id);
    const fires = state?.fires ?? 0;
    const notYet = moment !== undefined && node.band && node.role === 'operator' && fires === 0;
    const counts = moment !== undefined && (node.role === 'operator' || fires > 0);
    rows.push({
      id: `node:${node.id}`,
      kind: 'node',
      label: node.label,
      name: node.label === node.id ? undefined : node.id,
      depth,
      parent,
      branches: false,
      counter: notYet ? 'not yet' : counts ? String(fires) : '',
      counterText: notYet ? 'has not fired yet' : counts ? `fired ${fires} times` : '',
      state: state?.state,
      severity: severityOf((hazard) => hazard.where.node === node.id),
      selection: { kind: 'node', node: node.id },
    });
  };

  const addScope = (scope: string, depth: number, parent: string): void => {
    const id = scope === '' ? 'graph' : `scope:${scope}`;
    const inner = view.scopes.filter((one) => (one.parent ?? '') === scope && one.scope !== scope);
    const nodes = view.nodes.filter((node) => node.scope === scope && !node.band && drawn(node));
    const band = scope === '' ? view.nodes.filter((node) => node.band && drawn(node)) : [];
    const closed = moment?.iterations[scope] ?? 0;
    const total = Math.max(closed, totals[scope] ?? 0);
    const counts = scope !== '' && moment !== undefined;
    const label = scope === '' ? 'graph' : (view.nodes.find((node) => node.id === scope)?.label ?? scope);
    rows.push({
      id,
      kind: scope === '' ? 'graph' : 'scope',
      label,
      name: label === scope || scope === '' ? undefined : scope,
      depth,
      parent: scope === '' ? undefined : parent,
      branches: inner.length + nodes.length + band.length > 0,
      counter: counts ? `${closed} / ${total}` : '',
      counterText: counts ? `${closed} of ${total} iterations closed` : '',
      state: undefined,
      severity: severityOf((hazard) => scope !== '' && hazard.where.scope === scope && hazard.where.node === undefined),
      selection: { kind: 'scope', scope },
    });
    for (const node of nodes) addNode(node, depth + 1, id);
    for (const one of inner) addScope(one.scope, depth + 1, id);
    if (band.length === 0) return;
    rows.push({
      id: 'band',
      kind: 'band',
      label: 'after the loop',
      name: undefined,
      depth: depth + 1,
      parent: id,
      branches: true,
      counter: '',
      counterText: '',
      state: undefined,
      severity: undefined,
      selection: null,
    });
    for (const node of band) addNode(node, depth + 2, 'band');
  };

  addScope('', 0, '');
  return rows;
}

/** The rows that are seen when the rows in `closed` are folded. */
export function openRows(rows: readonly TreeRow[], closed: ReadonlySet<string>): readonly TreeRow[] {
  const hidden = new Set<string>();
  return rows.filter((row) => {
    if (row.parent === undefined || (!hidden.has(row.parent) && !closed.has(row.parent))) return true;
    hidden.add(row.id);
    return false;
  });
}

export function sameSelection(a: Selection | null, b: Selection | null): boolean {
  return a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));
}
