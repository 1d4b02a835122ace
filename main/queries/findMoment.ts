// The event that a moment's text names (interfaces §2). An item of sockets that was passed over again, or left before its cursor moved,
// has no `iteration.closed` of that path: the moment is then the last event of that pass.
import { assertNever } from '../../shared/base/assert.ts';
import { type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import { parseMoment } from '../../shared/model/moment.ts';
import { parsePath } from '../../shared/model/path.ts';
import { noSuchMoment } from './noSuchMoment.ts';
import type { OpenTape } from './openTape.ts';

/** Failure `no-such-moment`, with what to write instead where that is known. */
export function findMoment(
  tape: OpenTape,
  { moment: text }: { readonly moment: string },
): Result<{ seq: number }, Failure> {
  const head = tape.reader.head();
  const moment = parseMoment(text.trim());
  if (!moment) return noSuchMoment(text, head, 'write #seq, a path such as plan[2], plan[2]:start, start or end');
  if (head < 0) return noSuchMoment(text, head);
  switch (moment.kind) {
    case 'start':
      return succeeded({ seq: 0 });
    case 'end':
      return succeeded({ seq: head });
    case 'seq':
      return moment.seq <= head ? succeeded({ seq: moment.seq }) : noSuchMoment(text, head);
    case 'opened': {
      const seq = tape.reader.iterationSeq(moment.path, 'opened');
      return seq === undefined ? noSuchMoment(text, head, `${moment.path} was never opened`) : succeeded({ seq });
    }
    case 'closed': {
      const seq = tape.reader.iterationSeq(moment.path, 'closed');
      if (seq !== undefined) return succeeded({ seq });
      const openedSeq = tape.reader.iterationSeq(moment.path, 'opened');
      const isOpened = openedSeq !== undefined;
      const lastSeq = isOpened ? lastOfPass(tape, moment.path, openedSeq, head) : undefined;
      if (lastSeq !== undefined) return succeeded({ seq: lastSeq });
      const why = isOpened
        ? `${moment.path} was opened but never closed, so only ${moment.path}:start is there`
        : `${moment.path} was never opened`;
      return noSuchMoment(text, head, why);
    }
    default:
      return assertNever(moment);
  }
}

/** Of a pass that another one followed, or that its loop was left in; undefined where the item was not done with. */
function lastOfPass(tape: OpenTape, path: string, openedSeq: number, head: number): number | undefined {
  if (tape.started?.dialect !== 'socket') return undefined;
  tape.follow(head);
  const scope = parsePath(path)?.at(-1)?.scope ?? '';
  const { lastSeq, counted, final } = tape.scopes.of(scope);
  const place = tape.scopes.iterationAt(scope, openedSeq);
  const last = lastSeq[place] ?? -1;
  return last !== -1 && (counted[place] === 1 || final[place] === 0) ? last : undefined;
}
