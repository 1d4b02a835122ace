// What `lastOutput` is to an assignment of pi-materia.
import type { Sources } from '../../socket/assign.ts';
import { textOf } from '../../socket/parse.ts';
import type { PlanSocket } from '../../socket/plan.ts';
import type { Difference } from '../difference.ts';

export const compactLastOutput: Difference = {
  what: '`lastOutput` in JSON mode',
  ours: 'the text as it was given',
  theirs: 'the parsed object, written again as compact JSON',
  file: 'compactLastOutput.ts',
};

export function lastOutputOf({ parse }: PlanSocket, { output, lastOutput }: Sources): string | null {
  return parse === 'json' ? textOf(output) : lastOutput;
}
