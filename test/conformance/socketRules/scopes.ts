// Semantics §2, Scopes; interfaces §2, paths: how a loop opens and closes, its iterations, their labels, and passes.
import { advance, drawSockets, json, text } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

const iterator = { items: 'state.items', cursor: 'i' };
const ab = { state: { items: ['a', 'b'] } };

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
];
