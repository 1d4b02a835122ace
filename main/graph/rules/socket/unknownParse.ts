// How the text of a socket becomes a value.
import type { SocketDraft } from '../../socket/draft.ts';
import { didYouMean } from '../../wording.ts';
import type { Finding, Rule } from '../rule.ts';

const MODES = ['text', 'json'];

export const unknownParse: Rule<SocketDraft> = {
  code: 'unknown-parse',
  source: 'semantics §2, Parse',
  sentence: 'parse of a socket or of a materia is text or json, or absent, which is text; a generator is always json.',
  example: '`"parse": "JSON"`',
  find: ({ authored, usedMateria, pathOf }) => {
    const findings: Finding[] = [];
    const hold = (what: string, parse: string | null | undefined, where: Finding['where']) => {
      if (parse === undefined || parse === null || MODES.includes(parse)) return;
      const near = didYouMean(parse.toLowerCase(), MODES);
      const message = `parse of ${what} is ${JSON.stringify(parse)}, which is no way of parsing.${near}`;
      findings.push({ message, where, hint: 'Write text or json, or leave it out, which is text.' });
    };
    for (const [id, { parse }] of Object.entries(authored.sockets)) {
      hold(id, parse, { node: id, path: pathOf('sockets', id, 'parse') });
    }
    for (const [name, { parse }] of usedMateria) {
      hold(`the materia ${name}`, parse, { path: pathOf('materia', name, 'parse') });
    }
    return findings;
  },
};
