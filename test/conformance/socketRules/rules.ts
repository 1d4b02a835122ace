// All rules of socket graphs, by the section that they come from.
import { ADVANCE } from './advance.ts';
import { ASSIGN, CONSUMES } from './assign.ts';
import { DECISION_ORDER } from './decisionOrder.ts';
import { EDGES, TRAVERSALS, VISITS } from './edges.ts';
import { EMPTY_ENTRY } from './emptyEntry.ts';
import { EXITS } from './exits.ts';
import { LIST_AND_CURSOR } from './listAndCursor.ts';
import { PARSE, REPAIRS } from './parse.ts';
import type { SocketRule } from './rule.ts';
import { ENDINGS, SCOPES } from './scopes.ts';

export const SOCKET_RULES: readonly (readonly [section: string, rules: readonly SocketRule[]])[] = [
  ['seed 000, Decision order', DECISION_ORDER],
  ['semantics §2, Parse', [...PARSE, ...REPAIRS]],
  ['semantics §2, Assign', [...ASSIGN, ...CONSUMES]],
  ['semantics §2, List and cursor of a loop', LIST_AND_CURSOR],
  ['semantics §2, Advance', ADVANCE],
  ['semantics §2, Edges', [...EDGES, ...TRAVERSALS, ...VISITS]],
  ['seed 000, Loop exit route precedence', EXITS],
  ['seed 000, Empty-loop entry', EMPTY_ENTRY],
  ['semantics §2, Scopes', SCOPES],
  ['interfaces §4, status and reason', ENDINGS],
];
