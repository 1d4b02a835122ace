import { expect, test } from 'vitest';
import { routeOfCandidate, takenRoutes } from '../../../../renderer/store/selectors/routes.ts';
import type { DecisionCard } from '../../../../shared/contract/moment.ts';
import { nestedItems, SocketSketch, tidyFiles } from '../../gallery/socketSketch.ts';
import { momentView } from '../fakeApi.ts';

const view = tidyFiles();
const decision = (part: Partial<DecisionCard>): DecisionCard => ({
  seq: 7,
  at: 'files[0]',
  question: 'edge',
  subject: 'Check',
  scope: 'files',
  title: '',
  operands: [],
  candidates: [
    { id: 'edges[0]', matched: false, why: '' },
    { id: 'edges[1]', matched: true, why: '' },
  ],
  chosen: 'edges[1]',
  target: 'Mend',
  ...part,
});

test('a candidate of an edge is that of its socket, though others have one of its name', () => {
  expect(routeOfCandidate(view, decision({}), 'edges[0]')?.target).toBe('Keep');
  expect(routeOfCandidate(view, decision({ subject: 'Mend' }), 'edges[0]')?.target).toBe('Check');
  expect(routeOfCandidate(view, decision({ question: 'advance' }), 'edges[0]')).toBeUndefined();
});

test('an exit is that of the loop that is left; an empty loop may be left from a socket that never ran', () => {
  const two = new SocketSketch()
    .socket('Work', { scope: 'in' })
    .socket('A')
    .socket('B')
    .exit('in', 'done', 'Work', 'A')
    .exit('out', 'done', 'Work', 'B')
    .view('two');
  const asked = { question: 'exit', subject: 'Work' } as const;
  expect(routeOfCandidate(two, { ...asked, scope: 'out' }, 'done')?.target).toBe('B');
  expect(routeOfCandidate(two, { ...asked, scope: 'in' }, 'done')?.target).toBe('A');
  // Where no exit matched the decision names the graph, and its candidates are all that leave the socket.
  expect(routeOfCandidate(two, { ...asked, scope: '' }, 'done')?.target).toBe('A');
  const empty = { question: 'empty-loop', subject: 'Dept', scope: 'people' } as const;
  expect(routeOfCandidate(nestedItems(), empty, 'exit:Person:always')?.target).toBe('Done');
});

test('the route by which the run came is taken; with a decision selected its own, and what it passed over is refused', () => {
  const won = { edge: 'Read.edges[0]', state: 'won' } as const;
  const moment = momentView(9, { edges: [won, { edge: 'Check.edges[0]', state: 'empty' }], decisions: [decision({})] });
  expect(takenRoutes(view, moment, null)).toEqual({ taken: 'Read.edges[0]', refused: new Set() });
  expect(takenRoutes(view, moment, { kind: 'decision', seq: 7 })).toEqual({
    taken: 'Check.edges[1]',
    refused: new Set(['Check.edges[0]']),
  });
  expect(takenRoutes(view, moment, { kind: 'decision', seq: 99 }).taken).toBe('Read.edges[0]');
  const none = momentView(9, { decisions: [decision({ chosen: null, target: 'end' })] });
  expect(takenRoutes(view, none, { kind: 'decision', seq: 7 })).toEqual({
    taken: undefined,
    refused: new Set(['Check.edges[0]', 'Check.edges[1]']),
  });
  expect(takenRoutes(view, undefined, null).taken).toBeUndefined();
});
