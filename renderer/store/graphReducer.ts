// What happens to the tab of a graph file: its drawing, its form, and why a run did not start.
import type { Action } from './actions.ts';
import { answered, asked } from './loaded.ts';
import type { GraphTab } from './state.ts';

export function openedGraph(path: string): GraphTab {
  return {
    kind: 'graph',
    id: `graph:${path}`,
    path,
    name: fileName(path),
    graph: { value: undefined, loading: true, failure: undefined },
    selection: null,
    hovered: null,
    form: { inputs: {}, budget: '', compat: '', loadout: '' },
    starting: false,
    failure: undefined,
    folds: {},
    fits: 0,
  };
}

/** The last part of a path without its ending. */
export function fileName(path: string): string {
  const last = path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
  return last.replace(/\.(json|looptape)$/i, '');
}

export function reduceGraphTab(tab: GraphTab, action: Action): GraphTab {
  switch (action.type) {
    case 'graph.answered': {
      const graph = answered(tab.graph, action.answer);
      return { ...tab, graph, name: graph.value?.name || tab.name };
    }
    case 'graph.reloaded':
      return { ...tab, graph: asked(tab.graph), failure: undefined };
    case 'form.changed':
      return { ...tab, form: action.form, failure: undefined };
    case 'run.requested':
    case 'consent.given':
      return { ...tab, starting: true, failure: undefined };
    case 'consent.asked':
    case 'run.accepted':
      return { ...tab, starting: false };
    case 'run.refused':
      return { ...tab, starting: false, failure: action.failure };
    case 'selected':
      return { ...tab, selection: action.selection };
    case 'tree.folded':
      return { ...tab, folds: { ...tab.folds, [action.row]: action.folded } };
    case 'hovered':
      return tab.hovered === action.hovered ? tab : { ...tab, hovered: action.hovered };
    case 'command.invoked':
      if (action.command === 'fit') return { ...tab, fits: tab.fits + 1 };
      return action.command === 'clear' ? { ...tab, selection: null } : tab;
    default:
      return tab;
  }
}
