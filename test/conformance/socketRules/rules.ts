// All rules of socket graphs, by the section that they come from.
import { DECISION_ORDER } from './decisionOrder.ts';
import { PARSE, REPAIRS } from './parse.ts';
import type { SocketRule } from './rule.ts';

export const SOCKET_RULES: readonly (readonly [section: string, rules: readonly SocketRule[]])[] = [
  ['seed 000, Decision order', DECISION_ORDER],
  ['semantics §2, Parse', [...PARSE, ...REPAIRS]],
];
