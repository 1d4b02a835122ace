// What an assign reads.
import { parseStatePath } from '../../../../shared/model/statePath.ts';
import { snapshot, typeName } from '../../../../shared/model/value.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { nearestName } from '../../wording.ts';
import type { Rule } from '../rule.ts';
import { authoredAssigns } from './authoredAssigns.ts';

const ROOTS = ['item', 'state', 'lastJson', 'lastOutput'];

export const assignSource: Rule<SocketDraft> = {
  code: 'assign-source',
  source: 'semantics §2, Assign',
  sentence:
    'The source of an assign is $, $.x, item[.x], state[.x], lastJson[.x], lastOutput or a path below state; a path that nothing writes and that is nearly one of those words is none.',
  example: '`"assign": {"title": "$title"}`',
  find: (draft) => {
    const known = stateKeys(draft);
    return authoredAssigns(draft).flatMap(({ of, target, source, where }) => {
      const fault = sourceFault(source, known);
      if (fault === undefined) return [];
      return [
        {
          message: `${of} assigns ${JSON.stringify(target)} from ${fault}`,
          where,
          hint: 'Write $ or $.x for this output, item.x for the item, state.x for what is kept.',
        },
      ];
    });
  },
};

/** The end of a sentence after `assigns "x" from `; undefined where the source is one. */
function sourceFault(source: unknown, known: ReadonlySet<string>): string | undefined {
  if (typeof source !== 'string') return `something of type ${typeName(snapshot(source))}, where a text is expected.`;
  if (source === '') return 'an empty text, which reads nothing.';
  const shown = JSON.stringify(source);
  const path = parseStatePath(source);
  if (path === undefined) return `${shown}, which has an empty part.`;
  const [root = '', ...rest] = path;
  if (root === '$') return undefined;
  if (root.startsWith('$')) {
    const meant = `$.${root.slice(1).replace(/^\[|\]$/g, '')}${rest.map((part) => `.${part}`).join('')}`;
    return `${shown}, which is no way to read an output. Did you mean ${JSON.stringify(meant)}?`;
  }
  if (root === 'lastOutput' && rest.length > 0) return `${shown}, but lastOutput is a text and has no parts.`;
  if (ROOTS.includes(root) || known.has(root)) return undefined;
  const near = nearestName(root, ROOTS);
  // A run may be given `items` or `states`; those are names, not slips.
  if (near === undefined || root === `${near}s`) return undefined;
  const meant = [near, ...rest].join('.');
  return `${shown}, a path below state that nothing writes. Did you mean ${JSON.stringify(meant)}?`;
}

/** Top-level keys of state that the file fills or writes, and other names of items. */
function stateKeys({ graph }: SocketDraft): Set<string> {
  return new Set([
    ...Object.keys(graph.state),
    ...graph.sockets.flatMap(({ assigns }) => assigns.map(({ target }) => target[0] as string)),
    ...graph.loops.flatMap(({ output, items, as }) => [output, items?.[0], as].filter((name) => name !== undefined)),
  ]);
}
