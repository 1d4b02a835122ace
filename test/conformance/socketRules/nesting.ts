// Semantics §2, Scopes: loops within loops, and loops that overlap.
import { advance, drawSockets, exits, json } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

const iterator = { items: 'state.items', cursor: 'i' };
const ab = { state: { items: ['a', 'b'] } };

export const NESTING: readonly SocketRule[] = [
  {
    rule: 'A loop whose members are a strict subset of another’s is nested in it: its iterations lie in the outer one',
    graph: drawSockets(
      {
        Open: json([{}], ['always Work']),
        Work: json([{}], ['always Work'], advance('s', 'smalls')),
        Close: json([{}], ['always end'], advance('b', 'bigs')),
      },
      {
        Inner: { sockets: ['Work'], iterator: { items: 'state.smalls', cursor: 's' }, ...exits('Work always Close') },
        Outer: { sockets: ['Open', 'Work', 'Close'], iterator: { items: 'state.bigs', cursor: 'b' } },
      },
      { state: { bigs: ['X', 'Y'], smalls: ['x', 'y', 'z'] } },
    ),
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
