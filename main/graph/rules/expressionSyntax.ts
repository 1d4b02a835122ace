// A JSONata text that can't be parsed would fail at its first fire; it is told before.
import jsonata from 'jsonata';
import { isRecord, type Value } from '../../../shared/model/value.ts';
import { filePath } from '../filePath.ts';
import { pivotUses } from '../pivot/operatorUses.ts';
import type { SocketDraft } from '../socket/draft.ts';
import { socketUses } from '../socket/operatorUses.ts';
import type { OperatorUse } from './operatorConfig.ts';
import type { Finding, Rule } from './rule.ts';

export const expressionSyntax: Rule = {
  code: 'expression-syntax',
  source: 'semantics §4',
  sentence: 'Every JSONata text of an expression or scripted node can be parsed.',
  example: '`"outputs": {"done": "x >="}`',
  find: (draft) => pivotUses(draft).flatMap(syntaxFindings),
};

export const socketExpressionSyntax: Rule<SocketDraft> = {
  code: 'expression-syntax',
  source: 'semantics §4',
  sentence: 'Every JSONata text of an expression or scripted materia can be parsed.',
  example: '`"outputs": {"satisfied": "item.size >"}`',
  find: (draft) => socketUses(draft).flatMap(syntaxFindings),
};

export const boundedExpressionSyntax: Rule<readonly OperatorUse[]> = {
  code: 'expression-syntax',
  source: 'semantics §4',
  sentence: 'Every JSONata text of an expression, and of what stands in, can be parsed.',
  example: '`"outputs": {"satisfied": "exit ="}`',
  find: (uses) => uses.flatMap(syntaxFindings),
};

function syntaxFindings({ type, config, called, where }: OperatorUse): Finding[] {
  const keys = type === 'expression' ? ['outputs', 'writes'] : type === 'scripted' ? ['expr'] : [];
  return keys.flatMap((key) =>
    textsIn(config[key]).flatMap(([name, text]): Finding[] => {
      const fault = faultIn(text);
      if (fault === undefined) return [];
      const place = filePath([name]);
      const { node, path } = where(`${key}${place.startsWith('[') ? place : `.${place}`}`);
      return [
        {
          message: `The JSONata of "${name}" in ${called(key)} can't be parsed: ${fault}`,
          where: { ...(node === undefined ? {} : { node }), port: name, ...(path === undefined ? {} : { path }) },
          hint: `Mend the expression ${JSON.stringify(text)}.`,
        },
      ];
    }),
  );
}

function textsIn(value: Value | undefined): [string, string][] {
  if (!isRecord(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** What the parser says, with the place counted from 1; undefined where it is content. */
function faultIn(text: string): string | undefined {
  try {
    jsonata(text);
    return undefined;
  } catch (error) {
    const { message, position } = error as Partial<jsonata.JsonataError>;
    const at = typeof position === 'number' ? ` (character ${position})` : '';
    return `${(message ?? String(error)).replace(/\.$/, '')}${at}.`;
  }
}
