// Seed 000, Decision order and its example; interfaces §3, Order.
import { advance, drawSockets, exits, json, text } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

/** Two items; Work advances where it is satisfied, and leads back to itself; the exit leads to Done. */
const gen = json([{ items: ['a', 'b'] }], ['always Work']);
const done = text(['done']);
const overItems = { consumes: { from: 'Gen', output: 'items' } };
const toDone = { L: { sockets: ['Work'], ...overItems, ...exits('Work satisfied Done') } };

const twoItems = drawSockets(
  {
    Gen: gen,
    Work: json([{ satisfied: true, note: 'fine' }], ['always Work'], {
      assign: { note: '$.note' },
      ...advance('i', 'items', 'satisfied'),
    }),
    Done: done,
  },
  toDone,
);

/** The seed's own file, with the four sockets that it leaves out. */
const seedExample = (maintain: readonly unknown[], items: readonly unknown[]) =>
  drawSockets(
    {
      'Socket-1': json([{ workItems: items }], ['always Socket-4']),
      'Socket-4': text(['built'], ['always Socket-5']),
      'Socket-5': text(['checked'], ['always Socket-6']),
      'Socket-6': json(maintain, ['always Socket-4'], advance('workItemIndex', 'workItems', 'satisfied')),
      'Socket-7': text(['reported']),
    },
    {
      workItemIteration: {
        sockets: ['Socket-4', 'Socket-5', 'Socket-6'],
        consumes: { from: 'Socket-1', output: 'workItems' },
        ...exits('Socket-6 satisfied Socket-7'),
      },
    },
  );

