// A loop may name its cursor and its item in two places; then they say the same.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Finding, Rule } from '../rule.ts';

const WORDS = { as: 'item', cursor: 'cursor' } as const;
/** What an operator is handed beside the item. */
const TAKEN = ['state', 'cursors'];

export const conflictingNames: Rule<SocketDraft> = {
  code: 'conflicting-names',
  source: 'semantics §2, List and cursor of a loop',
  sentence:
    'Where iterator and consumes of a loop both name the item (as) or the cursor, they give it the same name; no item is called state or cursors.',
  example: '`"consumes": {…, "as": "task"}, "iterator": {…, "as": "job"}`',
  find: ({ authored, pathOf }) =>
    Object.entries(authored.loops ?? {}).flatMap(([id, { iterator, consumes }]) => {
      const findings: Finding[] = [];
      for (const key of ['as', 'cursor'] as const) {
        const [first, second] = [iterator?.[key], consumes?.[key]];
        if (!first || !second || first === second) continue;
        findings.push({
          message: `The loop ${id} calls its ${WORDS[key]} ${JSON.stringify(first)} in iterator and ${JSON.stringify(second)} in consumes.`,
          where: { path: pathOf('loops', id, 'consumes', key) },
          hint: 'Write the same name in both, or leave one out.',
        });
      }
      for (const [part, as] of [['iterator', iterator?.as] as const, ['consumes', consumes?.as] as const]) {
        if (!as || !TAKEN.includes(as)) continue;
        findings.push({
          message: `The loop ${id} calls its item ${JSON.stringify(as)}, which is what an operator knows something else by.`,
          where: { path: pathOf('loops', id, part, 'as') },
          hint: 'Give the item another name.',
        });
      }
      return findings;
    }),
};
