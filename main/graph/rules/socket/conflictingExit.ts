// A singular exit and the exits of its loop may not lead one outcome to two places.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Rule } from '../rule.ts';

export const conflictingExit: Rule<SocketDraft> = {
  code: 'conflicting-exit',
  source: 'semantics §2, Exits',
  sentence: 'No exit of a loop has the source and condition of its singular exit, but another target.',
  example:
    '`"exit": {"from": "S", "when": "satisfied", "to": "A"}` beside `{"from": "S", "condition": "satisfied", "targetSocketId": "B"}`',
  // There the singular exit takes the other's place, but for one that leads to end, which gives way.
  warnsUnder: ['pi-materia'],
  find: ({ compiled, pathOf }) =>
    compiled.exits.flatMap(({ loop, from, when, to, replaced }) =>
      replaced === undefined
        ? []
        : [
            {
              message: `The exit of the loop ${loop} leads from ${from} to ${to} when ${when}, but ${replaced.id} among its exits leads to ${replaced.target} then.`,
              where: { node: from, path: pathOf('loops', loop, 'exit') },
              hint: 'Remove one of the two.',
            },
          ],
    ),
};
