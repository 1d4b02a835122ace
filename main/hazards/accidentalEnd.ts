// A run of sockets that ended because nothing matched, while a loop still had items (semantics §2, Edges). An edge or exit that
// leads to `end` is meant; this is where none was taken.
import type { CheckedSocketGraph, LoopSpec } from '../../shared/model/checkedSocketGraph.ts';
import type { EventOf } from '../../shared/model/event.ts';
import type { TapeHazard } from '../../shared/model/hazard.ts';
import { typeName } from '../../shared/model/value.ts';
import type { Detector } from './detector.ts';
import { SocketLists, socketsOf } from './socketLists.ts';
import { counted, valueWords } from './wording.ts';

interface Found {
  readonly event: EventOf<'decision.made'>;
  readonly loop: LoopSpec;
  readonly left: number;
  readonly length: number;
}

export const accidentalEnd: Detector<'slot.written' | 'slot.cleared' | 'decision.made'> = {
  code: 'accidental-end',
  kinds: ['slot.written', 'slot.cleared', 'decision.made'],
  watch(graph) {
    const sockets = socketsOf(graph);
    const lists = new SocketLists(sockets);
    const found = new Map<string, Found>();
    return {
      see(event) {
        if (event.kind !== 'decision.made') {
          lists.see(event);
          return;
        }
        if (!isRoute(event) || event.chosen !== null) return;
        // The innermost loop with items left tells most; those around it end as well.
        const open = loopsOf(event.subject, sockets).filter((loop) => lists.leftOf(loop) > 0);
        const loop = open.toSorted((a, b) => a.sockets.length - b.sockets.length)[0];
        if (!loop) return;
        const one = { event, loop, left: lists.leftOf(loop), length: lists.itemsOf(loop).length };
        found.set(event.subject, one);
      },
      found: () => [...found.values()].map(hazardOf),
    };
  },
};

function isRoute({ question }: EventOf<'decision.made'>): boolean {
  return question === 'edge' || question === 'exit' || question === 'empty-loop';
}

function loopsOf(socket: string, graph: CheckedSocketGraph | undefined): readonly LoopSpec[] {
  return graph?.loops.filter(({ sockets, items }) => items !== undefined && sockets.includes(socket)) ?? [];
}

function hazardOf({ event, loop, left, length }: Found): TapeHazard {
  return {
    code: 'accidental-end',
    severity: 'error',
    title: 'Ended with items left',
    message: `The run ended at ${event.subject} because ${whyNone(event)}, while ${loop.id} still had ${left} of ${counted(length, 'item')} to work on.`,
    where: { scope: loop.id, node: event.subject },
    evidence: [`#${event.seq}`],
  };
}

function whyNone({ question, candidates, operands, scope }: EventOf<'decision.made'>): string {
  const { satisfied } = operands;
  const said =
    satisfied === undefined
      ? 'its output has no satisfied'
      : typeof satisfied === 'boolean'
        ? `satisfied is ${satisfied}`
        : `satisfied is ${valueWords(satisfied)}, a ${typeName(satisfied)}`;
  switch (question) {
    case 'empty-loop':
      return `${scope} was empty and has no exit that asks for nothing`;
    case 'exit':
      return candidates.length === 0 ? 'the list ran out and there is no exit' : `no exit matches: ${said}`;
    default:
      return candidates.length === 0 ? 'it has no edges' : `no edge matches: ${said}`;
  }
}
