// The scope tree as rows: graph → scopes, nested → their activations and iterations and their nodes, then the band, with
// counters as of the moment.
import type { AttemptLine } from '../../../shared/contract/attempt.ts';
import type { GraphView, GraphViewNode } from '../../../shared/contract/graph.ts';
import type { MomentView } from '../../../shared/contract/moment.ts';
import type { Hazard, Severity } from '../../../shared/model/hazard.ts';
import type { Folds, ScopeLists, Selection } from '../state.ts';
import { roundRows } from './roundRows.ts';
import { roundWord } from './roundWord.ts';
import { activationsOf } from './scopeLists.ts';
import { bareRow, type TreeRow } from './treeRow.ts';

export interface TreeInput {
  readonly view: GraphView;
  readonly moment: MomentView | undefined;
  /** Closed iterations by scope over the whole tape. */
  readonly totals: Readonly<Record<string, number>>;
  readonly hazards: readonly Hazard[];
  /** Activations and iterations as far as they have come; none for a graph file. */
  readonly lists: ScopeLists | undefined;
  readonly folds: Folds;
  /** Of a bounded loop: how its attempts ended. */
  readonly attempts?: readonly AttemptLine[] | undefined;
}

export function scopeTree({ view, moment, totals, hazards, lists, folds, attempts }: TreeInput): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const states = new Map(moment?.nodes.map((node) => [node.node, node]));
  const severityOf = (test: (hazard: Hazard) => boolean): Severity | undefined => {
    const found = hazards.filter(test).map((hazard) => hazard.severity);
    return (['error', 'warning', 'info'] as const).find((severity) => found.includes(severity));
  };
  const drawn = (node: GraphViewNode): boolean => node.role !== 'iterIn' && node.role !== 'iterOut';
  const isOpen = (id: string): boolean => folds[id] !== true;

  const addNode = (node: GraphViewNode, depth: number, parent: string): void => {
    const state = states.get(node.id);
    const fires = state?.fires ?? 0;
    const notYet = moment !== undefined && node.band && node.role === 'operator' && fires === 0;
    const counts = moment !== undefined && (node.role === 'operator' || fires > 0);
    rows.push({
      ...bareRow(`node:${node.id}`, 'node', depth, parent),
      label: node.label,
      name: node.label === node.id ? undefined : node.id,
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
    // How many attempts there will be is not known before the last; how many there may be is.
    const most = view.dialect === 'bounded' ? view.scopes.find((one) => one.scope === scope)?.budget : undefined;
    const total = Math.max(closed, most ?? totals[scope] ?? 0);
    const counts = scope !== '' && moment !== undefined;
    const label = scope === '' ? 'graph' : (view.nodes.find((node) => node.id === scope)?.label ?? scope);
    const word = roundWord(view.dialect, view.scopes.find((one) => one.scope === scope)?.loop?.items !== undefined);
    const again = (activationsOf(lists?.lists, scope)?.total ?? 0) > 1;
    const rounds =
      scope === '' || moment === undefined
        ? []
        : roundRows({
            scope,
            depth: depth + 1,
            parent: id,
            lists,
            folds,
            moment,
            iterations: totals[scope] ?? 0,
            attempts,
            word,
          });
    rows.push({
      ...bareRow(id, scope === '' ? 'graph' : 'scope', depth, scope === '' ? undefined : parent),
      label,
      name: label === scope || scope === '' ? undefined : scope,
      open: inner.length + nodes.length + band.length + rounds.length > 0 ? isOpen(id) : undefined,
      counter: counts ? `${closed} / ${total}` : '',
      counterText: counts ? `${closed} of ${total} ${word}s closed${again ? ', all activations together' : ''}` : '',
      severity: severityOf((hazard) => scope !== '' && hazard.where.scope === scope && hazard.where.node === undefined),
      selection: { kind: 'scope', scope },
    });
    rows.push(...rounds);
    for (const node of nodes) addNode(node, depth + 1, id);
    for (const one of inner) addScope(one.scope, depth + 1, id);
    if (band.length === 0) return;
    rows.push({ ...bareRow('band', 'band', depth + 1, id), label: 'after the loop', open: isOpen('band') });
    for (const node of band) addNode(node, depth + 2, 'band');
  };

  addScope('', 0, '');
  return rows;
}

/** The rows that are seen: none that lies under a folded one. */
export function openRows(rows: readonly TreeRow[]): readonly TreeRow[] {
  const hidden = new Set<string>();
  const closed = new Set(rows.filter((row) => row.open === false).map((row) => row.id));
  return rows.filter((row) => {
    if (row.parent === undefined || (!hidden.has(row.parent) && !closed.has(row.parent))) return true;
    hidden.add(row.id);
    return false;
  });
}

export function sameSelection(a: Selection | null, b: Selection | null): boolean {
  return a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));
}
