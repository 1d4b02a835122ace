// When an edge, an exit or an advance of sockets is taken, with a sign beside the word.
import { assertNever } from '../../shared/base/assert.ts';

export type Condition = 'always' | 'satisfied' | 'not_satisfied';

export function conditionText(condition: Condition): string {
  switch (condition) {
    case 'always':
      return 'always';
    case 'satisfied':
      return '✓ satisfied';
    case 'not_satisfied':
      return '✗ not satisfied';
    default:
      return assertNever(condition);
  }
}

/** For sentences: `when not satisfied`. */
export function whenText(condition: Condition): string {
  return condition === 'always' ? 'always' : `when ${condition.replace('_', ' ')}`;
}
