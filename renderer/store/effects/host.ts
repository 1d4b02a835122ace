// The program: what it is, its settings, the connection to it.
import type { Effect, EffectContext } from './effect.ts';

const SAVE_AFTER_MS = 400;

export function createHostEffect({ api, dispatch, getState }: EffectContext): Effect {
  let described = false;
  let saving: ReturnType<typeof setTimeout> | undefined;

  const loadInfo = async (): Promise<void> => {
    const info = await api.call('app.info', {});
    if (!info.ok) {
      dispatch({ type: 'notice.raised', tone: 'error', code: info.failure.code, message: info.failure.message });
      return;
    }
    dispatch({ type: 'app.described', info: info.value });
    // What the command line asked for is opened once, not again after the connection was lost.
    if (!described && info.value.opening.length > 0) {
      dispatch({ type: 'open.requested', paths: info.value.opening });
    }
    described = true;
  };

  const save = async (): Promise<void> => {
    clearTimeout(saving);
    saving = undefined;
    const { theme, layout } = getState().settings;
    const saved = await api.call('settings.set', { theme, layout: { ...layout } });
    if (!saved.ok) {
      dispatch({ type: 'notice.raised', tone: 'error', code: saved.failure.code, message: saved.failure.message });
    }
  };
  /** Dragging a pane changes the layout many times a second; it is written once. */
  const saveSoon = (): void => {
    clearTimeout(saving);
    saving = setTimeout(() => void save(), SAVE_AFTER_MS);
  };

  return (action, _before, after) => {
    switch (action.type) {
      case 'connection.changed':
        if (action.connection === 'open') void loadInfo();
        return;
      case 'push.received':
        if (action.push.kind === 'open.requested') dispatch({ type: 'open.requested', paths: action.push.paths });
        return;
      case 'command.invoked':
        if (action.command === 'theme') {
          const next = { system: 'light', light: 'dark', dark: 'system' } as const;
          dispatch({ type: 'settings.changed', settings: { theme: next[after.settings.theme] } });
        }
        return;
      case 'settings.changed':
        // A choice is kept at once; whoever closes the window right after it made it all the same.
        if (action.settings.theme === undefined) saveSoon();
        else void save();
        return;
      case 'layout.reset':
        saveSoon();
        return;
      default:
        return;
    }
  };
}
