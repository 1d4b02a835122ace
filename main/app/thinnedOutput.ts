// Output of a run on its way to a page: some pieces a second, and of a flood its end. What must hold: nothing that is pushed waits for
// long; what was pushed before an attempt's result comes before it.
import type { Push } from '../../shared/contract/pushes.ts';

type ShownPush = Extract<Push, { kind: 'run.shown' }>;

const EVERY_MS = 100;
/** A page shows no more of a running attempt than this; the whole stands on the tape when it has ended. */
const SHOWN_UNITS = 32_768;

export function thinnedOutput(push: (push: Push) => void): (shown: ShownPush) => void {
  const held = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (tape: string): void => {
    const text = held.get(tape);
    held.delete(tape);
    if (text !== undefined) push({ kind: 'run.shown', tape, what: 'output', text });
  };

  return (shown) => {
    const { tape, what, text } = shown;
    if (what === 'result') {
      flush(tape);
      push(shown);
      return;
    }
    held.set(tape, `${held.get(tape) ?? ''}${text}`.slice(-SHOWN_UNITS));
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      for (const one of [...held.keys()]) flush(one);
    }, EVERY_MS).unref();
  };
}
