// The mirror trap: what the body reads every iteration, but only the first one is given, is gone from iteration 1 on.
import { GRAPH_SCOPE } from '../../../shared/base/ids.ts';
import type { CheckedEdge, SlotSpec } from '../../../shared/model/checkedGraph.ts';
import type { PivotDraft } from '../pivot/draft.ts';
import { persistFix } from './initPort.ts';
import { slotRead, type WiredInput, wiredInputs } from './slotReaders.ts';
import type { HazardFinding, StaticHazard } from './staticHazard.ts';

export const vanishingInput: StaticHazard = {
  code: 'vanishing-input',
  severity: 'warning',
  source: 'seed 001 §10, semantics §1, Entering a scope',
  sentence:
    'An input in a loop is fed only by one-shot slots, or only from outside of the loop: it is empty from iteration 1 on.',
  example: '`iterIn_1.init_goal` (persist false) as the only wire into `judge.goal`',
  find: (draft) => wiredInputs(draft).flatMap((input) => inputHazard(input, draft)),
};

function inputHazard({ node, port, edges }: WiredInput, draft: PivotDraft): HazardFinding[] {
  const { graph, placement } = draft;
  const scope = placeOf(node, draft);
  const info = graph.forest.scopes[scope];
  // Where there is no second iteration, nothing is missed in it.
  if (info === undefined || info.effective_budget === 1 || keeps(node, port, draft)) return [];
  const once = edges.map((edge) => onceOnly(edge, scope, draft));
  if (once.some((writer) => writer === undefined)) return [];
  // Loops in circles and wires past a boundary are problems of their own.
  if (edges.some((edge) => placement.isFinal(edge) || placement.isInBand(edge.source))) return [];
  const slots = once.filter((writer): writer is SlotSpec => typeof writer === 'object');
  const writers = edges.map((edge) => `${edge.source}.${edge.sourceHandle}`);
  const init = new Set(slots.filter((slot) => slot.writer === 'init').map((slot) => slot.port));
  const fix =
    init.size === 1 && slots.length === edges.length
      ? persistFix(draft, scope, [...init][0] as string, true)
      : undefined;
  const isRequired = draft.node(node)?.inputs.find((input) => input.port === port)?.required ?? false;
  const effect = isRequired
    ? `${node} requires it and can't fire from iteration 1 on`
    : 'it is empty from iteration 1 on';
  return [
    {
      title: 'Gone after the first iteration',
      message: `${node}.${port} gets its value only from ${writers.join(' and ')}: ${reason(edges, once, draft)}, so ${effect}.`,
      where: { scope, node, port, ...(slots[0] === undefined ? {} : { slot: slots[0].name }) },
      writers,
      ...(fix === undefined ? {} : { fix }),
    },
  ];
}

/** The scope in whose iterations the input is read: of an inner iterIn, the scope around it. */
function placeOf(node: string, { graph, placement, node: find }: PivotDraft): string {
  const scope = graph.runsIn[node] ?? GRAPH_SCOPE;
  return find(node)?.role === 'iterIn' ? placement.parentOf(scope) : scope;
}

/** Whether the input keeps what it once got: a persisted slot of an inner iterIn, and the latch of a graphOut. */
function keeps(node: string, port: string, { graph, node: find }: PivotDraft): boolean {
  const role = find(node)?.role;
  if (role === 'graphOut') return true;
  return role === 'iterIn' && (graph.scopes[node]?.slots.find((slot) => slot.name === port)?.persist ?? false);
}

/**
 * The one-shot slot that the edge reads, or `outside` where it comes from around the loop; undefined where it delivers in
 * later iterations too.
 */
function onceOnly(edge: CheckedEdge, scope: string, draft: PivotDraft): SlotSpec | 'outside' | undefined {
  if (edge.source === scope) {
    const slot = slotRead(draft, edge);
    return slot !== undefined && slot.writer !== 'iterout' && !slot.persist ? slot : undefined;
  }
  const from = draft.placement.feeds(edge);
  return from !== scope && draft.placement.holds(from, scope) ? 'outside' : undefined;
}

function reason(
  edges: readonly CheckedEdge[],
  once: readonly (SlotSpec | 'outside' | undefined)[],
  draft: PivotDraft,
): string {
  const slots = once.filter((writer): writer is SlotSpec => typeof writer === 'object');
  if (slots.length === 0)
    return `${edges.length === 1 ? 'a wire' : 'wires'} from outside of the loop ${edges.length === 1 ? 'delivers' : 'deliver'} once`;
  const surrogate = slots.find((slot) => slot.writer === 'surrogate');
  const iterIn = edges.find((edge) => slotRead(draft, edge) !== undefined)?.source ?? '';
  const why =
    surrogate === undefined
      ? 'an init slot that does not persist is empty after iteration 0'
      : `"${surrogate.name}" is no declared port of ${iterIn}, so it is a one-shot slot (to keep it, declare an init port with persist true and wire its init_<name>)`;
  return slots.length === once.length ? why : `${why}, and a wire from outside of the loop delivers once`;
}
