// The limits that a graph may set.
import { toPublic } from '../../../../shared/model/publicValue.ts';
import { snapshot } from '../../../../shared/model/value.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { readLimits } from '../../socket/limits.ts';
import type { Rule } from '../rule.ts';

export const limit: Rule<SocketDraft> = {
  code: 'limit',
  source: 'semantics §2, Parse, and §5',
  sentence:
    'limits.repairs is a whole number of at least 0, limits.maxNoAdvanceCycles (which counts under pi-materia) one of at least 1; absent and null leave them as they are, 1 and 3.',
  example: '`"limits": {"repairs": "twice"}`',
  find: ({ authored, pathOf }) =>
    readLimits(authored.limits ?? {}).faults.map(({ key, value, least }) => ({
      message: `limits.${key} is ${JSON.stringify(toPublic(snapshot(value)))}, which is not a whole number of at least ${least}.`,
      where: { path: pathOf('limits', key) },
      hint: `Write a whole number of at least ${least}, or leave it out.`,
    })),
};
