// What an effect is: it looks at an action and at the state before and after it.
import type { Api } from '../../api/api.ts';
import type { Action, Dispatch } from '../actions.ts';
import type { AppState } from '../state.ts';

export interface EffectContext {
  readonly api: Api;
  readonly dispatch: Dispatch;
  readonly getState: () => AppState;
}

/** True when the way to the host is open again: what was asked meanwhile got no answer and is asked once more. */
export function cameBack(action: Action, before: AppState): boolean {
  return action.type === 'connection.changed' && action.connection === 'open' && before.connection === 'lost';
}

export type Effect = (action: Action, before: AppState, after: AppState) => void;
