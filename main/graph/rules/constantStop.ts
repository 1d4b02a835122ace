// A stop that can't change between iterations: it ends the loop after the first one, or never.
import type { CheckedEdge } from '../../../shared/model/checkedGraph.ts';
import { isRecord, isTruthy, type Value, valuesEqual } from '../../../shared/model/value.ts';
import type { PivotDraft } from '../pivot/draft.ts';
import { slotRead } from './slotReaders.ts';
import type { StaticHazard } from './staticHazard.ts';

export const constantStop: StaticHazard = {
  code: 'constant-stop',
  severity: 'warning',
  source: 'seed 001 §5',
  sentence:
    'The stop of a loop comes only from an init slot, from outside of the loop or from a node that always gives the same: it ends the loop after its first iteration, or never.',
  example: '`iterIn_1.init_done → iterOut_1.stop`',
  find: (draft) =>
    [...draft.pairs.outOf].flatMap(([scope, iterOut]) => {
      const stops = draft.wires.into(iterOut).filter((edge) => edge.targetHandle === 'stop');
      const constants = stops.map((edge) => constantOf(draft, scope, edge));
      if (stops.length === 0 || constants.some((one) => one === undefined)) return [];
      const values = constants.map((one) => one?.value);
      const isKnown = values.every((value) => value !== undefined);
      const effect = !isKnown
        ? 'it ends the loop after its first iteration, or never'
        : values.some(isTruthy)
          ? 'it ends the loop after its first iteration'
          : 'it never ends the loop';
      const writers = stops.map((edge) => `${edge.source}.${edge.sourceHandle}`);
      return [
        {
          title: 'A stop that never changes',
          message: `${iterOut}.stop gets its value only from ${writers.join(' and ')}, ${constants[0]?.why}, so ${effect}. Wire it to a node of the body that works it out anew.`,
          where: { scope, node: iterOut, port: 'stop' },
          writers,
        },
      ];
    }),
};

interface Constant {
  readonly why: string;
  /** Where the graph itself says it. */
  readonly value?: Value;
}

/** Undefined where the edge may bring different values. */
function constantOf(draft: PivotDraft, scope: string, edge: CheckedEdge): Constant | undefined {
  const slot = slotRead(draft, edge);
  if (edge.source === scope) {
    if (slot === undefined || slot.writer === 'iterout') return undefined;
    return { why: slot.persist ? 'a run-invariant' : 'which is there in the first iteration alone' };
  }
  const from = draft.placement.feeds(edge);
  if (from !== scope && draft.placement.holds(from, scope)) {
    return { why: 'which lies outside of the loop and delivers once' };
  }
  const value = literalOf(draft, edge);
  return value === undefined ? undefined : { why: 'which always gives the same', value };
}

/** What a scripted node or an expression gives at every fire, where its config says it in plain words. */
function literalOf({ node }: PivotDraft, { source, sourceHandle }: CheckedEdge): Value | undefined {
  const { type, config } = node(source) ?? {};
  if (config === undefined) return undefined;
  if (type === 'expression') {
    const text = isRecord(config.outputs) ? config.outputs[sourceHandle] : undefined;
    return typeof text === 'string' ? WORDS.get(text.trim()) : undefined;
  }
  if (type !== 'scripted') return undefined;
  const { seq } = config;
  if (!Array.isArray(seq) || seq.length === 0) return undefined;
  const entries: readonly Value[] = seq;
  const values = entries.map((entry) => (isRecord(entry) ? entry[sourceHandle] : undefined));
  const [first] = values;
  if (first === undefined || isRecord(first) || Array.isArray(first)) return undefined;
  return values.every((value) => value !== undefined && valuesEqual(value, first)) ? first : undefined;
}

const WORDS: ReadonlyMap<string, Value> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
