// Semantics §2, List and cursor of a loop, and what a run starts from. Cursors are put at 1 beforehand, so that the item tells which
// cursor counts.
import { advance, drawSockets, json, text, working } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

const gen = json([{ items: ['a', 'b', 'c'] }], ['always Work']);
const consumes = { from: 'Gen', output: 'items' };

export const LIST_AND_CURSOR: readonly SocketRule[] = [
  {
    rule: 'The list is iterator.items, whatever is consumed',
    graph: drawSockets(
      { Gen: gen, Work: text(['w']) },
      { L: { sockets: ['Work'], consumes, iterator: { items: 'state.plan.steps' } } },
      { state: { plan: { steps: ['s'] } } },
    ),
    expected: { visits: ['Gen', ['Work', 's']] },
  },
  {
    rule: 'Without an iterator the list is state.<consumes.output>',
    graph: drawSockets({ Gen: gen, Work: text(['w']) }, { L: { sockets: ['Work'], consumes } }),
    expected: { visits: ['Gen', ['Work', 'a']] },
  },
  {
    rule: 'The cursor is the declared one, before that of a member’s advance',
    graph: drawSockets(
      { Gen: gen, Work: json([{}], ['always end'], advance('i', 'items')) },
      { L: { sockets: ['Work'], consumes: { ...consumes, cursor: 'k' } } },
      { cursors: { k: 1, i: 2 } },
    ),
    expected: { visits: ['Gen', ['Work', 'b']] },
  },
  {
    rule: 'An iterator declares a cursor too',
    graph: drawSockets(
      { Gen: gen, Work: text(['w']) },
      { L: { sockets: ['Work'], consumes, iterator: { items: 'state.items', cursor: 'k' } } },
      { cursors: { k: 2, itemsIndex: 1 } },
    ),
    expected: { visits: ['Gen', ['Work', 'c']] },
  },
  {
    rule: 'Else it is that of the member whose advance walks the list, not that of one that walks another',
    graph: drawSockets(
      {
        Gen: gen,
        Work: json([{}], ['always Next'], advance('o', 'others')),
        Next: json([{}], ['always end'], advance('i', 'items')),
      },
      { L: { sockets: ['Work', 'Next'], consumes } },
      { state: { others: [1, 2, 3] }, cursors: { i: 1, o: 0, itemsIndex: 2 } },
    ),
    expected: {
      visits: ['Gen', ['Work', 'b'], ['Next', 'b']],
      cursors: { o: 1, i: 2 },
    },
  },
  {
    rule: 'To an operator a cursor that nothing was written to is 0, as it is to the loop',
    graph: drawSockets(
      {
        Gen: gen,
        Work: working({ nth: 'cursors.i + 1' }, ['always Work'], {
          assign: { nth: '$.nth' },
          ...advance('i', 'items'),
        }),
      },
      { L: { sockets: ['Work'], consumes } },
    ),
    expected: { writes: { 'state.nth': [1, 2, 3] } },
  },
  {
    rule: 'Else it is <output>Index',
    graph: drawSockets(
      { Gen: gen, Work: text(['w']) },
      { L: { sockets: ['Work'], consumes } },
      { cursors: { itemsIndex: 1 } },
    ),
    expected: { visits: ['Gen', ['Work', 'b']] },
  },
  {
    rule: 'Else it is workItemIndex for workItems',
    graph: drawSockets(
      { Gen: json([{ workItems: ['a', 'b'] }], ['always Work']), Work: text(['w']) },
      { L: { sockets: ['Work'], consumes: { from: 'Gen', output: 'workItems' } } },
      { cursors: { workItemIndex: 1, workItemsIndex: 0 } },
    ),
    expected: { visits: ['Gen', ['Work', 'b']] },
  },
  {
    rule: 'A loop that names no list is never empty: its members run without an item, in one iteration of as many passes as there are',
    graph: drawSockets(
      {
        Work: json(
          [{ satisfied: false }, { satisfied: false }, { satisfied: true }],
          ['not_satisfied Work', 'always end'],
        ),
      },
      { L: { sockets: ['Work'] } },
    ),
    expected: {
      visits: [
        ['Work', null],
        ['Work', null],
        ['Work', null],
      ],
      paths: ['L[0]', 'L[0]@2', 'L[0]@3'],
      labels: [null, null, null],
      iterations: { L: 1 },
    },
  },
  {
    rule: 'A path to a list may lead through lists',
    graph: drawSockets(
      { Work: json([{}], ['always Work'], advance('i', 'groups[1].names')) },
      { L: { sockets: ['Work'], iterator: { items: 'state.groups.1.names', cursor: 'i' } } },
      { state: { groups: [{ names: ['x'] }, { names: ['y', 'z'] }] } },
    ),
    expected: {
      visits: [
        ['Work', 'y'],
        ['Work', 'z'],
      ],
    },
  },
  {
    rule: 'null, false, 0 and an empty text in a list are items',
    graph: drawSockets(
      { Work: json([{}], ['always Work'], advance('i', 'items')) },
      { L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'i' } } },
      { state: { items: [null, false, 0, ''] } },
    ),
    expected: {
      visits: [
        ['Work', null],
        ['Work', false],
        ['Work', 0],
        ['Work', ''],
      ],
      iterations: { L: 4 },
      reason: 'exhausted',
      stretch: [{ kind: 'fire.started', at: 'L[0]', inputs: { item: null } }],
    },
  },
  {
    rule: 'A run starts from the file’s state and cursors; its inputs are state too, and beat the file’s',
    graph: drawSockets({ One: text(['x']) }, {}, { state: { a: 1, b: { c: 2 } }, cursors: { i: 3 } }),
    inputs: { a: 'given', d: [4] },
    expected: {
      seeds: [
        ['state.a', 'given'],
        ['state.b', { c: 2 }],
        ['state.d', [4]],
        ['cursor.i', 3],
      ],
      stretch: [
        { kind: 'run.started', dialect: 'socket', inputs: { a: 'given', d: [4] } },
        { kind: 'slot.written', at: '', slot: 'state.a', scope: '', writer: 'seed' },
        { kind: 'slot.written', slot: 'state.b' },
        { kind: 'slot.written', slot: 'state.d' },
        { kind: 'slot.written', at: '', slot: 'cursor.i', scope: '', writer: 'seed' },
        { kind: 'fire.started', node: 'One' },
      ],
    },
  },
  {
    rule: 'A list that is replaced while its loop is open is read anew: the next item is the new list’s at the cursor',
    graph: drawSockets(
      {
        Work: json([{ items: ['p', 'q', 'r'] }, { items: ['x', 'y', 'z'] }, {}], ['always Work'], {
          assign: { items: '$.items' },
          ...advance('i', 'items'),
        }),
      },
      { L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'i' } } },
      { state: { items: ['a', 'b'] } },
    ),
    expected: {
      visits: [
        ['Work', 'a'],
        ['Work', 'q'],
        ['Work', 'z'],
      ],
      labels: ['a', 'q', 'z'],
      exited: [['L', 'exhausted', 3]],
      unassigned: [['state.items', '$.items']],
    },
  },
  {
    rule: 'An item comes from the write that made it what it is: the list’s, or a later one into it',
    graph: drawSockets(
      {
        Gen: json([{ items: ['a', 'b'] }], ['always Mend']),
        Mend: json([{ x: 'B' }], ['always Work'], { assign: { 'items[1]': '$.x' } }),
        Work: json([{}], ['always Work'], advance('i', 'items')),
      },
      { L: { sockets: ['Work'], consumes: { ...consumes, cursor: 'i' } } },
    ),
    expected: {
      visits: ['Gen', 'Mend', ['Work', 'a'], ['Work', 'B']],
      // 0 run.started, 1 fire.started, 2 fire.finished, 3 the list; 4 edge, 5 fire.started, 6 fire.finished, 7 its second item.
      stretch: [{ kind: 'fire.started', node: 'Work', at: 'L[1]', from: { item: 7 } }],
      decisions: [],
    },
  },
  {
    rule: 'An item that nothing wrote into since comes from the list’s own write',
    graph: drawSockets(
      {
        Gen: json([{ items: ['a', 'b'] }], ['always Mend']),
        Mend: json([{ x: 'B' }], ['always Work'], { assign: { 'items[1]': '$.x' } }),
        Work: json([{}], ['always Work'], advance('i', 'items')),
      },
      { L: { sockets: ['Work'], consumes: { ...consumes, cursor: 'i' } } },
    ),
    expected: { stretch: [{ kind: 'fire.started', node: 'Work', at: 'L[0]', from: { item: 3 } }] },
  },
];
