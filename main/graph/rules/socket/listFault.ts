// Why a text names no list below state, for the rules about lists.
import type { Finding } from '../rule.ts';

/** `items`: a text that `readStatePath` could not read, or nothing. */
export function listFault(what: string, items: string | null | undefined): Omit<Finding, 'where'> {
  const hint = 'Name a list below state, such as "state.workItems".';
  if (!items) return { message: `${what} is ${items === '' ? 'empty' : 'missing'}.`, hint };
  const why = whatItIs(items.split('.')[0] as string);
  return why === undefined
    ? { message: `${what} is ${JSON.stringify(items)}, which is no path below state.`, hint }
    : {
        message: `${what} is ${JSON.stringify(items)}, which is ${why}; a list that is gone over stands below state.`,
        hint: 'Assign it to state first, and name that.',
      };
}

function whatItIs(root: string): string | undefined {
  switch (root) {
    case '$':
    case 'lastJson':
    case 'lastOutput':
      return 'the output of one fire';
    case 'item':
      return 'the item of the moment';
    default:
      return undefined;
  }
}
