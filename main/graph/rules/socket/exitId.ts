// A decision names the exit that was taken by its id.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Finding, Rule } from '../rule.ts';

export const exitId: Rule<SocketDraft> = {
  code: 'exit-id',
  source: 'semantics §2, File',
  sentence: 'Every exit has an id of its own within its loop.',
  example: '`"exits": [{"id": "out", …}, {"id": "out", …}]`',
  find: ({ authored, pathOf }) =>
    Object.entries(authored.loops ?? {}).flatMap(([loop, { exits }]) => {
      const seen = new Map<string, number>();
      return (exits ?? []).flatMap(({ id, from, condition }, index): Finding[] => {
        const where = { ...(from ? { node: from } : {}), path: pathOf('loops', loop, 'exits', index, 'id') };
        if (!id) {
          const hint = `Give it one, such as "exit:${from ?? 'Socket-1'}:${condition ?? 'always'}".`;
          return [{ message: `exits[${index}] of the loop ${loop} has no id.`, where, hint }];
        }
        const first = seen.get(id);
        if (first === undefined) seen.set(id, index);
        if (first === undefined) return [];
        const message = `exits[${index}] of the loop ${loop} has the id ${JSON.stringify(id)}, which exits[${first}] has already.`;
        return [{ message, where, hint: 'Give one of the two another id.' }];
      });
    }),
};
