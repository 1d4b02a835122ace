// Seed 000, Empty-loop entry; semantics §2, Empty-loop entry.
import { advance, drawSockets, exits, json, text } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

const First = json([{}], ['always Second']);
const Second = json([{}], ['always First'], advance('i', 'items'));
const A = text(['a']);
const B = text(['b']);
const C = text(['c']);
const Start = text(['go'], ['always Second']);
const iterator = { items: 'state.items', cursor: 'i' };
const none = { state: { items: [] } };

/** Start leads to Second, a member of an empty loop of two, whose exits are `routes`. */
function enters(rule: string, routes: readonly string[], chosen: string | null, target: string): SocketRule {
  return {
    rule,
    graph: drawSockets(
      { Start, First, Second, A, B, C },
      { L: { sockets: ['First', 'Second'], iterator, ...exits(...routes) } },
      none,
    ),
    expected: {
      status: 'ended',
      reason: chosen === null ? 'exhausted' : 'end',
      visits: target === 'end' ? ['Start'] : ['Start', target],
      routes: ['edge Second', `empty-loop ${target}`, ...(target === 'end' ? [] : ['edge end'])],
      decisions: [
        {
          question: 'empty-loop',
          at: '',
          subject: 'Second',
          scope: 'L',
          operands: { cursor: 0, length: 0 },
          candidates: routes.map((route) => {
            const [, from, condition] = /(\S+) (\S+) \S+$/.exec(route) ?? [];
            return { id: `exit:${from}:${condition}`, matched: `exit:${from}:${condition}` === chosen };
          }),
          chosen,
          target,
        },
      ],
      iterations: { L: 0 },
      // No member ran, so the loop never opened.
      opened: [],
      exited: [],
    },
  };
}

const ended = json([{}], ['always end'], advance('i', 'items'));

