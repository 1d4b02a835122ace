// Semantics §2, Assign: what is stored of a list that a loop consumes.
import { drawSockets, json, text } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

/** The list goes to a loop whose member only ends the run, so that the storing alone shows. */
const consuming = (
  gen: ReturnType<typeof json>,
  loops: Readonly<Record<string, unknown>> = {
    L: { sockets: ['Work'], consumes: { from: 'Gen', output: 'items' } },
  },
) => drawSockets({ Gen: gen, Work: text(['w']) }, loops);

export const CONSUMES: readonly SocketRule[] = [
  {
    rule: 'When consumes.from finishes, its top-level list is stored under the name of the output, before its assigns',
    graph: consuming(json([{ items: ['a'], n: 1 }], ['always Work'], { assign: { n: '$.n', copy: 'items' } })),
    expected: {
      stretch: [
        { kind: 'fire.finished', node: 'Gen' },
        { kind: 'slot.written', slot: 'state.items', value: ['a'], writer: 'assign' },
        { kind: 'slot.written', slot: 'state.n', value: 1 },
        { kind: 'slot.written', slot: 'state.copy', value: ['a'] },
        { kind: 'decision.made', question: 'edge' },
      ],
      visits: ['Gen', ['Work', 'a']],
    },
  },
  {
    rule: 'A list that consumes.from assigns itself is not stored a second time',
    graph: consuming(
      json([{ items: ['a'], mine: ['b', 'c'] }], ['always Work'], { assign: { 'state.items': '$.mine' } }),
    ),
    expected: { writes: { 'state.items': [['b', 'c']] }, visits: ['Gen', ['Work', 'b']] },
  },
  {
    rule: 'What is no list at the top level is not stored',
    graph: consuming(json([{ items: { 0: 'a' }, deep: { items: ['a'] } }], ['always Work'])),
    expected: { writes: { 'state.items': [] }, visits: ['Gen'], reason: 'exhausted', unassigned: [] },
  },
  {
    rule: 'An output that lacks the list leaves the old one',
    graph: drawSockets(
      { Gen: json([{ other: 1 }], ['always Work']), Work: text(['w']) },
      { L: { sockets: ['Work'], consumes: { from: 'Gen', output: 'items' } } },
      { state: { items: ['old'] } },
    ),
    expected: { writes: { 'state.items': [] }, visits: ['Gen', ['Work', 'old']], unassigned: [] },
  },
  {
    rule: 'Two loops that consume one output store it once; two outputs of one socket are stored in the order of their loops',
    graph: consuming(json([{ b: ['y'], a: ['x'] }], ['always Work']), {
      A: { sockets: ['Work'], consumes: { from: 'Gen', output: 'a' } },
      A2: { sockets: ['Work'], consumes: { from: 'Gen', output: 'a' } },
      B: { sockets: ['Work'], consumes: { from: 'Gen', output: 'b' } },
    }),
    expected: {
      stretch: [
        { kind: 'fire.finished', node: 'Gen' },
        { kind: 'slot.written', slot: 'state.a', value: ['x'] },
        { kind: 'slot.written', slot: 'state.b', value: ['y'] },
        { kind: 'decision.made', question: 'edge' },
      ],
    },
  },
  {
    rule: 'Only the socket that is named in consumes.from stores the list',
    graph: drawSockets(
      {
        Gen: json([{ items: ['a'] }], ['always Work']),
        Work: json([{ items: ['z', 'z'] }], ['always end']),
      },
      { L: { sockets: ['Work'], consumes: { from: 'Gen', output: 'items' } } },
    ),
    expected: { writes: { 'state.items': [['a']] } },
  },
  {
    rule: 'A socket in text mode stores no list; a generator, being JSON always, does',
    graph: drawSockets(
      {
        Plain: text(['{"items":["p"]}'], ['always Gen']),
        Gen: text(['{"items":["g"]}'], ['always Work'], {
          materia: { operator: 'scripted', generator: true, seq: ['{"items":["g"]}'] },
        }),
        Work: text(['w']),
      },
      {
        P: { sockets: ['Work'], consumes: { from: 'Plain', output: 'items' }, iterator: { items: 'state.items' } },
        G: { sockets: ['Work'], consumes: { from: 'Gen', output: 'items' } },
      },
    ),
    expected: { writes: { 'state.items': [['g']] }, visits: ['Plain', 'Gen', ['Work', 'g']] },
  },
];
