// How pi-materia finds the JSON in a text: a fenced block is looked for before anything else.
import { parseFenced, parseOutput } from '../../socket/parse.ts';
import type { SocketRules } from '../../socket/rules.ts';
import type { Difference } from '../difference.ts';

export const fencedFirst: Difference = {
  what: 'A fence inside of a JSON text',
  ours: 'belongs to the text: it neither starts a fenced block nor ends one',
  theirs: 'is looked into first, so that an object whose texts quote a fenced block is read as that block',
  file: 'fencedFirst.ts',
};

export const parse: SocketRules['parse'] = (output, mode) => parseOutput(output, mode, parseFenced);
