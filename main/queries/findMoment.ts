// The event that a moment's text names (interfaces §2).
import { assertNever } from '../../shared/base/assert.ts';
import { type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import { parseMoment } from '../../shared/model/moment.ts';
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
      const isOpened = tape.reader.iterationSeq(moment.path, 'opened') !== undefined;
      const why = isOpened
        ? `${moment.path} was opened but never closed, so only ${moment.path}:start is there`
        : `${moment.path} was never opened`;
      return noSuchMoment(text, head, why);
    }
    default:
      return assertNever(moment);
  }
}
