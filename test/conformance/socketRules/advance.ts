// Seed 000, Terms and Decision order 2 and 3; semantics §2, Advance.
import { advance, drawSockets, exits, json, text } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

const loop = (more: Readonly<Record<string, unknown>> = {}) => ({
  L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'i' }, ...more },
});
const start = (items: unknown, more: Readonly<Record<string, unknown>> = {}) => ({ state: { items }, ...more });

/** One visit of Work over two items: whether it advances on `output`, asked `when`. */
function eligible(rule: string, when: string | undefined, output: unknown, isEligible: boolean): SocketRule {
  const hasSatisfied = typeof output === 'object' && output !== null && 'satisfied' in output;
  return {
    rule,
    graph: drawSockets(
      { Work: json([output], ['always end'], advance('i', 'items', when)) },
      loop(),
      start(['a', 'b']),
    ),
    expected: {
      status: 'ended',
      reason: 'end',
      cursors: { i: isEligible ? 1 : 0 },
      stretch: [
        { kind: 'fire.finished' },
        {
          kind: 'decision.made',
          question: 'advance',
          subject: 'Work',
          scope: 'L',
          operands: {
            // As it was, whatever it was.
            ...(hasSatisfied ? { satisfied: output.satisfied } : {}),
            before: 0,
            after: isEligible ? 1 : 0,
            length: 2,
            exhausted: false,
          },
          candidates: [{ id: 'advance', matched: isEligible }],
          chosen: isEligible ? 'advance' : null,
        },
        isEligible
          ? { kind: 'slot.written', slot: 'cursor.i', writer: 'advance', value: 1 }
          : { kind: 'decision.made', question: 'edge' },
      ],
    },
  };
}

