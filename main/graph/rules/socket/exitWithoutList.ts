// A singular exit moves a cursor along the loop's list, so there has to be one.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Rule } from '../rule.ts';

export const exitWithoutList: Rule<SocketDraft> = {
  code: 'exit-without-list',
  source: 'semantics §2, Exits',
  sentence: 'A loop with a singular exit names its list, by iterator or consumes.',
  example: '`"loops": {"retry": {"sockets": ["S"], "exit": {"from": "S", …}}}`',
  // There it is compiled into a route alone.
  warnsUnder: ['pi-materia'],
  find: ({ compiled, authored, pathOf }) =>
    compiled.exits.flatMap(({ loop, from, advance }) => {
      const { iterator, consumes } = authored.loops?.[loop] ?? {};
      // Where a list is named but can't be read, that is told elsewhere.
      if (advance !== undefined || iterator || consumes) return [];
      return [
        {
          message: `The loop ${loop} has an exit but names no list, so no cursor could move at ${from} and the loop would never be left by it.`,
          where: { node: from, path: pathOf('loops', loop, 'exit') },
          hint: 'Say what the loop goes over, with iterator.items or consumes; or leave the loop by a normal edge.',
        },
      ];
    }),
};
