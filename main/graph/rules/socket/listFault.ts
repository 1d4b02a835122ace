// Why a text names no list below state, for the rules about lists.
import { readStatePath } from '../../socket/statePath.ts';
import { nearestName } from '../../wording.ts';
import type { Finding } from '../rule.ts';

/** `items`: a text that `readStatePath` could not read, or nothing. */
export function listFault(what: string, items: string | null | undefined): Omit<Finding, 'where'> {
  const hint = 'Name a list below state, such as "state.workItems".';
  if (!items) return { message: `${what} is ${items === '' ? 'empty' : 'missing'}.`, hint };
  const [root = '', ...rest] = items.split('.');
  const below = root === '$' || root === 'lastJson' ? 'the output of one fire' : 'the item of the moment';
  const message =
    readStatePath(rest.join('.') || root) && ['$', 'item', 'lastJson'].includes(root)
      ? `${what} is ${JSON.stringify(items)}, which is ${below}; a list that is walked is below state.`
      : `${what} is ${JSON.stringify(items)}, which is no path below state.${rootMeant(root, rest)}`;
  return { message, hint: root === '$' || root === 'item' ? 'Assign it to state first, and name that.' : hint };
}

function rootMeant(root: string, rest: readonly string[]): string {
  const near = nearestName(root, ['state']);
  return near === undefined || rest.length === 0
    ? ''
    : ` Did you mean ${JSON.stringify(['state', ...rest].join('.'))}?`;
}
