// Every rule that a socket graph is held against, in the order in which their problems are told. A new rule is one file and one
// line here; docs/semantics.md is made from this list.
import type { SocketDraft } from '../socket/draft.ts';
import type { Rule } from './rule.ts';

export const socketRules: readonly Rule<SocketDraft>[] = [];
