// A singular exit that asks for `satisfied` needs a parsed output to read it from.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Rule } from '../rule.ts';

export const exitTextSource: Rule<SocketDraft> = {
  code: 'exit-text-source',
  source: 'semantics §2, Exits and Parse',
  sentence:
    'A singular exit that asks for satisfied or not_satisfied does not leave from a socket that says parse: text.',
  example: '`"exit": {"from": "S", "when": "satisfied", …}` where `S` has `"parse": "text"`',
  find: ({ compiled, pathOf }) =>
    compiled.exits.flatMap(({ loop, from, when, isTextSource }) =>
      isTextSource
        ? [
            {
              message: `The exit of the loop ${loop} asks ${from} for ${when}, but ${from} is parsed as text, which has no satisfied.`,
              where: { node: from, path: pathOf('sockets', from, 'parse') },
              hint: 'Set its parse to json, or leave it out; or let the exit ask for always.',
            },
          ]
        : [],
    ),
};
