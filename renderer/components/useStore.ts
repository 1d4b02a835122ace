// A component's view of a store: it renders again when what its selector picks has changed, and only then.
import { useRef, useSyncExternalStore } from 'react';

/** What a store must offer; the store of the page does. */
export interface Readable<S> {
  getState(): S;
  subscribe(listener: () => void): () => void;
}

/** The selector's pick. A pick that `equal` takes for the last one keeps the last one's identity. */
export function useStore<S, T>(
  store: Readable<S>,
  selector: (state: S) => T,
  equal: (a: T, b: T) => boolean = Object.is,
): T {
  const last = useRef<{ readonly state: S; readonly selector: (state: S) => T; readonly pick: T } | undefined>(
    undefined,
  );
  const pick = (): T => {
    const state = store.getState();
    const before = last.current;
    if (before && before.state === state && before.selector === selector) return before.pick;
    const fresh = selector(state);
    const kept = before && equal(before.pick, fresh) ? before.pick : fresh;
    last.current = { state, selector, pick: kept };
    return kept;
  };
  return useSyncExternalStore(store.subscribe, pick);
}

/** Equal by each key, one level deep; for selectors that pick several things. */
export function shallowEqual<T>(a: T, b: T): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.is((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