export const DECISION_ORDER: readonly SocketRule[] = [
  {
    rule: 'A completion is, in this order: the output, its assigns, the advance decision, the cursor’s write, the edge decision, iteration.closed',
    graph: twoItems,
    expected: {
      status: 'ended',
      reason: 'end',
      visits: ['Gen', ['Work', 'a'], ['Work', 'b'], 'Done'],
      stretch: [
        { kind: 'iteration.opened', at: 'L[0]', scope: 'L', iteration: 0, label: 'a' },
        // The list is event 3: 0 the start of the run, 1 and 2 Gen's fire; then 4 its edge, 5 and 6 the loop, 7 and 8 Work's fire.
        { kind: 'fire.started', at: 'L[0]', node: 'Work', inputs: { item: 'a' }, from: { item: 3 } },
        { kind: 'fire.finished', at: 'L[0]', node: 'Work', outputs: { output: { satisfied: true, note: 'fine' } } },
        { kind: 'slot.written', at: 'L[0]', slot: 'state.note', scope: '', writer: 'assign', value: 'fine', from: 8 },
        {
          kind: 'decision.made',
          at: 'L[0]',
          question: 'advance',
          subject: 'Work',
          operands: { satisfied: true, before: 0, after: 1, length: 2, exhausted: false },
          candidates: [{ id: 'advance', matched: true }],
          chosen: 'advance',
        },
        { kind: 'slot.written', at: 'L[0]', slot: 'cursor.i', scope: '', writer: 'advance', value: 1, from: 8 },
        { kind: 'decision.made', at: 'L[0]', question: 'edge', subject: 'Work', chosen: 'edges[0]', target: 'Work' },
        { kind: 'iteration.closed', at: 'L[0]', scope: 'L', iteration: 0, carry: {} },
        { kind: 'iteration.opened', at: 'L[1]', scope: 'L', iteration: 1, label: 'b' },
        { kind: 'fire.started', at: 'L[1]', node: 'Work', inputs: { item: 'b' } },
      ],
    },
  },
  {
    rule: 'Where the list is exhausted the normal edges are bypassed, and the loop’s exits decide',
    graph: twoItems,
    expected: {
      routes: ['edge Work', 'edge Work', 'exit Done', 'edge end'],
      stretch: [
        { kind: 'slot.written', at: 'L[1]', slot: 'cursor.i', writer: 'advance', value: 2 },
        {
          kind: 'decision.made',
          at: 'L[1]',
          question: 'exit',
          subject: 'Work',
          scope: 'L',
          operands: { satisfied: true },
          candidates: [{ id: 'exit:Work:satisfied', matched: true }],
          chosen: 'exit:Work:satisfied',
          target: 'Done',
        },
        { kind: 'iteration.closed', at: 'L[1]', scope: 'L', iteration: 1 },
        { kind: 'scope.exited', at: '', scope: 'L', reason: 'exhausted', iterations: 2 },
        { kind: 'fire.started', at: '', node: 'Done', inputs: {} },
      ],
    },
  },
  {
    rule: 'Where the advance is not eligible no cursor moves, the iteration goes on, and the edges decide',
    graph: drawSockets(
      {
        Gen: gen,
        Work: json([{ satisfied: false }, { satisfied: true }], ['always Work'], advance('i', 'items', 'satisfied')),
        Done: done,
      },
      toDone,
    ),
    expected: {
      // Not satisfied for a, then satisfied for a and for b.
      visits: ['Gen', ['Work', 'a'], ['Work', 'a'], ['Work', 'b'], 'Done'],
      cursorTrail: { Work: [0, 1, 2] },
      stretch: [
        {
          kind: 'decision.made',
          question: 'advance',
          operands: { satisfied: false, before: 0, after: 0, length: 2, exhausted: false },
          candidates: [{ id: 'advance', matched: false }],
          chosen: null,
        },
        { kind: 'decision.made', question: 'edge', chosen: 'edges[0]', target: 'Work' },
        { kind: 'iteration.opened', at: 'L[0]@2', scope: 'L', iteration: 0, pass: 2, label: 'a' },
        { kind: 'fire.started', at: 'L[0]@2', node: 'Work' },
      ],
    },
  },
  {
    rule: 'A socket without advance has no advance decision: its output leads straight to the edges',
    graph: twoItems,
    expected: {
      stretch: [
        { kind: 'fire.finished', at: '', node: 'Gen' },
        // Gen assigns nothing itself, so the list that the loop consumes is stored.
        { kind: 'slot.written', at: '', slot: 'state.items', writer: 'assign', value: ['a', 'b'] },
        { kind: 'decision.made', at: '', question: 'edge', subject: 'Gen', target: 'Work' },
        { kind: 'scope.entered', at: '', scope: 'L' },
        { kind: 'iteration.opened', at: 'L[0]', scope: 'L' },
      ],
      never: [{ kind: 'decision.made', question: 'advance', subject: 'Gen' }],
    },
  },
  {
    rule: 'The seed’s example: non-final items go back to Socket-4 by the normal edge, the final one leaves through the exit to Socket-7',
    graph: seedExample([{ satisfied: true }], [{ title: 'one' }, { title: 'two' }]),
    expected: {
      status: 'ended',
      reason: 'end',
      visits: ['Socket-1', 'Socket-4', 'Socket-5', 'Socket-6', 'Socket-4', 'Socket-5', 'Socket-6', 'Socket-7'],
      cursors: { workItemIndex: 2 },
      decisions: [
        { question: 'edge', subject: 'Socket-6', chosen: 'edges[0]', target: 'Socket-4' },
        { question: 'exit', subject: 'Socket-6', chosen: 'exit:Socket-6:satisfied', target: 'Socket-7' },
      ],
      iterations: { workItemIteration: 2 },
      labels: ['one', 'two'],
    },
  },
  {
    rule: 'The seed’s example, the final item not satisfied at first: it is worked on again, and only then the loop is left',
    graph: seedExample([{ satisfied: true }, { satisfied: false }, { satisfied: true }], ['one', 'two']),
    expected: {
      visits: [
        'Socket-1',
        ...['Socket-4', 'Socket-5', 'Socket-6'],
        ...['Socket-4', 'Socket-5', 'Socket-6'],
        ...['Socket-4', 'Socket-5', 'Socket-6'],
        'Socket-7',
      ],
      cursorTrail: { 'Socket-6': [1, 1, 2] },
      iterations: { workItemIteration: 2 },
      opened: ['workItemIteration[0]', 'workItemIteration[1]', 'workItemIteration[1]@2'],
    },
  },
  {
    rule: 'Assigns come before the advance: a list that grew in the same completion is not exhausted',
    graph: drawSockets(
      {
        Work: json([{ satisfied: true, items: ['a', 'b', 'c'] }], ['always Work'], {
          assign: { items: '$.items' },
          ...advance('i', 'items', 'satisfied'),
        }),
      },
      { L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'i' } } },
      { state: { items: ['a'] } },
    ),
    expected: {
      // One item at first; the first completion makes it three, so three visits: cursor 1, 2, 3 of 3.
      visits: [
        ['Work', 'a'],
        ['Work', 'b'],
        ['Work', 'c'],
      ],
      reason: 'exhausted',
      decisions: [{ question: 'advance', operands: { before: 0, after: 1, length: 3, exhausted: false } }],
    },
  },
  {
    rule: 'Assigns come before the advance: a list that shrank in the same completion is exhausted',
    graph: drawSockets(
      {
        Work: json([{ satisfied: true, items: ['z'] }], ['always Work'], {
          assign: { items: '$.items' },
          ...advance('i', 'items', 'satisfied'),
        }),
      },
      { L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'i' } } },
      { state: { items: ['a', 'b', 'c'] } },
    ),
    expected: {
      visits: [['Work', 'a']],
      reason: 'exhausted',
      cursors: { i: 1 },
      decisions: [{ question: 'advance', operands: { before: 0, after: 1, length: 1, exhausted: true } }],
      exited: [['L', 'exhausted', 1]],
    },
  },
  {
    rule: 'No matching route terminates at end, with the reason exhausted',
    graph: drawSockets(
      {
        Gen: gen,
        Work: json([{ satisfied: true }], ['always Work'], advance('i', 'items', 'satisfied')),
        Done: done,
      },
      { L: { sockets: ['Work'], ...overItems, ...exits('Work not_satisfied Done') } },
    ),
    expected: {
      status: 'ended',
      reason: 'exhausted',
      visits: ['Gen', 'Work', 'Work'],
      decisions: [
        {
          question: 'exit',
          candidates: [{ id: 'exit:Work:not_satisfied', matched: false }],
          chosen: null,
          target: 'end',
        },
      ],
      exited: [['L', 'exhausted', 2]],
    },
  },
];
