// The list that a loop goes over.
import type { SocketDraft } from '../../socket/draft.ts';
import { isOutputName } from '../../socket/list.ts';
import { readStatePath } from '../../socket/statePath.ts';
import type { Finding, Rule } from '../rule.ts';
import { listFault } from './listFault.ts';

export const malformedList: Rule<SocketDraft> = {
  code: 'malformed-list',
  source: 'semantics §2, List and cursor of a loop',
  sentence:
    'The items of an iterator are a list below state; the output of consumes is the name of a list at the top of an output, without dots. Cursors and other names that a loop gives are not empty.',
  example: '`"consumes": {"from": "Plan", "output": "plan.items"}`',
  find: ({ authored, pathOf }) =>
    Object.entries(authored.loops ?? {}).flatMap(([id, { iterator, consumes }]) => {
      const findings: Finding[] = [];
      if (iterator && (!iterator.items || readStatePath(iterator.items) === undefined)) {
        const where = { path: pathOf('loops', id, 'iterator', 'items') };
        findings.push({ ...listFault(`The list of the loop ${id}`, iterator.items), where });
      }
      if (consumes && !(consumes.output && isOutputName(consumes.output))) {
        const { output } = consumes;
        const says = output
          ? `is ${JSON.stringify(output)}, which is no plain name`
          : output === ''
            ? 'is empty'
            : 'is missing';
        findings.push({
          message: `The output that the loop ${id} consumes ${says}.`,
          where: { path: pathOf('loops', id, 'consumes', 'output') },
          hint: output
            ? 'Name a list at the top of the output, such as "workItems"; assign what lies deeper, and name that as iterator.items.'
            : 'Name the list in the output, such as "workItems".',
        });
      }
      for (const [part, said] of [['iterator', iterator] as const, ['consumes', consumes] as const]) {
        for (const key of ['as', 'cursor'] as const) {
          if (said?.[key] !== '') continue;
          const message = `${part}.${key} of the loop ${id} is empty.`;
          const hint = 'Write a name, or leave it out.';
          findings.push({ message, where: { path: pathOf('loops', id, part, key) }, hint });
        }
      }
      return findings;
    }),
};
