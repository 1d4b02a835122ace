// How a loop stands at the moment, in a few words: which iteration of how many its activation may have. What must hold: it
// counts the activation that the moment lies in, not all of them together.
import type { GraphViewScope } from '../../../shared/contract/graph.ts';
import type { MomentView } from '../../../shared/contract/moment.ts';
import type { ScopeLists } from '../state.ts';
import { loopWords } from './loopWords.ts';
import { activationsOf } from './scopeLists.ts';

/** `iteration 17 of 40`; the number is the iteration's own, as in its path. */
export function scopeWords(
  scope: GraphViewScope,
  moment: MomentView | undefined,
  lists: ScopeLists | undefined,
): string {
  if (scope.loop) return loopWords(scope, moment, lists);
  const known = activationsOf(lists?.lists, scope.scope);
  const budget = known?.budget ?? scope.budget;
  if (!moment) return budget === undefined ? 'a loop' : `at most ${iterationsText(budget)}`;
  const ofBudget = budget === undefined ? '' : ` of ${budget}`;
  const open = moment.open.find((one) => one.scope === scope.scope);
  if (open) return `iteration ${open.iteration}${ofBudget}`;
  const all = moment.iterations[scope.scope] ?? 0;
  const latest = known?.latest;
  // Of an earlier moment, while the lists are on their way.
  if (latest && latest.enteredSeq > moment.seq) return 'not entered yet';
  if (!latest) return all > 0 ? `${iterationsText(all)} done` : 'not entered yet';
  const parent = moment.open.find((one) => one.scope === scope.parent);
  if (parent && parent.path !== latest.at) return 'not entered in this iteration yet';
  if (latest.exitSeq === null || latest.exitSeq > moment.seq) return 'entered';
  const done = `${latest.closed}${ofBudget} iterations`;
  if (latest.index === 0 || parent) return `ended after ${done}`;
  return `entered ${latest.index + 1} times, the last time for ${done}`;
}

function iterationsText(count: number): string {
  return `${count} ${count === 1 ? 'iteration' : 'iterations'}`;
}
