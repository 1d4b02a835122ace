// Folds what only handed a value on: the output and input of a fire that gave out what it was given, and the slots between two such
// fires. An input over which another writer lost is never folded: there it could have gone otherwise.
import type { WhyHop } from '../../shared/contract/why.ts';
import type { Walked } from './whyChain.ts';

/** Each hop that stays has, as `copies`, those that were folded behind it. */
export function foldedCopies(hops: readonly Walked[]): WhyHop[] {
  const folded = hops.map(() => false);
  for (const [i, { isCopy }] of hops.entries()) {
    if (i === 0 || !isCopy || hops[i + 1]?.hop.contest) continue;
    folded[i] = true;
    folded[i + 1] = true;
  }
  for (const i of hops.keys()) if (folded[i - 1] && folded[i + 1] && hops[i]?.hop.kind === 'slot') folded[i] = true;
  const made: WhyHop[] = [];
  for (const [i, { hop }] of hops.entries()) {
    const last = made.at(-1);
    if (folded[i] && last) made[made.length - 1] = { ...last, copies: [...(last.copies ?? []), hop] };
    else made.push(hop);
  }
  return made;
}
