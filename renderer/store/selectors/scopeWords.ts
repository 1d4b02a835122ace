// How a loop stands at the moment, in a few words: which iteration of how many its activation may have. What must hold: it
// counts the activation that the moment lies in, not all of them together.
import type { GraphViewScope } from '../../../shared/contract/graph.ts';
import type { MomentView } from '../../../shared/contract/moment.ts';
import type { ScopeLists } from '../state.ts';
import { loopWords } from './loopWords.ts';
import { type RoundWord, roundsText } from './roundWord.ts';
import { activationsOf } from './scopeLists.ts';

/** `iteration 17 of 40`, the number as in its path; of a bounded loop `attempt 2 of 5`. */
export function scopeWords(
  scope: GraphViewScope,
  moment: MomentView | undefined,
  lists: ScopeLists | undefined,
  word: RoundWord = 'iteration',
): string {
  if (scope.loop) return loopWords(scope, moment, lists);
  const known = activationsOf(lists?.lists, scope.scope);
  const budget = known?.budget ?? scope.budget;
  if (!moment) return budget === undefined ? 'a loop' : `at most ${roundsText(budget, word)}`;
  const ofBudget = budget === undefined ? '' : ` of ${budget}`;
  const open = moment.open.find((one) => one.scope === scope.scope);
  // Attempts are counted as people do, from 1.
  if (open) return `${word} ${open.iteration + (word === 'attempt' ? 1 : 0)}${ofBudget}`;
  const all = moment.iterations[scope.scope] ?? 0;
  const latest = known?.latest;
  // Of an earlier moment, while the lists are on their way.
  if (latest && latest.enteredSeq > moment.seq) return 'not entered yet';
  if (!latest) return all > 0 ? `${roundsText(all, word)} done` : 'not entered yet';
  const parent = moment.open.find((one) => one.scope === scope.parent);
  if (parent && parent.path !== latest.at) return 'not entered in this iteration yet';
  if (latest.exitSeq === null || latest.exitSeq > moment.seq) return 'entered';
  const done = `${latest.closed}${ofBudget} ${word}s`;
  if (latest.index === 0 || parent) return `ended after ${done}`;
  return `entered ${latest.index + 1} times, the last time for ${done}`;
}
