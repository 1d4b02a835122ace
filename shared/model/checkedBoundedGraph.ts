// A checked bounded loop: what the bounded engine runs and the views draw. It is made by main/graph alone.
import type { BoundedRequest } from './boundedRequest.ts';
import type { CheckedEdge, CheckedNode } from './checkedGraph.ts';
import type { Hazard } from './hazard.ts';
import type { ScopeBase, ScopeForest } from './scope.ts';
import type { Value } from './value.ts';

/** The one scope of a bounded loop. */
export const LOOP_SCOPE = 'loop';
/** Its nodes: the attempt itself, who judges it, and the person who is asked before a destructive step is tried again. */
export const ATTEMPT = 'attempt';
export const JUDGE = 'judge';
export const CONFIRM = 'confirm';

export interface CheckedBoundedGraph {
  readonly dialect: 'bounded';
  readonly name: string;
  readonly compat?: string;
  /** The file as authored: what the tape keeps. */
  readonly source: Value;
  readonly standIns?: Value;
  readonly request: BoundedRequest;
  /**
   * `attempt` first (operator `command`, `model`, `script`, …, a stand-in's `scripted`), then `judge` where the predicate needs one,
   * then `confirm` (operator `ask`) where the step is destructive.
   */
  readonly nodes: readonly CheckedNode[];
  /** attempt → judge → confirm, for drawing. */
  readonly edges: readonly CheckedEdge[];
  readonly forest: ScopeForest<ScopeBase>;
  /** Every node → `loop`. */
  readonly runsIn: Readonly<Record<string, string>>;
  /** Why every attempt after the first waits for a person's yes; undefined where none does (semantics §3, Guardrails). */
  readonly destructive?: string;
  readonly hazards: readonly Hazard[];
}
