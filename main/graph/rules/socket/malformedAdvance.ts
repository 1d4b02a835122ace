// An advance moves one cursor along one list.
import type { SocketDraft } from '../../socket/draft.ts';
import { readStatePath } from '../../socket/statePath.ts';
import type { Finding, Rule } from '../rule.ts';
import { listFault } from './listFault.ts';

export const malformedAdvance: Rule<SocketDraft> = {
  code: 'malformed-advance',
  source: 'seed 000, Terms, semantics §2, Advance',
  sentence: 'An advance names its cursor, and as items a list below state.',
  example: '`"advance": {"cursor": "i", "items": "$.items"}`',
  find: ({ authored, pathOf }) =>
    Object.entries(authored.sockets).flatMap(([id, { advance }]): Finding[] => {
      if (!advance) return [];
      const findings: Finding[] = [];
      const at = (key: string) => ({ node: id, path: pathOf('sockets', id, 'advance', key) });
      if (!advance.cursor) {
        const says = advance.cursor === '' ? 'is empty' : 'is missing';
        const hint = 'Name the cursor that it moves, such as "workItemIndex".';
        findings.push({ message: `The cursor of the advance of ${id} ${says}.`, where: at('cursor'), hint });
      }
      if (!advance.items || readStatePath(advance.items) === undefined) {
        findings.push({ ...listFault(`The list of the advance of ${id}`, advance.items), where: at('items') });
      }
      return findings;
    }),
};
