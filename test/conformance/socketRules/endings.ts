// Interfaces §4, status and reason: how runs end, and what becomes of the loops that are open then.
import { advance, drawSockets, json, working } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

const iterator = { items: 'state.items', cursor: 'i' };
const ab = { state: { items: ['a', 'b'] } };

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
    rule: 'A paused run stops before the next fire, after all that the last one caused; its loops stay open, and it has no reason',
    graph: drawSockets(
      { Work: json([{}], ['always Work'], advance('i', 'items')) },
      { L: { sockets: ['Work'], iterator } },
      ab,
    ),
    steps: 1,
    expected: {
      status: 'paused',
      visits: [['Work', 'a']],
      exited: [],
      stretch: [
        { kind: 'decision.made', question: 'edge', target: 'Work' },
        { kind: 'iteration.closed', at: 'L[0]' },
        { kind: 'iteration.opened', at: 'L[1]' },
        { kind: 'run.finished', at: '', status: 'paused', reason: null, outputs: {} },
      ],
    },
  },
  {
    rule: 'A run has no outputs of its own: what it made is its state',
    graph: drawSockets({ One: json([{ x: 1 }], [], { assign: { x: '$.x' } }) }),
    expected: {
      stretch: [{ kind: 'run.finished', at: '', status: 'ended', reason: 'end', outputs: {} }],
      state: { x: 1 },
    },
  },
];
