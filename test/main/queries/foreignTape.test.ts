// Tapes of other programs' loops: every view and report tells of them as far as their events say, without a graph and without a fold.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OpenTape, openTape } from '../../../main/queries/openTape.ts';
import { answer } from '../../../main/queries/queries.ts';
import { calls } from '../../../shared/contract/calls.ts';
import type { ReadCall } from '../../../shared/contract/readMessage.ts';
import { toPublicEvent } from '../../../shared/model/publicEvent.ts';
import { anyLog } from '../../support/anyLog.ts';
import { reading, succeeding } from '../../support/tapeFiles.ts';
import { imported, lines, STARTED } from '../imports/importedTape.ts';

/** A home-made agent: two rounds, each with a model and a tool, what they know in a slot, and a router. */
const AGENT = lines(
  { ...STARTED, name: 'my agent' },
  { kind: 'scope.entered', scope: 'agent' },
  { kind: 'iteration.opened', scope: 'agent', iteration: 0 },
  { kind: 'slot.written', slot: 'notes', scope: 'agent', writer: 'assign', value: ['a'] },
  { kind: 'fire.started', fire: 0, node: 'model', inputs: { notes: ['a'], goal: 'x' } },
  { kind: 'fire.finished', fire: 0, node: 'model', outputs: { call: 'search' }, durationMs: 5 },
  {
    kind: 'decision.made',
    question: 'edge',
    subject: 'router',
    scope: 'agent',
    operands: { call: 'search' },
    candidates: [
      { id: 'tool', matched: true, why: 'the model calls a tool' },
      { id: 'end', matched: false, why: 'the model does not answer' },
    ],
    chosen: 'tool',
    target: 'tool',
  },
  { kind: 'fire.started', fire: 1, node: 'tool', inputs: { call: 'search' } },
  { kind: 'fire.failed', fire: 1, node: 'tool', error: { code: 'timeout', message: 'it took too long' } },
  { kind: 'iteration.closed', scope: 'agent', iteration: 0, carry: { notes: ['a'] } },
  { kind: 'iteration.opened', scope: 'agent', iteration: 1 },
  { kind: 'slot.written', slot: 'notes', scope: 'agent', writer: 'assign', value: ['a', 'b'] },
  { kind: 'slot.cleared', slot: 'notes', scope: 'agent', why: 'summarised' },
  { kind: 'iteration.closed', scope: 'agent', iteration: 1, carry: {}, stop: true },
  { kind: 'scope.exited', scope: 'agent', reason: 'stop', iterations: 2, finals: { final_x: 3 } },
  { kind: 'run.finished', status: 'ended', reason: 'stop', outputs: { answer: 3 } },
);

async function tapeOf(text: string): Promise<OpenTape> {
  return openTape(reading((await imported(text)).path));
}

function told(tape: OpenTape, call: ReadCall, request: object) {
  const result = answer(tape, call, request as never);
  return result.ok ? calls[call].answer.parse(result.value) : undefined;
}

