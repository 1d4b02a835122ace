// Semantics §2, Scopes; DESIGN's words iteration and pass; interfaces §2, paths, and §4, reason and iterations.
import { advance, drawSockets, exits, json, text, working } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

const iterator = { items: 'state.items', cursor: 'i' };
const ab = { state: { items: ['a', 'b'] } };
const A = text(['a']);

/** Inner walks smalls below each of Outer's bigs. */
const nested = (close: readonly string[], innerMore: unknown = {}, outerMore: unknown = {}) =>
  drawSockets(
    {
      Open: working({ smalls: "[big & '1', big & '2']" }, ['always Work']),
      Work: json([{}], ['always Work'], advance('s', 'smalls')),
      Close: json([{}], close, advance('b', 'bigs')),
    },
    {
      Inner: {
        sockets: ['Work'],
        iterator: { items: 'state.smalls', cursor: 's' },
        ...exits('Work always Close'),
        ...(innerMore as object),
      },
      Outer: {
        sockets: ['Open', 'Work', 'Close'],
        iterator: { items: 'state.bigs', as: 'big', cursor: 'b' },
        ...(outerMore as object),
      },
    },
    { state: { bigs: ['X', 'Y'], smalls: ['x', 'y', 'z'] } },
  );

export const SCOPES: readonly SocketRule[] = [
  {
    rule: 'A loop opens when a member is about to run while it is closed, and closes as left when a non-member runs',
    graph: drawSockets(
      { Work: text(['w'], ['always Other']), Other: text(['o'], ['always Again']), Again: text(['g'], ['always end']) },
      { L: { sockets: ['Work', 'Again'], iterator } },
      ab,
    ),
    expected: {
      stretch: [
        { kind: 'scope.entered', at: '', scope: 'L' },
        { kind: 'iteration.opened', at: 'L[0]', scope: 'L', iteration: 0, label: 'a' },
        { kind: 'fire.started', at: 'L[0]', node: 'Work' },
        { kind: 'fire.finished' },
        { kind: 'decision.made', question: 'edge', target: 'Other' },
        { kind: 'scope.exited', at: '', scope: 'L', reason: 'left', iterations: 1 },
        { kind: 'fire.started', at: '', node: 'Other' },
        { kind: 'fire.finished' },
        { kind: 'decision.made', question: 'edge', target: 'Again' },
        // Iterations count within the activation, so the second one starts at 0 again, with the same item.
        { kind: 'scope.entered', at: '', scope: 'L' },
        { kind: 'iteration.opened', at: 'L#2[0]', scope: 'L', iteration: 0, label: 'a' },
        { kind: 'fire.started', at: 'L#2[0]', node: 'Again', inputs: { item: 'a' } },
      ],
      exited: [
        ['L', 'left', 1],
        ['L', 'end', 1],
      ],
      // No cursor moved, so no iteration was closed; both activations worked on an item.
      iterations: { L: 2 },
      never: [{ kind: 'iteration.closed' }],
    },
  },
  {
    rule: 'Passes count the repeats of an item: a socket that the loop started in this pass already opens the next one',
    graph: drawSockets(
      {
        First: text(['f'], ['always Second']),
        Second: json(
          [{ satisfied: false }, { satisfied: false }, { satisfied: true }],
          ['always First'],
          advance('i', 'items', 'satisfied'),
        ),
      },
      { L: { sockets: ['First', 'Second'], iterator } },
      ab,
    ),
    expected: {
      paths: ['L[0]', 'L[0]', 'L[0]@2', 'L[0]@2', 'L[0]@3', 'L[0]@3', 'L[1]', 'L[1]'],
      opened: ['L[0]', 'L[0]@2', 'L[0]@3', 'L[1]'],
      labels: ['a', 'a', 'a', 'b'],
      // An earlier pass has no iteration.closed of its own.
      stretch: [
        { kind: 'decision.made', question: 'edge', subject: 'Second', target: 'First' },
        { kind: 'iteration.closed', at: 'L[0]@3', scope: 'L', iteration: 0 },
        { kind: 'iteration.opened', at: 'L[1]' },
      ],
      iterations: { L: 2 },
    },
  },
  {
    rule: 'A member that is skipped starts no pass: only a socket that runs twice does',
    graph: drawSockets(
      {
        First: json([{ satisfied: true }], ['always Second']),
        Second: json([{ satisfied: false }], ['always Third']),
        Third: json([{}], ['always Second']),
      },
      { L: { sockets: ['First', 'Second', 'Third'], iterator } },
      ab,
    ),
    budget: 6,
    expected: {
      // First, Second, Third lie in the first pass; then Second and Third come back, and Second again.
      visits: ['First', 'Second', 'Third', 'Second', 'Third', 'Second'],
      paths: ['L[0]', 'L[0]', 'L[0]', 'L[0]@2', 'L[0]@2', 'L[0]@3'],
    },
  },
  {
    rule: 'An iteration is labelled by its item: a text or number itself, else its title, name, label, id or key, else its place',
    graph: drawSockets(
      { Work: json([{}], ['always Work'], advance('i', 'items')) },
      { L: { sockets: ['Work'], iterator } },
      {
        state: {
          items: [
            'text',
            7,
            { id: 1, key: 'k', title: 'a title' },
            { name: 'a name', id: 2 },
            { title: { no: 'text' }, label: 'a label' },
            { key: 'a key', id: 3 },
            { key: 'a key' },
            { other: 1 },
            null,
            ['x'],
          ],
        },
      },
    ),
    expected: {
      labels: ['text', '7', 'a title', 'a name', 'a label', '3', 'a key', 'item 7', 'item 8', 'item 9'],
      iterations: { L: 10 },
    },
  },
  {
    rule: 'A loop whose members are a strict subset of another’s is nested in it: its iterations lie in the outer one',
    graph: nested(['always end']),
    expected: {
      visits: [
        ['Open', 'X'],
        ['Work', 'x'],
        ['Work', 'y'],
        ['Work', 'z'],
        ['Close', 'X'],
      ],
      paths: ['Outer[0]', 'Outer[0]/Inner[0]', 'Outer[0]/Inner[1]', 'Outer[0]/Inner[2]', 'Outer[0]'],
      stretch: [
        { kind: 'decision.made', question: 'edge', subject: 'Open', target: 'Work' },
        { kind: 'scope.entered', at: 'Outer[0]', scope: 'Inner' },
        { kind: 'iteration.opened', at: 'Outer[0]/Inner[0]', scope: 'Inner', iteration: 0 },
        { kind: 'fire.started', at: 'Outer[0]/Inner[0]', node: 'Work' },
      ],
      exited: [
        ['Inner', 'exhausted', 3],
        ['Outer', 'end', 1],
      ],
    },
  },
  {
    rule: 'Where the inner and the outer cursor move with one completion the inner iteration closes first',
    graph: drawSockets(
      { Open: json([{}], ['always Work']), Work: json([{}], ['always Work'], advance('i', 'items')) },
      {
        Outer: { sockets: ['Open', 'Work'], iterator },
        Inner: { sockets: ['Work'], iterator },
      },
      ab,
    ),
    expected: {
      stretch: [
        { kind: 'decision.made', question: 'edge', subject: 'Work', target: 'Work' },
        { kind: 'iteration.closed', at: 'Outer[0]/Inner[0]', scope: 'Inner' },
        // Outer goes on to another item, and what lies in it ends with its own.
        { kind: 'scope.exited', at: 'Outer[0]', scope: 'Inner', reason: 'left', iterations: 1 },
        { kind: 'iteration.closed', at: 'Outer[0]', scope: 'Outer', iteration: 0 },
        { kind: 'iteration.opened', at: 'Outer[1]', scope: 'Outer', iteration: 1, label: 'b' },
        { kind: 'scope.entered', at: 'Outer[1]', scope: 'Inner' },
        { kind: 'iteration.opened', at: 'Outer[1]/Inner[0]', scope: 'Inner', iteration: 0, label: 'b' },
        { kind: 'fire.started', at: 'Outer[1]/Inner[0]', node: 'Work' },
      ],
      exited: [
        ['Inner', 'left', 1],
        ['Inner', 'exhausted', 1],
        ['Outer', 'exhausted', 2],
      ],
    },
  },
  {
    rule: 'An inner socket may advance the outer cursor: the inner loop ends with that item, its own cursor stays',
    graph: drawSockets(
      { Open: json([{}], ['always Work']), Work: json([{}], ['always Open'], advance('b', 'bigs')) },
      {
        Inner: { sockets: ['Work'], iterator: { items: 'state.smalls', cursor: 's' } },
        Outer: { sockets: ['Open', 'Work'], iterator: { items: 'state.bigs', cursor: 'b' } },
      },
      { state: { bigs: ['X', 'Y'], smalls: ['x', 'y'] } },
    ),
    expected: {
      visits: [
        ['Open', 'X'],
        ['Work', 'x'],
        ['Open', 'Y'],
        ['Work', 'x'],
      ],
      paths: ['Outer[0]', 'Outer[0]/Inner[0]', 'Outer[1]', 'Outer[1]/Inner[0]'],
      decisions: [{ question: 'advance', subject: 'Work', scope: 'Outer', operands: { after: 1 } }],
      exited: [
        ['Inner', 'left', 1],
        // The outer list ran out; the inner one did not.
        ['Inner', 'left', 1],
        ['Outer', 'exhausted', 2],
      ],
      reason: 'exhausted',
    },
  },
  {
    rule: 'Entering an inner loop again in the same iteration is another activation in the same place; in another iteration its first',
    graph: drawSockets(
      {
        Open: json([{}], ['always Work']),
        Work: json([{}], ['always Between']),
        Between: json(
          [{ satisfied: false }, { satisfied: true }, { satisfied: false }, { satisfied: true }],
          ['not_satisfied Work', 'always Close'],
        ),
        Close: json([{}], ['always Open'], advance('b', 'bigs')),
      },
      {
        Outer: { sockets: ['Open', 'Work', 'Between', 'Close'], iterator: { items: 'state.bigs', cursor: 'b' } },
        Inner: { sockets: ['Work'] },
      },
      { state: { bigs: ['X', 'Y'] } },
    ),
    expected: {
      paths: [
        ...['Outer[0]', 'Outer[0]/Inner[0]', 'Outer[0]', 'Outer[0]/Inner#2[0]'],
        // Between runs a second time for X.
        ...['Outer[0]@2', 'Outer[0]@2'],
        ...['Outer[1]', 'Outer[1]/Inner[0]', 'Outer[1]', 'Outer[1]/Inner#2[0]', 'Outer[1]@2', 'Outer[1]@2'],
      ],
    },
  },
  {
    rule: 'A new pass of the outer loop ends the inner one; what runs there then is a new activation',
    graph: drawSockets(
      {
        Open: json([{}], ['always Work']),
        Work: json([{ satisfied: false }, { satisfied: true }], ['not_satisfied Open', 'always end']),
      },
      {
        Outer: { sockets: ['Open', 'Work'], iterator },
        Inner: { sockets: ['Work'] },
      },
      ab,
    ),
    expected: {
      paths: ['Outer[0]', 'Outer[0]/Inner[0]', 'Outer[0]@2', 'Outer[0]@2/Inner[0]'],
      exited: [
        ['Inner', 'left', 1],
        ['Inner', 'end', 1],
        ['Outer', 'end', 1],
      ],
    },
  },
  {
    rule: 'Loops three deep have paths three deep',
    graph: drawSockets(
      { A: json([{}], ['always B']), B: json([{}], ['always C']), C: json([{}], ['always end']) },
      {
        Three: { sockets: ['C'], iterator },
        One: { sockets: ['A', 'B', 'C'], iterator },
        Two: { sockets: ['B', 'C'], iterator },
      },
      ab,
    ),
    expected: {
      paths: ['One[0]', 'One[0]/Two[0]', 'One[0]/Two[0]/Three[0]'],
      exited: [
        ['Three', 'end', 1],
        ['Two', 'end', 1],
        ['One', 'end', 1],
      ],
    },
  },
  {
    rule: 'Of overlapping loops the smallest owns the path, whichever is declared first; all that list the socket are open',
    graph: drawSockets(
      { A: json([{}], ['always B']), B: json([{}], ['always C']), C: json([{}], ['always D']), D: json([{}]) },
      {
        Big: { sockets: ['A', 'B', 'C'], iterator },
        Small: { sockets: ['C', 'D'], iterator: { items: 'state.others' } },
      },
      { state: { items: ['a'], others: ['o'] } },
    ),
    expected: {
      visits: [
        ['A', 'a'],
        ['B', 'a'],
        ['C', 'o'],
        ['D', 'o'],
      ],
      paths: ['Big[0]', 'Big[0]', 'Small[0]', 'Small[0]'],
      stretch: [
        { kind: 'decision.made', question: 'edge', subject: 'B', target: 'C' },
        { kind: 'scope.entered', at: '', scope: 'Small' },
        { kind: 'iteration.opened', at: 'Small[0]' },
        { kind: 'fire.started', at: 'Small[0]', node: 'C' },
        { kind: 'fire.finished' },
        { kind: 'decision.made', question: 'edge', subject: 'C', target: 'D' },
        // D is no member of Big.
        { kind: 'scope.exited', scope: 'Big', reason: 'left', iterations: 1 },
        { kind: 'fire.started', at: 'Small[0]', node: 'D' },
      ],
    },
  },
  {
    rule: 'Of overlapping loops of one size the first declared owns the path',
    graph: drawSockets(
      { A: json([{}], ['always B']), B: json([{}], ['always C']), C: json([{}]) },
      { L: { sockets: ['A', 'B'], iterator }, M: { sockets: ['B', 'C'], iterator: { items: 'state.others' } } },
      { state: { items: ['a'], others: ['o'] } },
    ),
    expected: {
      visits: [
        ['A', 'a'],
        ['B', 'a'],
        ['C', 'o'],
      ],
      paths: ['L[0]', 'L[0]', 'M[0]'],
    },
  },
  {
    rule: 'Of two loops with the same members neither is nested: the first declared owns the path, both are open and end together',
    graph: drawSockets(
      { Work: json([{}], ['always Work'], advance('i', 'items')) },
      { L: { sockets: ['Work'], iterator }, M: { sockets: ['Work'], iterator } },
      ab,
    ),
    expected: {
      paths: ['L[0]', 'L[1]'],
      opened: ['L[0]', 'M[0]', 'L[1]', 'M[1]'],
      iterations: { L: 2, M: 2 },
      reason: 'exhausted',
    },
  },
  {
    rule: 'Characters that have a meaning in paths are encoded in them',
    graph: drawSockets(
      { Work: json([{}], ['always end'], { assign: { 'x/y.z': '$' } }) },
      { 'L/[1]@2:#%.': { sockets: ['Work'], iterator } },
      ab,
    ),
    expected: {
      paths: ['L%2F%5B1%5D%402%3A%23%25%2E[0]'],
      writes: { 'state.x%2Fy.z': [{}] },
      exited: [['L/[1]@2:#%.', 'end', 1]],
    },
  },
];

