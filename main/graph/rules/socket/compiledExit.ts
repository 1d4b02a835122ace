// What a singular exit was compiled into is shown, so that nobody has to guess what runs.

import type { CompiledExit } from '../../socket/compileExits.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { writtenStatePath } from '../../socket/statePath.ts';
import type { Rule } from '../rule.ts';

export const compiledExit: Rule<SocketDraft> = {
  code: 'compiled-exit',
  source: 'semantics §2, Exits',
  sentence: 'A note, no fault: what the singular exit of a loop was compiled into.',
  example: '`"exit": {"from": "Socket-6", "when": "satisfied", "to": "Socket-7"}`',
  find: ({ compiled, graph, pathOf }) =>
    compiled.exits.flatMap((exit) => {
      if (exit.isTextSource || exit.conflict !== undefined) return [];
      const others =
        graph.loops.find(({ id }) => id === exit.loop)?.exits.filter(({ from }) => from === exit.from) ?? [];
      const route =
        exit.exit === undefined
          ? `when the list runs out there the run ends${otherwise(others.map(({ id }) => id))}`
          : `the exit ${exit.exit.id} leads to ${exit.to}`;
      return [
        {
          message: `The exit of the loop ${exit.loop} means: ${[...said(exit), route].join('; ')}.`,
          where: { node: exit.from, path: pathOf('loops', exit.loop, 'exit') },
          hint: 'Nothing needs to change; advance and exits say the same at more length.',
          isNote: true,
        },
      ];
    }),
};

function said({ from, when, advance, isAdvanceNew, isParseNew }: CompiledExit): string[] {
  const parts: string[] = [];
  if (isParseNew) parts.push(`${from} is parsed as JSON`);
  if (advance) {
    const moved = `${from} advances ${advance.cursor} along ${writtenStatePath(advance.items)}`;
    const own = isAdvanceNew ? '' : ', as its own advance says';
    parts.push(`${moved} ${when === 'always' ? 'always' : `when ${when}`}${own}`);
  }
  return parts;
}

function otherwise(ids: readonly string[]): string {
  return ids.length === 0 ? '' : `, unless ${ids.join(' or ')} matches`;
}