describe('the tape of a home-made agent', () => {
  it('has its name, its end and its iterations', async () => {
    const tape = await tapeOf(AGENT);
    expect(succeeding(answer(tape, 'tape.summary', {}))).toMatchObject({
      graphName: 'my agent',
      dialect: 'foreign',
      status: 'ended',
      reason: 'stop',
      iterations: { agent: 2 },
      finals: { agent: { final_x: 3 } },
      outputs: { answer: 3 },
    });
    expect(succeeding(answer(tape, 'graph.ofTape', {}))).toMatchObject({ nodes: [], problems: [], dialect: 'foreign' });
    expect(succeeding(answer(tape, 'report.show', {}))).toMatchObject({ dialect: 'foreign', events: 16, hazards: [] });
  });

  it('has lanes for its loop, its slot and its steps', async () => {
    const view = succeeding(answer(await tapeOf(AGENT), 'timeline.window', { from: 0, to: 16, widthPx: 2000 }));
    expect(view.scopes.map(({ scope, iteration }) => [scope, [...iteration]])).toEqual([['agent', [0, 1]]]);
    expect(view.slots.map(({ address }) => address)).toEqual(['agent.notes']);
    expect(view.fires.map(({ node, from }) => [node, [...from]])).toEqual([
      ['model', [4]],
      ['tool', [7]],
    ]);
  });

  it('has the state at each moment from its writes and clears alone', async () => {
    const tape = await tapeOf(AGENT);
    const slotsAt = (moment: string) =>
      succeeding(answer(tape, 'report.moment', { moment })).slots.map(({ slot, value }) => [slot, value]);
    expect(slotsAt('#2')).toEqual([]);
    expect(slotsAt('agent[0]')).toEqual([['notes', ['a']]]);
    expect(slotsAt('#11')).toEqual([['notes', ['a', 'b']]]);
    expect(slotsAt('end')).toEqual([]);
    const view = succeeding(answer(tape, 'moment.get', { seq: 12 }));
    expect(view.open).toMatchObject([{ scope: 'agent', path: 'agent[1]', iteration: 1 }]);
    expect(view.slots).toMatchObject([{ address: 'agent.notes', writer: 'assign', value: null, change: 'emptied' }]);
  });

  it('says of a step what it read, where that came from, and how it failed', async () => {
    const tape = await tapeOf(AGENT);
    const model = succeeding(answer(tape, 'fire.get', { seq: 4 }));
    // The notes were written by #3, the goal is the run's own.
    expect(model.inputs.map(({ name, fromSeq }) => [name, fromSeq])).toEqual([
      ['notes', 3],
      ['goal', 0],
    ]);
    expect(succeeding(answer(tape, 'fire.get', { seq: 8 }))).toMatchObject({
      node: 'tool',
      error: { code: 'timeout' },
    });
  });

  it('has its decisions as cards, and steps from event to event and round to round', async () => {
    const tape = await tapeOf(AGENT);
    const { decisions } = succeeding(answer(tape, 'moment.get', { seq: 7 }));
    expect(decisions).toMatchObject([{ question: 'edge', chosen: 'tool', target: 'tool', nextSeq: 7 }]);
    const move = (seq: number, kind: string, more = {}) =>
      succeeding(answer(tape, 'moment.move', { seq, move: kind, direction: 1, ...more } as never)).seq;
    expect(move(3, 'event', { scope: 'agent' })).toBe(4);
    expect(move(3, 'boundary', { scope: 'agent' })).toBe(9);
    expect(move(3, 'change', { slot: 'agent.notes' })).toBe(11);
  });

  it('says of a line that could not be read what was wrong with it', async () => {
    const tape = await tapeOf(lines(STARTED, 'oops'));
    expect(succeeding(answer(tape, 'moment.get', { seq: 1 })).sentence).toMatch(
      /^line 2 of the recording could not be read: /,
    );
  });
});

it('answers every question about every moment of any recording', async () => {
  const logs = anyLog.map((log) => log.map((event) => JSON.stringify(toPublicEvent(event))));
  await fc.assert(
    fc.asyncProperty(
      logs,
      fc.constantFrom('foreign', 'pivot', 'socket', 'bounded', 'langgraph'),
      async (log, dialect) => {
        const tape = await tapeOf(lines({ ...STARTED, dialect }, ...log));
        const head = tape.reader.head();
        for (const call of [
          'tape.summary',
          'graph.ofTape',
          'hazards.list',
          'report.run',
          'report.show',
          'report.hazards',
        ] as const)
          told(tape, call, {});
        told(tape, 'timeline.window', { from: 0, to: head + 1, widthPx: 500 });
        told(tape, 'events.window', { from: 0, count: 100 });
        told(tape, 'report.events', { limit: 100 });
        told(tape, 'scopes.find', { text: 'a', count: 10 });
        for (let seq = 0; seq <= head; seq++) {
          expect(told(tape, 'moment.get', { seq })).toBeDefined();
          expect(told(tape, 'report.moment', { moment: `#${seq}` })).toBeDefined();
          told(tape, 'fire.get', { seq });
          told(tape, 'attempt.get', { seq });
          for (const move of ['event', 'boundary', 'over', 'into', 'out'])
            for (const direction of [1, -1]) told(tape, 'moment.move', { seq, move, direction });
          const lists = tape.scopes.scopes().flatMap((scope) => [
            { kind: 'activations', scope, from: 0, count: 10 },
            { kind: 'iterations', scope, from: 0, count: 10 },
          ]);
          told(tape, 'scopes.window', { seq, lists });
        }
      },
    ),
    { numRuns: 80 },
  );
}, 120_000);