export const ENDINGS: readonly SocketRule[] = [
  {
    rule: 'exhausted: the list ran out and no exit matched; the loops that it belongs to end exhausted, those around it with the run',
    graph: drawSockets(
      { Open: json([{}], ['always Work']), Work: json([{}], ['always Work'], advance('i', 'items')) },
      {
        Outer: { sockets: ['Open', 'Work'], iterator: { items: 'state.bigs' } },
        Inner: { sockets: ['Work'], iterator },
      },
      { state: { bigs: ['X', 'Y'], items: ['a', 'b'] } },
    ),
    expected: {
      status: 'ended',
      reason: 'exhausted',
      exited: [
        ['Inner', 'exhausted', 2],
        ['Outer', 'end', 1],
      ],
    },
  },
  {
    rule: 'A failed fire ends the loops as failed, innermost first, its item not counted, and the run at its place',
    graph: drawSockets(
      {
        Open: json([{}], ['always Work']),
        Work: json([{}, { $throw: 'broken' }], ['always Work'], advance('s', 'smalls')),
      },
      {
        Outer: { sockets: ['Open', 'Work'], iterator },
        Inner: { sockets: ['Work'], iterator: { items: 'state.smalls', cursor: 's' } },
      },
      { state: { items: ['X'], smalls: ['x', 'y'] } },
    ),
    expected: {
      status: 'failed',
      reason: 'failed',
      stretch: [
        {
          kind: 'fire.failed',
          at: 'Outer[0]/Inner[1]',
          node: 'Work',
          error: { code: 'scripted-threw', message: 'broken' },
        },
        { kind: 'scope.exited', at: 'Outer[0]', scope: 'Inner', reason: 'failed', iterations: 1 },
        { kind: 'scope.exited', at: '', scope: 'Outer', reason: 'failed', iterations: 0 },
        {
          kind: 'run.finished',
          at: '',
          status: 'failed',
          reason: 'failed',
          outputs: {},
          error: { node: 'Work', at: 'Outer[0]/Inner[1]', code: 'scripted-threw', message: 'broken' },
        },
      ],
    },
  },
  {
    rule: 'A halt cancels at once: the fire failed with the code halt, the run is cancelled with the reason halt',
    graph: drawSockets(
      { Work: json([{}, { $halt: 'stop here' }], ['always Work'], advance('i', 'items')) },
      { L: { sockets: ['Work'], iterator } },
      ab,
    ),
    expected: {
      status: 'cancelled',
      reason: 'halt',
      visits: [
        ['Work', 'a'],
        ['Work', 'b'],
      ],
      failures: [['Work', 'halt']],
      exited: [['L', 'halt', 1]],
      error: { node: 'Work', at: 'L[1]', code: 'halt', message: 'stop here' },
    },
  },
  {
    rule: 'A cancel ends what runs and what is open; nothing more is assigned, and no cursor moves',
    graph: drawSockets(
      {
        Gen: json([{ items: ['a', 'b'] }], ['always Work']),
        Work: working({ x: '1' }, ['always Work'], { assign: { x: '$.x' }, ...advance('i', 'items') }),
      },
      { L: { sockets: ['Work'], consumes: { from: 'Gen', output: 'items' } } },
    ),
    cancelIn: 'Work',
    expected: {
      status: 'cancelled',
      reason: 'cancelled',
      visits: ['Gen', ['Work', 'a']],
      cursors: { i: 0 },
      writes: { 'state.x': [] },
      failures: [['Work', 'cancelled']],
      exited: [['L', 'cancelled', 0]],
    },
  },
  {
    rule: 'A run has no outputs of its own: what it made is its state',
    graph: drawSockets({ One: json([{ x: 1 }], [], { assign: { x: '$.x' } }), A }),
    expected: {
      stretch: [{ kind: 'run.finished', at: '', status: 'ended', reason: 'end', outputs: {} }],
      state: { x: 1 },
    },
  },
];
