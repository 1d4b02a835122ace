// A decision: one recorded choice, with every candidate and why it won or lost (interfaces §3).
import type { Value, Values } from './value.ts';

export type Question = 'input' | 'boundary' | 'advance' | 'edge' | 'exit' | 'empty-loop' | 'predicate';

export interface Candidate {
  /** `node.handle` of an input's writer; `stop`, `budget`, `continue` of a boundary; `edges[i]`, an exit's id. */
  readonly id: string;
  /** True only for the one that was chosen. */
  readonly matched: boolean;
  /** A sentence for a person; never compared. */
  readonly why: string;
  readonly value?: Value;
  /** The event that wrote the value. */
  readonly seq?: number;
}

export interface Decision {
  readonly question: Question;
  /** `node.port` of an input; the iterOut of a boundary; the socket. */
  readonly subject: string;
  readonly scope: string;
  readonly operands: Values;
  readonly candidates: readonly Candidate[];
  /** A candidate's id, or null where none matched. */
  readonly chosen: string | null;
  readonly target?: string;
}
