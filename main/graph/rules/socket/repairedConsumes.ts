// Under pi-materia a loop consumes from the generator that feeds it, whatever it says; that is told.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Rule } from '../rule.ts';

export const repairedConsumes: Rule<SocketDraft> = {
  code: 'repaired-consumes',
  source: 'semantics §5',
  sentence:
    'A note, no fault: under pi-materia consumes.from was replaced by the one generator outside of the loop that has an edge into it.',
  example: '`"consumes": {"from": "Socket-7", …}` where only the generator `Socket-1` leads into the loop',
  find: ({ repairs, pathOf }) =>
    repairs.map(({ loop, said, from }) => ({
      message:
        said === undefined
          ? `The loop ${loop} consumes from ${from}, the only generator that leads into it.`
          : `The loop ${loop} says that it consumes from ${said}, but ${from} is the only generator that leads into it, and counts.`,
      where: { node: from, path: pathOf('loops', loop, 'consumes', 'from') },
      hint: `Write ${from} as consumes.from.`,
      isNote: true,
    })),
};
