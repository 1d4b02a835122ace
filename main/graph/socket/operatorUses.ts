// The operators of a socket graph with their configs, for the rules about those: each materia that a socket names, once, and each
// stand-in.
import type { OperatorUse } from '../rules/operatorConfig.ts';
import type { SocketDraft } from './draft.ts';

/** What a socket is handed beside the other names of its item. */
const GIVEN = ['item', 'state', 'cursors'];

export function socketUses({ graph, authored, pathOf }: SocketDraft): OperatorUse[] {
  const seen = new Set<string>();
  const aliases = graph.loops.flatMap(({ as }) => (as === undefined ? [] : [as]));
  const given = [...new Set([...GIVEN, ...aliases])];
  return graph.nodes.flatMap(({ id, type, config, authoredType }, index): OperatorUse[] => {
    const { materia = '', operator } = graph.sockets[index] ?? {};
    if (authoredType !== undefined) {
      const called = (key: string) => `${key} of the stand-in for ${id}`;
      return [{ form: 'whole', type, config, given, called, where: () => ({ node: id }) }];
    }
    if (operator === undefined || seen.has(materia) || !Object.hasOwn(authored.materia ?? {}, materia)) return [];
    seen.add(materia);
    return [
      {
        form: 'whole',
        type,
        config,
        given,
        called: (key) => `${key} of the materia ${materia}`,
        where: (key) => ({ node: id, path: `${pathOf('materia', materia)}.${key}` }),
      },
    ];
  });
}
