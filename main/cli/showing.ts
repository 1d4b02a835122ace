// What a bounded loop shows while it runs: the output of its attempts as it comes, and a line for each attempt. On standard error, so
// that standard output holds the result alone.
import { visible } from '../../shared/base/visible.ts';
import type { Session } from './session.ts';
import { note } from './terminal.ts';

/** `onShown` is called before anything is written. */
export function showRun(session: Session, onShown: () => void): void {
  let isLineOpen = false;
  session.onPush((push) => {
    if (push.kind !== 'run.shown') return;
    onShown();
    if (push.what === 'output') {
      // As the command writes it, colours included: it writes to this terminal.
      process.stderr.write(push.text);
      isLineOpen = !push.text.endsWith('\n');
      return;
    }
    note(`${isLineOpen ? '\n' : ''}${visible(push.text)}`);
    isLineOpen = false;
  });
}
