// Compat names a public engine whose rules a run follows; each engine runs graphs of one dialect.
import type { PivotDraft } from '../pivot/draft.ts';
import type { SocketDraft } from '../socket/draft.ts';
import { didYouMean, listed } from '../wording.ts';
import type { Finding, Rule } from './rule.ts';

const ENGINES = { pivot: ['agentcanvas'], socket: ['pi-materia'] } as const;

export const unknownCompat: Rule = {
  code: 'unknown-compat',
  source: 'semantics §5',
  sentence: 'compat of a pivot graph is agentcanvas, or absent.',
  example: '`"compat": "agent-canvas"`',
  find: (draft: PivotDraft) => compatFindings('pivot', draft.graph.compat, 'compat'),
};

export const socketUnknownCompat: Rule<SocketDraft> = {
  code: 'unknown-compat',
  source: 'semantics §5',
  sentence: 'compat of a socket graph is pi-materia, or absent.',
  example: '`"compat": "pimateria"`',
  find: ({ graph, pathOf }) => compatFindings('socket', graph.compat, pathOf('compat')),
};

function compatFindings(dialect: keyof typeof ENGINES, compat: string | undefined, path: string): Finding[] {
  const engines: readonly string[] = ENGINES[dialect];
  if (compat === undefined || engines.includes(compat)) return [];
  const other = dialect === 'pivot' ? 'socket' : 'pivot';
  const others: readonly string[] = ENGINES[other];
  const message = others.includes(compat)
    ? `compat "${compat}" is for ${other} graphs, and this is a ${dialect} graph.`
    : `compat "${compat}" names no engine that is known here.${didYouMean(compat, engines)}`;
  const hint = `Use ${listed(engines)}, or leave it out to follow the rules of this program.`;
  return [{ message, where: { path }, hint }];
}
