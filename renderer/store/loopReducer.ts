// What happens to the form that starts a bounded loop, and what running attempts show.
import type { Action } from './actions.ts';
import { answered, asked } from './loaded.ts';
import { type AppState, LOOP_FORM, type LoopDialog } from './state.ts';

export function reduceLoop(loop: LoopDialog, action: Action): LoopDialog {
  switch (action.type) {
    case 'loop.changed':
      return { ...loop, form: action.form, failure: undefined };
    case 'loop.asked':
      return { ...loop, draft: asked(loop.draft) };
    case 'loop.answered':
      return { ...loop, draft: answered(loop.draft, action.answer) };
    case 'loop.placed': {
      // A folder of a recorded loop that is not offered stays, and the form says so.
      const folder = loop.form.folder === '' ? (action.folders[0] ?? '') : loop.form.folder;
      return { ...loop, folders: action.folders, form: { ...loop.form, folder } };
    }
    case 'command.invoked':
      return action.command === 'loop.start' ? { ...loop, left: [] } : loop;
    case 'loop.requested':
      return { ...loop, starting: true, failure: undefined };
    case 'consent.given':
      return action.tab === LOOP_FORM ? { ...loop, starting: true, failure: undefined } : loop;
    case 'consent.asked':
      return action.tab === LOOP_FORM ? { ...loop, starting: false } : loop;
    case 'loop.accepted':
      return { ...loop, starting: false };
    case 'loop.refused':
      return { ...loop, starting: false, failure: action.failure };
    default:
      return loop;
  }
}

/** The page keeps the end of what an attempt shows; when the attempt has ended, its output stands on the tape. */
const SHOWN_UNITS = 32_768;

export function reduceShown(shown: AppState['shown'], action: Action): AppState['shown'] {
  if (action.type !== 'push.received') return shown;
  const { push } = action;
  if (push.kind === 'run.shown') {
    const text = push.what === 'result' ? '' : `${shown[push.tape] ?? ''}${push.text}`.slice(-SHOWN_UNITS);
    return { ...shown, [push.tape]: text };
  }
  if (push.kind !== 'run.advanced' || push.state !== 'finished' || !(push.tape in shown)) return shown;
  const { [push.tape]: _, ...others } = shown;
  return others;
}