export const EMPTY_ENTRY: readonly SocketRule[] = [
  enters(
    'An always exit from the entered socket is taken first',
    ['First always A', 'Second always B'],
    'exit:Second:always',
    'B',
  ),
  enters(
    'Without one from the entered socket the loop’s first always exit is taken',
    ['First always A'],
    'exit:First:always',
    'A',
  ),
  enters(
    'No member ran, so satisfied and not_satisfied exits never match',
    ['Second satisfied A', 'Second not_satisfied B'],
    null,
    'end',
  ),
  enters(
    'An always exit of another member beats a satisfied one of the entered socket',
    ['Second satisfied A', 'First always C'],
    'exit:First:always',
    'C',
  ),
  enters('A loop without exits leads to end, with the reason exhausted', [], null, 'end'),
  enters('An always exit may lead to end: a route that matched', ['Second always end'], 'exit:Second:always', 'end'),
  {
    rule: 'The entry may lie inside of an empty loop: no socket runs before the route is taken',
    graph: drawSockets(
      { Work: json([{}], ['always Work'], advance('i', 'items')), A },
      { L: { sockets: ['Work'], iterator, ...exits('Work always A') } },
      none,
    ),
    expected: {
      visits: ['A'],
      stretch: [
        { kind: 'run.started' },
        { kind: 'slot.written', slot: 'state.items', value: [] },
        { kind: 'decision.made', question: 'empty-loop', subject: 'Work', scope: 'L', target: 'A' },
        { kind: 'fire.started', node: 'A', at: '' },
      ],
    },
  },
  {
    rule: 'A loop is empty where its cursor stands past the end, however long the list is',
    graph: drawSockets(
      { Work: json([{}], ['always Work'], advance('i', 'items')) },
      { L: { sockets: ['Work'], iterator } },
      { state: { items: ['a', 'b'] }, cursors: { i: 2 } },
    ),
    expected: {
      visits: [],
      decisions: [{ question: 'empty-loop', operands: { cursor: 2, length: 2 } }],
      reason: 'exhausted',
    },
  },
  {
    rule: 'What is not a list is empty, and so is what is not there',
    graph: drawSockets(
      { Start, Second: ended, Third: json([{}]) },
      {
        L: { sockets: ['Second'], iterator, ...exits('Second always Third') },
        M: { sockets: ['Third'], iterator: { items: 'state.missing' } },
      },
      { state: { items: { 0: 'a', length: 1 } } },
    ),
    expected: {
      visits: ['Start'],
      decisions: [
        { question: 'empty-loop', scope: 'L', operands: { cursor: 0, length: 0 }, target: 'Third' },
        { question: 'empty-loop', scope: 'M', operands: { cursor: 0, length: 0 }, target: 'end' },
      ],
    },
  },
  {
    rule: 'An exit may lead into another empty loop, whose own exits then decide',
    graph: drawSockets(
      { Start, Second: ended, Third: json([{}]), A },
      {
        L: { sockets: ['Second'], iterator, ...exits('Second always Third') },
        M: { sockets: ['Third'], iterator: { items: 'state.none' }, ...exits('Third always A') },
      },
      none,
    ),
    expected: { visits: ['Start', 'A'], routes: ['edge Second', 'empty-loop Third', 'empty-loop A', 'edge end'] },
  },
  {
    rule: 'An exit back into its own empty loop goes round until the visits without an advance are too many',
    graph: drawSockets(
      { Start, Second: ended },
      { L: { sockets: ['Second'], iterator, ...exits('Second always Second') } },
      none,
    ),
    expected: {
      visits: ['Start'],
      status: 'failed',
      reason: 'failed',
      error: { node: 'Second', at: '', code: 'visit-limit' },
    },
  },
  {
    rule: 'All loops that list the socket are asked, in declaration order: the outer one declared first decides for both',
    graph: drawSockets(
      { Start, Second: ended, Other: json([{}]), A, B },
      {
        Outer: { sockets: ['Second', 'Other'], iterator: { items: 'state.bigs' }, ...exits('Other always A') },
        Inner: { sockets: ['Second'], iterator, ...exits('Second always B') },
      },
      none,
    ),
    expected: { visits: ['Start', 'A'], decisions: [{ question: 'empty-loop', scope: 'Outer', target: 'A' }] },
  },
  {
    rule: 'All loops that list the socket are asked, in declaration order: the inner one declared first decides for both',
    graph: drawSockets(
      { Start, Second: ended, Other: json([{}]), A, B },
      {
        Inner: { sockets: ['Second'], iterator, ...exits('Second always B') },
        Outer: { sockets: ['Second', 'Other'], iterator: { items: 'state.bigs' }, ...exits('Other always A') },
      },
      none,
    ),
    expected: { visits: ['Start', 'B'], decisions: [{ question: 'empty-loop', scope: 'Inner', target: 'B' }] },
  },
  {
    rule: 'The first loop without an item decides, with its own exits alone, also where it has none that matches',
    graph: drawSockets(
      { Start, Second: ended, Other: json([{}]), B },
      {
        Full: { sockets: ['Second', 'Other'], iterator: { items: 'state.bigs' }, ...exits('Second always B') },
        Empty: { sockets: ['Second'], iterator },
        Later: { sockets: ['Second'], iterator: { items: 'state.none' }, ...exits('Second always B') },
      },
      { state: { items: [], bigs: ['X'] } },
    ),
    expected: {
      visits: ['Start'],
      reason: 'exhausted',
      decisions: [{ question: 'empty-loop', scope: 'Empty', candidates: [], chosen: null, target: 'end' }],
      opened: [],
    },
  },
  {
    rule: 'It is asked whenever a member is about to run, also in the middle of an open loop whose list has shrunk',
    graph: drawSockets(
      {
        First: json([{ items: [] }], ['always Second'], { assign: { items: '$.items' } }),
        Second,
        A,
      },
      { L: { sockets: ['First', 'Second'], iterator, ...exits('Second always A') } },
      { state: { items: ['a', 'b'] } },
    ),
    expected: {
      visits: [['First', 'a'], 'A'],
      cursors: { i: 0 },
      stretch: [
        { kind: 'decision.made', question: 'edge', subject: 'First', target: 'Second' },
        {
          kind: 'decision.made',
          at: '',
          question: 'empty-loop',
          subject: 'Second',
          operands: { cursor: 0, length: 0 },
        },
        // The item that First ran for was worked on.
        { kind: 'scope.exited', scope: 'L', reason: 'exhausted', iterations: 1 },
        { kind: 'fire.started', node: 'A', at: '' },
      ],
      iterations: { L: 1 },
    },
  },
  {
    rule: 'A list that shrank to the cursor is empty there, its earlier items notwithstanding',
    graph: drawSockets(
      {
        First: json([{ items: ['a', 'b'] }, { items: ['a'] }], ['always Second'], { assign: { items: '$.items' } }),
        Second,
        A,
      },
      { L: { sockets: ['First', 'Second'], iterator, ...exits('Second always A') } },
      { state: { items: ['a', 'b'] } },
    ),
    expected: {
      visits: [['First', 'a'], ['Second', 'a'], ['First', 'b'], 'A'],
      decisions: [{ question: 'empty-loop', operands: { cursor: 1, length: 1 } }],
      exited: [['L', 'exhausted', 2]],
    },
  },
  {
    rule: 'An entry into an empty loop counts as a visit',
    graph: drawSockets(
      { Start, Second: ended, A: text(['a'], ['always B']), B },
      { L: { sockets: ['Second'], iterator, ...exits('Second always A') } },
      none,
    ),
    budget: 3,
    // Start, the empty entry, A: three; B would be the fourth.
    expected: { visits: ['Start', 'A'], status: 'ended', reason: 'budget' },
  },
  {
    rule: 'A loop that is entered empty from within another leaves that one open: its socket is back in the same iteration',
    graph: drawSockets(
      {
        Work: json([{ satisfied: false }, { satisfied: true }], ['not_satisfied Second', 'always end']),
        Second: ended,
      },
      {
        L: { sockets: ['Work'], iterator: { items: 'state.works' } },
        E: { sockets: ['Second'], iterator, ...exits('Second always Work') },
      },
      { state: { items: [], works: ['w'] } },
    ),
    expected: {
      visits: [
        ['Work', 'w'],
        ['Work', 'w'],
      ],
      routes: ['edge Second', 'empty-loop Work', 'edge end'],
      paths: ['L[0]', 'L[0]@2'],
      exited: [['L', 'end', 1]],
    },
  },
  {
    rule: 'An inner loop that is entered empty lies in the outer iteration, which goes on',
    graph: drawSockets(
      {
        Open: json([{}], ['always Work']),
        Work: json([{}], ['always Work'], advance('s', 'smalls')),
        Close: json([{}], ['always Open'], advance('b', 'bigs')),
      },
      {
        Outer: { sockets: ['Open', 'Work', 'Close'], iterator: { items: 'state.bigs', cursor: 'b' } },
        Inner: { sockets: ['Work'], iterator: { items: 'state.smalls', cursor: 's' }, ...exits('Work always Close') },
      },
      { state: { bigs: ['X', 'Y'], smalls: ['x'] } },
    ),
    expected: {
      visits: [
        ['Open', 'X'],
        ['Work', 'x'],
        ['Close', 'X'],
        ['Open', 'Y'],
        ['Close', 'Y'],
      ],
      decisions: [
        { question: 'exit', at: 'Outer[0]/Inner[0]', subject: 'Work', target: 'Close' },
        {
          question: 'empty-loop',
          at: 'Outer[1]',
          subject: 'Work',
          operands: { cursor: 1, length: 1 },
          target: 'Close',
        },
      ],
      iterations: { Outer: 2, Inner: 1 },
    },
  },
];
