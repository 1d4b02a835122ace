// The store of the page: state, reducer, effects. What must hold: an action is reduced before its effects run, and an
// action that an effect or a listener dispatches waits its turn, so that nobody sees a state in between.
import type { Api } from '../api/api.ts';
import type { Action } from './actions.ts';
import { createEffects } from './effects/effects.ts';
import { reduce } from './reducer.ts';
import { type AppState, INITIAL_STATE } from './state.ts';

export interface Store {
  getState(): AppState;
  subscribe(listener: () => void): () => void;
  dispatch(action: Action): void;
}

export function createStore(api: Api, initial: AppState = INITIAL_STATE): Store {
  const listeners = new Set<() => void>();
  const queue: Action[] = [];
  let state = initial;
  let draining = false;

  const dispatch = (action: Action): void => {
    queue.push(action);
    if (draining) return;
    draining = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const before = state;
        state = reduce(state, next);
        effects(next, before, state);
        if (state !== before) for (const listener of listeners) listener();
      }
    } finally {
      draining = false;
    }
  };
  const effects = createEffects({ api, dispatch, getState: () => state });

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch,
  };
}
