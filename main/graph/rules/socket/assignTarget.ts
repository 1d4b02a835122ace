// What an assign writes is below state.
import type { SocketDraft } from '../../socket/draft.ts';
import { readStatePath } from '../../socket/statePath.ts';
import type { Rule } from '../rule.ts';
import { authoredAssigns } from './authoredAssigns.ts';

export const assignTarget: Rule<SocketDraft> = {
  code: 'assign-target',
  source: 'semantics §2, Assign',
  sentence:
    'The target of an assign is a path below state, with or without a leading state., whose parts are not empty; item, lastJson, lastOutput and $ are only read.',
  example: '`"assign": {"item.done": "$.done"}`',
  find: (draft) =>
    authoredAssigns(draft).flatMap(({ of, target, where }) => {
      if (readStatePath(target) !== undefined) return [];
      const root = target.split('.')[0] as string;
      const why = ['$', 'item', 'lastJson', 'lastOutput'].includes(root)
        ? `${root === '$' ? 'the output ($)' : root} can be read, not written`
        : 'it is no path below state';
      return [
        {
          message: `${of} assigns to ${JSON.stringify(target)}, but ${why}.`,
          where,
          hint: 'Write a path such as "lastFeedback" or "state.report.text".',
        },
      ];
    }),
};
