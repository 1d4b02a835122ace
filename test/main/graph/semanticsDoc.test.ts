import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { boundedRules } from '../../../main/graph/rules/boundedRules.ts';
import { socketHazards } from '../../../main/graph/rules/socketHazards.ts';
import { socketRules } from '../../../main/graph/rules/socketRules.ts';
import { staticHazards } from '../../../main/graph/rules/staticHazards.ts';
import { validatorRules } from '../../../main/graph/rules/validatorRules.ts';
import { SEMANTICS_FILE, semanticsDoc } from '../../support/semanticsDoc.ts';

it('docs/semantics.md says what the lists of rules and hazards say', () => {
  expect(readFileSync(SEMANTICS_FILE, 'utf8')).toBe(semanticsDoc());
});

it.each([
  ['pivot', [...validatorRules, ...staticHazards]],
  ['socket', [...socketRules, ...socketHazards]],
  ['bounded', [...boundedRules]],
])(
  'every rule and hazard of %s graphs has a kebab-case code of its own, a source, a whole sentence and an example',
  (_, all) => {
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    for (const { code, source, sentence, example } of all) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(source, code).toMatch(/^(seed 00|semantics §)/);
      expect(sentence, code).toMatch(/^(["A-Z]|[a-z]+).*\.$/);
      expect(example, code).toBeTruthy();
    }
  },
);
