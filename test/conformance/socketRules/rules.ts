// All rules of socket graphs, by the section that they come from.
import { ADVANCE } from './advance.ts';
import { ASSIGN } from './assign.ts';
import { CONSUMES } from './consumes.ts';
import { DECISION_ORDER } from './decisionOrder.ts';
import { EDGES, TRAVERSALS, VISITS } from './edges.ts';
import { EMPTY_ENTRY } from './emptyEntry.ts';
import { ENDINGS } from './endings.ts';
import { EXITS } from './exits.ts';
import { LIST_AND_CURSOR } from './listAndCursor.ts';
import { NESTING } from './nesting.ts';
import { PARSE, REPAIRS } from './parse.ts';
import type { SocketRule } from './rule.ts';
import { SCOPES } from './scopes.ts';

export const SOCKET_RULES: readonly (readonly [section: string, rules: readonly SocketRule[]])[] = [
  ['seed 000, Decision order', DECISION_ORDER],
  ['semantics §2, Parse', [...PARSE, ...REPAIRS]],
  ['semantics §2, Assign', [...ASSIGN, ...CONSUMES]],
  ['semantics §2, List and cursor of a loop', LIST_AND_CURSOR],
  ['semantics §2, Advance', ADVANCE],
  ['semantics §2, Edges', [...EDGES, ...TRAVERSALS, ...VISITS]],
  ['seed 000, Loop exit route precedence', EXITS],
  ['seed 000, Empty-loop entry', EMPTY_ENTRY],
  ['semantics §2, Scopes', [...SCOPES, ...NESTING]],
  ['interfaces §4, status and reason', ENDINGS],
];
