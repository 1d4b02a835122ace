// A fire that asks a person where none is there: whatever the dialect the run waits, and asks again when it goes on (semantics §3).
import { expect, it } from 'vitest';
import { operatorSet } from '../../../main/operators/operatorSet.ts';
import { replay } from '../../../main/runner/replay.ts';
import type { EngineEvent, EventOf } from '../../../shared/model/event.ts';
import { continueRun } from '../../support/continueRun.ts';
import { drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { drawSockets, text } from '../../support/drawSockets.ts';
import { runGraphFile } from '../../support/runGraphFile.ts';

/** The operators of a run where a person says that, or, without an answer, where none is there. */
const operators = (answer?: string) =>
  operatorSet({ graphFolder: import.meta.dirname, ...(answer === undefined ? {} : { ask: async () => answer }) });

const finished = (events: readonly EngineEvent[]): EventOf<'run.finished'> => events.at(-1) as EventOf<'run.finished'>;
const startsOf = (events: readonly EngineEvent[], node: string): number =>
  events.filter((event) => event.kind === 'fire.started' && event.node === node).length;

const asking = drawGraph(
  [
    scripted('one', [], ['x'], { seq: [{ x: 0 }] }),
    loop('L', { x: {} }, { x: {} }, 2),
    { id: 'person', type: 'ask', config: { question: 'How far?', inputs: ['x'], outputs: ['answer'] } },
    { id: 'last', type: 'graphOut', config: {} },
  ],
  [
    'one.x -> L.init_x',
    'L.init_x -> person.x',
    'L.iterout_x -> person.x',
    'person.answer -> L-out.x',
    'L-out.final_x -> last.value',
  ],
);

it('a run of nodes waits in the open iteration, and goes on there', async () => {
  const waits = await runGraphFile(asking, { operators: operators() });
  expect(finished(waits.events)).toMatchObject({
    status: 'waiting',
    reason: null,
    error: { node: 'person', at: 'L[0]', code: 'no-one-to-ask' },
  });
  const still = await continueRun(waits, { operators: operators() });
  expect(finished(still.events)).toMatchObject({ status: 'waiting', error: { code: 'no-one-to-ask' } });
  const over = await continueRun(still, { operators: operators('three') });
  expect(finished(over.events)).toMatchObject({ status: 'ended', reason: 'budget', outputs: { last: 'three' } });
  // Twice without an answer, then once in each of the two iterations.
  expect(startsOf(over.events, 'person')).toBe(4);
  expect(startsOf(over.events, 'one')).toBe(1);
  expect(replay(over.graph, over.events)).toMatchObject({ identical: true, endsInMidStep: false });
});

it('a real failure beside it is what the run came to', async () => {
  for (const first of ['person', 'broken']) {
    const nodes = [
      { id: 'person', type: 'ask', config: { question: 'How far?', inputs: [], outputs: ['answer'] } },
      scripted('broken', [], ['x'], { throw: 'it broke' }),
    ];
    const graph = drawGraph(first === 'person' ? nodes : nodes.toReversed(), []);
    const { events } = await runGraphFile(graph, { operators: operators() });
    expect(finished(events)).toMatchObject({ status: 'failed', error: { node: 'broken', message: 'it broke' } });
  }
});

it('a run under agentcanvas waits at the fire that asks, wherever it stands, and goes on as if that had not been started', async () => {
  const graph = drawGraph(
    [
      scripted('one', [], ['x'], { seq: [{ x: 0 }] }),
      loop('L', { x: {} }, { x: {} }, 2),
      scripted('next', ['x'], ['x'], { seq: [{ x: 'a' }, { x: 'b' }] }),
      { id: 'person', type: 'ask', config: { question: 'How far?', inputs: ['x'], outputs: ['answer'] } },
      { id: 'beside', type: 'ask', config: { question: 'And this?', inputs: ['x'], outputs: ['answer'] } },
      { id: 'after', type: 'ask', config: { question: 'Is it good?', inputs: ['x'], outputs: ['answer'] } },
      { id: 'last', type: 'graphOut', config: {} },
    ],
    [
      'one.x -> L.init_x',
      'L.init_x -> person.x',
      'L.iterout_x -> person.x',
      'person.answer -> next.x',
      'next.x -> L-out.x',
      // Queued behind iterOut, it fires while the boundary settles.
      'next.x -> beside.x',
      'L-out.final_x -> after.x',
      'after.answer -> last.value',
    ],
  );
  const file = { ...graph, compat: 'agentcanvas' };
  const fired = (events: readonly EngineEvent[]): string[] =>
    events.flatMap((event) => (event.kind === 'fire.finished' ? [`${event.node} ${event.at}`] : []));
  const straight = await runGraphFile(file, { operators: operators('yes') });
  expect(finished(straight.events)).toMatchObject({ status: 'ended', outputs: { last: 'yes' } });
  expect(startsOf(straight.events, 'person')).toBe(2);

  // A person is there for one question at a time: each continuation answers the one that the run waits for.
  let answers = 0;
  const once = (): ReturnType<typeof operators> =>
    operatorSet({ graphFolder: import.meta.dirname, ask: async () => (answers++ === 0 ? 'yes' : undefined) });
  let run = await runGraphFile(file, { operators: operators() });
  expect(finished(run.events)).toMatchObject({
    status: 'waiting',
    reason: null,
    error: { node: 'person', at: 'L[0]', code: 'no-one-to-ask' },
  });
  const waited: string[] = [];
  for (; finished(run.events).status === 'waiting'; run = await continueRun(run, { operators: once() })) {
    const { error } = finished(run.events);
    waited.push(`${error?.node} ${error?.at}`);
    expect(replay(run.graph, run.events)).toMatchObject({ identical: true, endsInMidStep: false });
    answers = 0;
  }
  const asked = fired(straight.events).filter((fire) => !/^(?:one|next) /.test(fire));
  expect(waited).toEqual(asked);
  expect(new Set(waited.map((fire) => fire.split(' ')[0]))).toEqual(new Set(['person', 'beside', 'after']));
  expect(fired(run.events)).toEqual(fired(straight.events));
  expect(finished(run.events)).toMatchObject({ status: 'ended', outputs: { last: 'yes' } });
  expect(replay(run.graph, run.events)).toMatchObject({ identical: true, endsInMidStep: false });
});

it('under agentcanvas a failure that convicted the run before is what it came to', async () => {
  const graph = drawGraph(
    [
      scripted('broken', [], ['x'], { throw: 'it broke' }),
      { id: 'person', type: 'ask', config: { question: 'How far?', inputs: [], outputs: ['answer'] } },
    ],
    [],
  );
  const { events } = await runGraphFile({ ...graph, compat: 'agentcanvas' }, { operators: operators() });
  expect(startsOf(events, 'person')).toBe(1);
  expect(finished(events)).toMatchObject({ status: 'failed', error: { node: 'broken', message: 'it broke' } });
});

const sockets = drawSockets({
  One: text(['ready'], ['always Two']),
  Two: text([], ['always Three'], {
    materia: { operator: 'ask', question: 'Go on?' },
    assign: { 'state.said': '$' },
  }),
  Three: text(['done']),
});

it('a run of sockets waits at the socket that asks, and goes on with it', async () => {
  const waits = await runGraphFile(sockets, { operators: operators() });
  expect(finished(waits.events)).toMatchObject({
    status: 'waiting',
    reason: null,
    error: { node: 'Two', code: 'no-one-to-ask' },
  });
  const over = await continueRun(waits, { operators: operators('go') });
  expect(finished(over.events)).toMatchObject({ status: 'ended', reason: 'end' });
  expect(['One', 'Two', 'Three'].map((socket) => startsOf(over.events, socket))).toEqual([1, 2, 1]);
  expect(over.events).toContainEqual(
    expect.objectContaining({ kind: 'slot.written', slot: 'state.said', value: 'go' }),
  );
  expect(replay(over.graph, over.events)).toMatchObject({ identical: true, endsInMidStep: false });
});