export const ADVANCE: readonly SocketRule[] = [
  eligible('An advance without when is unconditional', undefined, {}, true),
  eligible('An advance without when does not mind satisfied: false', undefined, { satisfied: false }, true),
  eligible('An advance when always is unconditional', 'always', { satisfied: false }, true),
  eligible('when satisfied: true is eligible', 'satisfied', { satisfied: true }, true),
  eligible('when satisfied: false is not eligible', 'satisfied', { satisfied: false }, false),
  eligible('when satisfied: an output without satisfied is not eligible', 'satisfied', { ok: true }, false),
  eligible('when satisfied: the text "true" is not eligible', 'satisfied', { satisfied: 'true' }, false),
  eligible('when satisfied: the number 1 is not eligible', 'satisfied', { satisfied: 1 }, false),
  eligible('when satisfied: null is not eligible', 'satisfied', { satisfied: null }, false),
  eligible(
    'when satisfied: a satisfied inside of another field is not eligible',
    'satisfied',
    { x: { satisfied: true } },
    false,
  ),
  eligible('when satisfied: an object is not eligible', 'satisfied', { satisfied: { value: true } }, false),
  eligible('when not_satisfied: false is eligible', 'not_satisfied', { satisfied: false }, true),
  eligible('when not_satisfied: true is not eligible', 'not_satisfied', { satisfied: true }, false),
  eligible('when not_satisfied: an output without satisfied is not eligible', 'not_satisfied', {}, false),
  eligible('when not_satisfied: the number 0 is not eligible', 'not_satisfied', { satisfied: 0 }, false),
  {
    rule: 'The advance reads this output and nothing else: not state.satisfied, not an earlier output',
    graph: drawSockets(
      {
        First: json([{ satisfied: true }], ['always Work'], { assign: { satisfied: '$.satisfied' } }),
        Work: json([{}], ['always end'], advance('i', 'items', 'satisfied')),
      },
      loop(),
      start(['a']),
    ),
    expected: { cursors: { i: 0 }, state: { satisfied: true }, reason: 'end' },
  },
  {
    rule: 'In text mode an unconditional advance moves the cursor, one that asks for satisfied never does',
    graph: drawSockets(
      {
        Work: text(['{"satisfied":true}'], ['always Next'], advance('i', 'items')),
        Next: text(['{"satisfied":true}'], ['always end'], advance('k', 'items', 'satisfied')),
      },
      { L: { sockets: ['Work', 'Next'], iterator: { items: 'state.items', cursor: 'i' } } },
      start(['a', 'b', 'c']),
    ),
    expected: {
      cursors: { i: 1, k: 0 },
      visits: [
        ['Work', 'a'],
        ['Next', 'b'],
      ],
    },
  },
  {
    rule: 'A cursor that was never written counts as 0; one that was goes on from there',
    graph: drawSockets(
      { Work: json([{}], ['always Work'], advance('i', 'items')) },
      loop(),
      start(['a', 'b', 'c'], { cursors: { i: 1 } }),
    ),
    expected: {
      visits: [
        ['Work', 'b'],
        ['Work', 'c'],
      ],
      cursorTrail: { Work: [2, 3] },
      // Counted within the activation, whatever the cursor.
      opened: ['L[0]', 'L[1]'],
    },
  },
  {
    rule: 'The list is exhausted when the new cursor is at least its length, also far beyond it',
    graph: drawSockets(
      { Work: json([{}], ['always Work'], advance('i', 'items')) },
      {},
      start(['a', 'b'], { cursors: { i: 7 } }),
    ),
    expected: {
      decisions: [
        { question: 'advance', operands: { before: 7, after: 8, length: 2, exhausted: true } },
        { question: 'exit', target: 'end' },
      ],
      reason: 'exhausted',
    },
  },
  {
    rule: 'What is not a list counts as empty: a text has no length',
    graph: drawSockets({ Work: json([{}], ['always Work'], advance('i', 'items')) }, {}, start('abc')),
    expected: {
      visits: ['Work'],
      decisions: [{ question: 'advance', operands: { before: 0, after: 1, length: 0, exhausted: true } }],
      reason: 'exhausted',
    },
  },
  {
    rule: 'A list that is not there counts as empty, and so does an object with a length',
    graph: drawSockets(
      {
        One: json([{ satisfied: false }], ['always Two'], advance('i', 'missing', 'satisfied')),
        Two: json([{}], ['always One'], advance('k', 'items')),
      },
      {},
      start({ length: 3, 0: 'a' }),
    ),
    expected: {
      decisions: [
        { question: 'advance', subject: 'One', operands: { length: 0, exhausted: false }, chosen: null },
        { question: 'edge', subject: 'One', target: 'Two' },
        { question: 'advance', subject: 'Two', operands: { length: 0, exhausted: true } },
      ],
      reason: 'exhausted',
    },
  },
  {
    rule: 'Only an eligible advance detects exhaustion: without it the edges decide, even of a list that has run out',
    graph: drawSockets(
      {
        Work: json([{ satisfied: false, items: [] }], ['always Done'], {
          assign: { items: '$.items' },
          ...advance('i', 'items', 'satisfied'),
        }),
        Done: text(['done']),
      },
      loop(),
      start(['a']),
    ),
    expected: { routes: ['edge Done', 'edge end'], reason: 'end', exited: [['L', 'left', 1]] },
  },
  {
    rule: 'Outside of every loop an advance moves its cursor; where its list runs out there is no exit, and the run ends',
    graph: drawSockets({ Work: json([{}], ['always Work'], advance('i', 'items')) }, {}, start(['a', 'b'])),
    expected: {
      visits: [
        ['Work', null],
        ['Work', null],
      ],
      paths: ['', ''],
      reason: 'exhausted',
      stretch: [
        { kind: 'decision.made', question: 'advance', scope: '', operands: { after: 2, length: 2, exhausted: true } },
        { kind: 'slot.written', slot: 'cursor.i', value: 2 },
        { kind: 'decision.made', question: 'exit', scope: '', candidates: [], chosen: null, target: 'end' },
        { kind: 'run.finished', status: 'ended', reason: 'exhausted' },
      ],
    },
  },
  {
    rule: 'Nothing resets a cursor: a longer list that replaces one goes on at the cursor, a shorter one is empty',
    graph: drawSockets(
      {
        Load: json([{ items: ['a', 'b'] }, { items: ['p', 'q', 'r', 's'] }, { items: ['x'] }], ['always Work'], {
          assign: { items: '$.items' },
        }),
        Work: json([{}], ['always Work'], advance('i', 'items')),
      },
      loop(exits('Work always Load')),
    ),
    budget: 9,
    expected: {
      // Load, a, b, Load, r, s (cursor 2 and 3 of 4), Load, the loop is empty at cursor 4 of 1, back to Load: nine visits.
      visits: ['Load', ['Work', 'a'], ['Work', 'b'], 'Load', ['Work', 'r'], ['Work', 's'], 'Load', 'Load'],
      cursors: { i: 4 },
      reason: 'budget',
      decisions: [
        { question: 'empty-loop', operands: { cursor: 4, length: 1 }, chosen: 'exit:Work:always', target: 'Load' },
      ],
    },
  },
  {
    rule: 'Two sockets may advance one cursor: each adds one',
    graph: drawSockets(
      {
        Work: json([{}], ['always Next'], advance('i', 'items')),
        Next: json([{}], ['always Work'], advance('i', 'items')),
      },
      { L: { sockets: ['Work', 'Next'], iterator: { items: 'state.items', cursor: 'i' } } },
      start(['a', 'b', 'c']),
    ),
    expected: {
      visits: [
        ['Work', 'a'],
        ['Next', 'b'],
        ['Work', 'c'],
      ],
      cursorTrail: { Work: [1, 3], Next: [2] },
      paths: ['L[0]', 'L[1]', 'L[2]'],
      exited: [['L', 'exhausted', 3]],
    },
  },
  {
    rule: 'Two loops with one cursor share it: the second goes on where the first stopped',
    graph: drawSockets(
      {
        Work: json([{}], ['always Work'], advance('i', 'items')),
        Next: json([{}], ['always Next'], advance('i', 'more')),
      },
      {
        L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'i' }, ...exits('Work always Next') },
        M: { sockets: ['Next'], iterator: { items: 'state.more', cursor: 'i' } },
      },
      { state: { items: ['a', 'b'], more: ['p', 'q', 'r'] } },
    ),
    expected: {
      visits: [
        ['Work', 'a'],
        ['Work', 'b'],
        ['Next', 'r'],
      ],
      cursors: { i: 3 },
      exited: [
        ['L', 'exhausted', 2],
        ['M', 'exhausted', 1],
      ],
    },
  },
];
