// `why`: finds where the value that was asked about stands at the moment, and walks back from there. Reads backward by the tape's
// indexes, so the cost is that of the hops, not the tape's length.
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { WhyReport } from '../../shared/contract/why.ts';
import { toPublic } from '../../shared/model/publicValue.ts';
import { findMoment } from './findMoment.ts';
import type { OpenTape } from './openTape.ts';
import { type Stand, walkBack } from './whyChain.ts';
import { foldedCopies } from './whyCopies.ts';
import { standOf } from './whyStand.ts';

/** Failures: `no-such-moment`; `no-such-value` where the address names nothing, or nothing ever stood there by then. */
export function whyReport(
  tape: OpenTape,
  { address, moment }: { readonly address: string; readonly moment: string },
): Result<WhyReport, Failure> {
  const found = findMoment(tape, { moment });
  if (!found.ok) return found;
  const { seq } = found.value;
  const stand = standAt(tape, address, seq);
  if (!stand) {
    const what = 'name a slot or node.port that held a value by then, with /key behind it for a part';
    return failed(failure('no-such-value', `Nothing has stood at ${address} by #${seq}: ${what}.`));
  }
  const { hops, cutAt } = walkBack(tape, stand);
  return succeeded({
    seq,
    address,
    ...(stand.value === undefined ? {} : { value: toPublic(stand.value) }),
    chain: foldedCopies(hops),
    ...(cutAt === undefined ? {} : { cutAt }),
  });
}

/** An address may hold a slash itself, so the whole of it is tried before what stands before the first slash. */
function standAt(tape: OpenTape, address: string, seq: number): Stand | undefined {
  const whole = tape.placeOf(address);
  const stand = whole && standOf(tape, whole, [], seq);
  const slash = address.indexOf('/');
  if (stand || slash < 0) return stand;
  const part = address.slice(slash + 1).split('/');
  const keys = part.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const place = tape.placeOf(address.slice(0, slash));
  return place && standOf(tape, place, keys, seq);
}
