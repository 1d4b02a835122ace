// Seed 000, Decision order 5 and 6, and Loop exit route precedence; semantics §2, Exits.
import { advance, drawSockets, exits, json, text } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

const A = text(['a']);
const B = text(['b']);
const items = { state: { items: ['only'] } };
const iterator = { items: 'state.items', cursor: 'i' };

/** Work exhausts its one item with `output`; its loop has the exits `routes`, whose ids are their conditions. */
function leaves(
  rule: string,
  output: unknown,
  routes: readonly string[],
  chosen: string | null,
  target: string,
): SocketRule {
  const conditions = routes.map((route) => route.split(' ')[1] as string);
  return {
    rule,
    graph: drawSockets(
      { Work: json([output], ['always Work'], advance('i', 'items')), A, B },
      { L: { sockets: ['Work'], iterator, ...exits(...routes.map((route, i) => `${conditions[i]}: ${route}`)) } },
      items,
    ),
    expected: {
      status: 'ended',
      reason: chosen === null ? 'exhausted' : 'end',
      visits: target === 'end' ? ['Work'] : ['Work', target],
      decisions: [
        {
          question: 'exit',
          subject: 'Work',
          scope: 'L',
          candidates: conditions.map((id) => ({ id, matched: id === chosen })),
          chosen,
          target,
        },
      ],
      exited: [['L', 'exhausted', 1]],
    },
  };
}

const ALWAYS_FIRST = ['Work always A', 'Work satisfied B', 'Work not_satisfied B'];

