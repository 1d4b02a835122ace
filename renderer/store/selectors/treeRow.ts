// A row of the scope tree, whatever it stands for.
import type { NodeState } from '../../../shared/contract/moment.ts';
import type { Severity } from '../../../shared/model/hazard.ts';
import type { Selection } from '../state.ts';

/** Where it lies against the moment. */
export type When = 'before' | 'now' | 'later';

export interface TreeRow {
  /** `graph`, `scope:<id>`, `node:<id>`, `band`, `item:<path>` of an item with several passes; of activations and iterations see scopeLists.ts and roundRows.ts. */
  readonly id: string;
  readonly kind: 'graph' | 'scope' | 'node' | 'band' | 'rounds' | 'activation' | 'iteration' | 'pass' | 'more';
  readonly label: string;
  /** Stands before the label, as the number of an item does. */
  readonly prefix: string | undefined;
  /** The id where the label does not say it; sentences and addresses speak of ids. */
  readonly name: string | undefined;
  /** Said on hover; the label and the name where absent. */
  readonly title: string | undefined;
  /** 0 for the graph. */
  readonly depth: number;
  /** The id of the row that it stands under; undefined for the graph. */
  readonly parent: string | undefined;
  /** Undefined for a row without rows under it. */
  readonly open: boolean | undefined;
  /** `17 / 40` of a scope, fires of a node, `not yet`; "" where there is nothing to count. */
  readonly counter: string;
  /** The counter in words, for screen readers and on hover. */
  readonly counterText: string;
  readonly state: NodeState['state'] | undefined;
  /** The worst of the hazards that name it. */
  readonly severity: Severity | undefined;
  readonly selection: Selection | null;
  /** The event that a press goes to. */
  readonly jump: number | undefined;
  readonly when: When | undefined;
  /** The window that a press opens. */
  readonly more: { readonly list: string; readonly from: number; readonly count: number } | undefined;
}

/** A row that says nothing yet but what and where it is. */
export function bareRow(id: string, kind: TreeRow['kind'], depth: number, parent: string | undefined): TreeRow {
  return {
    id,
    kind,
    label: '',
    prefix: undefined,
    name: undefined,
    title: undefined,
    depth,
    parent,
    open: undefined,
    counter: '',
    counterText: '',
    state: undefined,
    severity: undefined,
    selection: null,
    jump: undefined,
    when: undefined,
    more: undefined,
  };
}
