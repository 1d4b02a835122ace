// What a key does in a tree of rows, by the pattern for trees of the WAI-ARIA practices: the same in every tree of the app.

export interface TreePlace {
  /** The row that has the focus, and how many rows are in sight. */
  readonly at: number;
  readonly count: number;
  /** A leaf neither opens nor closes. */
  readonly state: 'open' | 'closed' | 'leaf';
  /** The row above this one in the tree; -1 where there is none. */
  readonly parent: number;
}

export type TreeStep =
  | { readonly kind: 'go'; readonly to: number }
  | { readonly kind: 'open' | 'close' }
  /** Enter or Space: whatever a press on the row does. */
  | { readonly kind: 'press' };

/** Undefined where the key means nothing to a tree. `to` is always a row that is there. */
export function treeStep(key: string, { at, count, state, parent }: TreePlace): TreeStep | undefined {
  const go = (to: number): TreeStep => ({ kind: 'go', to: Math.min(count - 1, Math.max(0, to)) });
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'ArrowRight':
      return state === 'closed' ? { kind: 'open' } : go(at + 1);
    case 'ArrowLeft':
      return state === 'open' ? { kind: 'close' } : go(parent);
    case 'Home':
      return go(0);
    case 'End':
      return go(count - 1);
    case 'Enter':
    case ' ':
      return { kind: 'press' };
    default:
      return undefined;
  }
}
