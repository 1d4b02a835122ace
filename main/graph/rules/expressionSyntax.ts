// A JSONata text that can't be parsed would fail at its first fire; it is told before.
import jsonata from 'jsonata';
import { isRecord, type Value } from '../../../shared/model/value.ts';
import { filePath } from '../filePath.ts';
import type { Finding, Rule } from './rule.ts';

export const expressionSyntax: Rule = {
  code: 'expression-syntax',
  source: 'semantics §4',
  sentence: 'Every JSONata text of an expression or scripted node can be parsed.',
  example: '`"outputs": {"done": "x >="}`',
  find: ({ graph, pathOf }) =>
    graph.nodes.flatMap((node) => {
      const keys = node.type === 'expression' ? ['outputs', 'writes'] : node.type === 'scripted' ? ['expr'] : [];
      return keys.flatMap((key) =>
        textsIn(node.config[key]).flatMap(([name, text]): Finding[] => {
          const fault = faultIn(text);
          if (fault === undefined) return [];
          const place = filePath([name]);
          const path = `${pathOf(node.id)}.config.${key}${place.startsWith('[') ? place : `.${place}`}`;
          return [
            {
              message: `The JSONata of ${key} "${name}" of ${node.id} can't be parsed: ${fault}`,
              where: { node: node.id, port: name, ...(node.authoredType === undefined ? { path } : {}) },
              hint: `Mend the expression ${JSON.stringify(text)}.`,
            },
          ];
        }),
      );
    }),
};

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