export const EXITS: readonly SocketRule[] = [
  leaves(
    'satisfied true prefers satisfied, also where always is declared first',
    { satisfied: true },
    ALWAYS_FIRST,
    'satisfied',
    'B',
  ),
  leaves(
    'satisfied false prefers not_satisfied, also where always is declared first',
    { satisfied: false },
    ALWAYS_FIRST,
    'not_satisfied',
    'B',
  ),
  leaves(
    'Without a boolean only always can match',
    {},
    ['Work satisfied B', 'Work always A', 'Work not_satisfied B'],
    'always',
    'A',
  ),
  leaves('The text "true" is no boolean: only always can match', { satisfied: 'true' }, ALWAYS_FIRST, 'always', 'A'),
  leaves('null is no boolean: only always can match', { satisfied: null }, ALWAYS_FIRST, 'always', 'A'),
  leaves(
    'satisfied true falls back to always',
    { satisfied: true },
    ['Work not_satisfied B', 'Work always A'],
    'always',
    'A',
  ),
  leaves(
    'satisfied false falls back to always',
    { satisfied: false },
    ['Work satisfied B', 'Work always A'],
    'always',
    'A',
  ),
  leaves(
    'satisfied false does not match satisfied: no route, end',
    { satisfied: false },
    ['Work satisfied A'],
    null,
    'end',
  ),
  leaves(
    'satisfied true does not match not_satisfied: no route, end',
    { satisfied: true },
    ['Work not_satisfied A'],
    null,
    'end',
  ),
  leaves(
    'Without a boolean and without always there is no route',
    {},
    ['Work satisfied A', 'Work not_satisfied B'],
    null,
    'end',
  ),
  leaves('A loop without exits leads to end', { satisfied: true }, [], null, 'end'),
  leaves(
    'An exit may lead to end: a route that matched, so the reason is end',
    { satisfied: true },
    ['Work satisfied end'],
    'satisfied',
    'end',
  ),
  {
    rule: 'In text mode there is no satisfied: only an always exit matches',
    graph: drawSockets(
      { Work: text(['{"satisfied":true}'], [], advance('i', 'items')), A, B },
      { L: { sockets: ['Work'], iterator, ...exits('Work satisfied A', 'Work always B') } },
      items,
    ),
    expected: { visits: [['Work', 'only'], 'B'] },
  },
  {
    rule: 'from must be the socket that exhausted the list: the exits of other members do not match',
    graph: drawSockets(
      {
        First: json([{ satisfied: true }], ['always Work']),
        Work: json([{ satisfied: true }], ['always First'], advance('i', 'items')),
        A,
        B,
      },
      {
        L: {
          sockets: ['First', 'Work'],
          iterator,
          ...exits('First always A', 'First satisfied A', 'Work satisfied B'),
        },
      },
      items,
    ),
    expected: { visits: ['First', 'Work', 'B'] },
  },
  {
    rule: 'Where only exits of other members are declared the run ends, exhausted',
    graph: drawSockets(
      { First: json([{}], ['always Work']), Work: json([{}], ['always First'], advance('i', 'items')), A },
      { L: { sockets: ['First', 'Work'], iterator, ...exits('First always A') } },
      items,
    ),
    expected: {
      visits: ['First', 'Work'],
      reason: 'exhausted',
      decisions: [
        { question: 'exit', candidates: [{ id: 'exit:First:always', matched: false }], chosen: null, target: 'end' },
      ],
    },
  },
  {
    rule: 'The satisfied that counts is that of the socket that exhausted the loop, not that of an earlier one',
    graph: drawSockets(
      {
        First: json([{ satisfied: true }], ['always Work']),
        Work: json([{ satisfied: false }], ['always First'], advance('i', 'items')),
        A,
        B,
      },
      { L: { sockets: ['First', 'Work'], iterator, ...exits('Work satisfied A', 'Work not_satisfied B') } },
      items,
    ),
    expected: { visits: ['First', 'Work', 'B'] },
  },
  {
    rule: 'Of several loops that list the socket the first declared with a match wins, its always before the satisfied of the second',
    graph: drawSockets(
      { Work: json([{ satisfied: true }], ['always Work'], advance('i', 'items')), A, B },
      {
        L: { sockets: ['Work'], iterator, ...exits('l: Work always A') },
        M: { sockets: ['Work'], iterator, ...exits('m: Work satisfied B') },
      },
      items,
    ),
    expected: {
      visits: ['Work', 'A'],
      decisions: [
        {
          question: 'exit',
          scope: 'L',
          candidates: [
            { id: 'l', matched: true },
            { id: 'm', matched: false },
          ],
          chosen: 'l',
        },
      ],
    },
  },
  {
    rule: 'A first loop without a match leaves the choice to the second',
    graph: drawSockets(
      { Work: json([{ satisfied: false }], ['always Work'], advance('i', 'items')), A, B },
      {
        L: { sockets: ['Work'], iterator, ...exits('l: Work satisfied A') },
        M: { sockets: ['Work'], iterator, ...exits('m: Work not_satisfied B') },
      },
      items,
    ),
    expected: { visits: ['Work', 'B'], decisions: [{ question: 'exit', scope: 'M', chosen: 'm', target: 'B' }] },
  },
  {
    rule: 'An outer loop that is declared first is asked first, also where it was the inner list that ran out',
    graph: drawSockets(
      {
        Open: json([{}], ['always Work']),
        Work: json([{}], ['always Work'], advance('s', 'smalls')),
        A,
        B,
      },
      {
        Outer: {
          sockets: ['Open', 'Work'],
          iterator: { items: 'state.bigs', cursor: 'b' },
          ...exits('out: Work always A'),
        },
        Inner: { sockets: ['Work'], iterator: { items: 'state.smalls', cursor: 's' }, ...exits('in: Work always B') },
      },
      { state: { bigs: ['X', 'Y'], smalls: ['x'] } },
    ),
    expected: {
      visits: ['Open', ['Work', 'x'], 'A'],
      decisions: [{ question: 'exit', scope: 'Outer', chosen: 'out', target: 'A' }],
      // Of Outer one item is left: it is not exhausted, a socket outside of it runs.
      exited: [
        ['Inner', 'exhausted', 1],
        ['Outer', 'left', 1],
      ],
      cursors: { b: 0, s: 1 },
    },
  },
  {
    rule: 'An exit may lead to a member of the same loop, which then is entered empty',
    graph: drawSockets(
      { Work: json([{}], ['always Work'], advance('i', 'items')), Last: json([{}]) },
      { L: { sockets: ['Work', 'Last'], iterator, ...exits('Work always Last') } },
      items,
    ),
    expected: {
      visits: ['Work'],
      // The first always exit of the loop leads to Last once more; so it goes round until the visits are too many.
      status: 'failed',
      error: { code: 'visit-limit' },
      exited: [['L', 'exhausted', 1]],
    },
  },
  {
    rule: 'An exit may lead back into its own loop where that names no list: it is left once, and opens again',
    graph: drawSockets(
      { Work: json([{}], ['always end'], advance('i', 'items')) },
      { L: { sockets: ['Work'], ...exits('Work always Work') } },
      { state: { items: ['only'] } },
    ),
    // Each completion exhausts the list anew, so the budget ends it.
    budget: 3,
    expected: {
      paths: ['L[0]', 'L#2[0]', 'L#3[0]'],
      reason: 'budget',
      exited: [
        ['L', 'exhausted', 1],
        ['L', 'exhausted', 1],
        ['L', 'exhausted', 1],
      ],
    },
  },
  {
    rule: 'A singular exit is compiled into an advance and an exit, and works as those',
    graph: drawSockets(
      { Gen: json([{ items: ['a', 'b'] }], ['always Work']), Work: json([{ satisfied: true }], ['always Work']), A },
      {
        L: {
          sockets: ['Work'],
          consumes: { from: 'Gen', output: 'items' },
          exit: { from: 'Work', when: 'satisfied', to: 'A' },
        },
      },
    ),
    expected: {
      visits: ['Gen', ['Work', 'a'], ['Work', 'b'], 'A'],
      cursors: { itemsIndex: 2 },
      decisions: [{ question: 'exit', scope: 'L', chosen: 'exit:Work:satisfied', target: 'A' }],
    },
  },
  {
    rule: 'A singular exit to end is no route: the list runs out, and the run ends exhausted',
    graph: drawSockets(
      { Work: json([{ satisfied: true }], ['always Work']) },
      {
        L: {
          sockets: ['Work'],
          iterator: { items: 'state.items' },
          exit: { from: 'Work', when: 'satisfied', to: 'end' },
        },
      },
      items,
    ),
    expected: { visits: ['Work'], reason: 'exhausted', cursors: { itemsIndex: 1 } },
  },
  {
    rule: 'A loop that names no list has exits too: of the list that its socket exhausted',
    graph: drawSockets(
      { Work: json([{}], ['always Work'], advance('i', 'items')), A },
      { L: { sockets: ['Work'], ...exits('Work always A') } },
      items,
    ),
    expected: {
      visits: [['Work', null], 'A'],
      decisions: [{ question: 'exit', scope: 'L', chosen: 'exit:Work:always', target: 'A' }],
      exited: [['L', 'exhausted', 1]],
    },
  },
];
