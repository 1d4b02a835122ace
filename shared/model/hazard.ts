// A hazard: a way loops go wrong that the tool knows by name (interfaces §4, Codes).
import { z } from 'zod';
import { parseSlot } from './statePath.ts';

export const HazardCode = z.enum([
  'frozen-input',
  'vanishing-input',
  'budget-only',
  'foreign-reset',
  'late-stop',
  'uneven-carry',
  'unread-carry',
  'constant-stop',
  'non-boolean-stop',
  'unwired-init',
  'near-miss-handle',
  'dead-exit',
  'no-exit-when-empty',
  'cycle-without-advance',
  'replaced-list',
  'shared-cursor',
  'text-satisfied',
  'no-progress',
  'oscillation',
  'repeated-output',
  'stuck-cursor',
  'stale-reentry',
  'accidental-end',
  'stall',
  'growing-slot',
  'idle-refinement',
  'prompt-match',
  'swallowed-error',
  'untaken-route',
]);
export type HazardCode = z.infer<typeof HazardCode>;

export const Severity = z.enum(['error', 'warning', 'info']);
export type Severity = z.infer<typeof Severity>;

export const HazardPlace = z.object({
  scope: z.string().optional(),
  node: z.string().optional(),
  port: z.string().optional(),
  slot: z.string().optional(),
});
export type HazardPlace = z.infer<typeof HazardPlace>;

/** The slot that a hazard names: states and cursors of sockets are the graph's, whichever loop stands beside them. */
export function slotOfPlace({
  scope = '',
  slot,
}: HazardPlace): { readonly scope: string; readonly slot: string } | undefined {
  return slot === undefined ? undefined : { scope: parseSlot(slot) ? '' : scope, slot };
}

/** The smallest change that takes the hazard away, as a person would make it in the graph file. */
export const HazardFix = z.object({
  /** One sentence, such as `Set persist of init port "obs" of iterIn_1 to false.` */
  sentence: z.string(),
  /**
   * Where: the node whose config changes and the path into that, for example ["initPorts", 0, "persist"]; without a node the
   * path into the file.
   */
  node: z.string().optional(),
  path: z.array(z.union([z.string(), z.number()])),
  from: z.unknown(),
  to: z.unknown(),
});
export type HazardFix = z.infer<typeof HazardFix>;

export const Hazard = z.object({
  code: HazardCode,
  severity: Severity,
  /** A short title for a card, such as "Frozen at its first value". */
  title: z.string(),
  /** What is wrong, in a sentence that names input, writers and iterations. */
  message: z.string(),
  where: HazardPlace,
  /** Every edge or writer that takes part, as `node.handle`. */
  writers: z.array(z.string()).optional(),
  fix: HazardFix.optional(),
});
export type Hazard = z.infer<typeof Hazard>;

/** A hazard that happened on a tape: with the moments that show it, first to last. */
export const TapeHazard = Hazard.extend({ evidence: z.array(z.string()) });
export type TapeHazard = z.infer<typeof TapeHazard>;
