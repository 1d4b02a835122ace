// The runner: controls, races of answers with a cancel, operators and sinks that fail. What fires when is the engine's
// matter; here it is only who is asked, and how a run ends.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RunControls } from '../../../main/runner/controls.ts';
import type { Call, Operator, OperatorAnswer, OperatorSet, Sink } from '../../../main/runner/ports.ts';
import { runGraph } from '../../../main/runner/run.ts';
import type { EngineEvent } from '../../../shared/model/event.ts';
import { drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { checked, type RunFileResult, runGraphFile } from '../../support/runGraphFile.ts';

type Body = (call: Call) => OperatorAnswer | Promise<OperatorAnswer>;

/** Every node is performed by `run`. */
function performing(run: Body, more: Partial<Operator> = {}): OperatorSet & { closed: number } {
  return {
    closed: 0,
    get: () => ({ outward: false, run, ...more }),
    async close() {
      this.closed++;
    },
  };
}

/** Fires that are answered by hand. */
function byHand() {
  const out = new Map<string, { call: Call; answer: (answer: OperatorAnswer) => void; fail: (why: unknown) => void }>();
  const operators = performing(
    (call) =>
      new Promise((answer, fail) => {
        out.set(call.node, { call, answer, fail });
      }),
  );
  return {
    operators,
    out,
    answer(node: string, outputs: Readonly<Record<string, unknown>>) {
      const one = out.get(node);
      out.delete(node);
      one?.answer({ ok: true, outputs });
    },
  };
}

/** Everything that follows by itself has followed: a run that has worked for long lets go of the loop for one turn of it, and no longer. */
async function turn(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}
const started = (events: readonly EngineEvent[]) =>
  events.flatMap((event) => (event.kind === 'fire.started' ? [event.node] : []));

/** Three independent nodes, then one that needs them all. */
const wide = drawGraph(
  [
    scripted('a', [], ['o'], { seq: [{ o: 1 }] }),
    scripted('b', [], ['o'], { seq: [{ o: 1 }] }),
    scripted('c', [], ['o'], { seq: [{ o: 1 }] }),
    scripted('all', ['a', 'b', 'c'], ['o'], { seq: [{ o: 1 }] }),
    { id: 'out', type: 'graphOut', config: { portName: 'out' } },
  ],
  ['a.o -> all.a', 'b.o -> all.b', 'c.o -> all.c', 'all.o -> out.value'],
);

/** A run whose events can be looked at while it goes on. */
function begin(graph: unknown, operators: OperatorSet, controls = new RunControls(), steps?: number) {
  const events: EngineEvent[] = [];
  const over: Promise<RunFileResult> = runGraphFile(graph, {
    operators,
    controls,
    onEvents: (more) => void events.push(...more),
    ...(steps === undefined ? {} : { steps }),
  });
  return { events, controls, over };
}

afterEach(() => vi.restoreAllMocks());

describe('a cancel', () => {
  it('ends what is out, aborts it, and takes no answer that comes later', async () => {
    const hand = byHand();
    const { events, controls, over } = begin(wide, hand.operators);
    await turn();
    hand.answer('a', { o: 1 });
    await turn();
    const late = hand.out.get('b');
    controls.cancel();
    const run = await over;
    expect(late?.call.abort.aborted).toBe(true);
    expect(run.events.slice(-4).map(({ kind }) => kind)).toEqual([
      'fire.failed',
      'fire.failed',
      'signal.emitted',
      'run.finished',
    ]);
    const count = events.length;
    late?.answer({ ok: true, outputs: { o: 1 } });
    await turn();
    expect(events.length).toBe(count);
    expect(run.events.at(-1)).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
    expect(hand.operators.closed).toBe(1);
  });

  it.each<[string, () => OperatorAnswer | Promise<OperatorAnswer>]>([
    ['at once', () => ({ ok: true, outputs: { x: 1 } })],
    ['by promises that are kept already', async () => ({ ok: true, outputs: { x: 1 } })],
    ['by promises of promises', () => Promise.resolve().then(async () => ({ ok: true, outputs: { x: 1 } }))],
  ])('reaches a run that is never idle, its fires answered %s', async (_, answer) => {
    const ticking = drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
        // Where the cancel does not reach it, its budget ends it.
        loop('L', { x: {} }, { x: {} }, 1_000),
        scripted('work', ['x'], ['x'], { seq: [{ x: 1 }] }),
      ],
      ['seed.x -> L.init_x', 'L.init_x -> work.x', 'L.iterout_x -> work.x', 'work.x -> L-out.x'],
    );
    let ms = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => ms++);
    const { controls, over } = begin(ticking, performing(answer));
    setImmediate(() => controls.cancel());
    expect((await over).events.at(-1)).toMatchObject({ status: 'cancelled' });
  });

  it('that comes with answers already there wins over them', async () => {
    const hand = byHand();
    const { controls, over } = begin(wide, hand.operators);
    await turn();
    for (const node of ['a', 'b', 'c']) hand.answer(node, { o: 1 });
    controls.cancel();
    const { events } = await over;
    expect(events.filter(({ kind }) => kind === 'fire.finished')).toEqual([]);
    expect(events.filter(({ kind }) => kind === 'fire.failed')).toHaveLength(3);
  });

  it('before the first fire starts none', async () => {
    const controls = new RunControls();
    controls.cancel();
    const { events } = await runGraphFile(wide, { controls });
    expect(started(events)).toEqual([]);
    expect(events.at(-1)).toMatchObject({ status: 'cancelled' });
  });
});

describe('pause, step and resume', () => {
  it('held before its start performs nothing; each step performs one fire with all that it causes', async () => {
    const hand = byHand();
    const controls = new RunControls();
    controls.pause();
    const { events, over } = begin(wide, hand.operators, controls);
    await turn();
    expect(started(events)).toEqual([]);
    controls.step();
    controls.step();
    await turn();
    // The second step waits until the first has ended.
    expect(started(events)).toEqual(['a']);
    hand.answer('a', { o: 1 });
    await turn();
    expect(started(events)).toEqual(['a', 'b']);
    hand.answer('b', { o: 1 });
    await turn();
    expect(started(events)).toEqual(['a', 'b']);
    controls.cancel();
    await over;
  });

  it('a pause lets what is out finish and starts nothing more, until it goes on', async () => {
    const hand = byHand();
    const { events, controls, over } = begin(wide, hand.operators);
    await turn();
    controls.pause();
    for (const node of ['a', 'b', 'c']) hand.answer(node, { o: 1 });
    await turn();
    expect(events.filter(({ kind }) => kind === 'fire.finished')).toHaveLength(3);
    expect(started(events)).toEqual(['a', 'b', 'c']);
    controls.resume();
    await turn();
    hand.answer('all', { o: 2 });
    expect((await over).events.at(-1)).toMatchObject({ status: 'ended', outputs: { out: 2 } });
  });

  it('a step that was overtaken by going on is not saved up for later', async () => {
    const hand = byHand();
    const chain = drawGraph(
      ['a', 'b', 'c', 'd'].map((id, i) => scripted(id, i === 0 ? [] : ['i'], ['o'], { seq: [{ o: 1 }] })),
      ['a.o -> b.i', 'b.o -> c.i', 'c.o -> d.i'],
    );
    const { events, controls, over } = begin(chain, hand.operators);
    await turn();
    controls.step();
    controls.resume();
    controls.step();
    for (const node of ['a', 'b', 'c']) {
      hand.answer(node, { o: 1 });
      await turn();
    }
    expect(started(events)).toEqual(['a', 'b']);
    controls.cancel();
    await over;
  });

  it('with 0 steps it ends as paused before any fire, and with more after just so many', async () => {
    for (const steps of [0, 1, 2, 3]) {
      const { events } = await runGraphFile(wide, { steps });
      expect(started(events)).toHaveLength(steps);
      expect(events.at(-1)).toMatchObject({ kind: 'run.finished', status: 'paused' });
    }
    expect((await runGraphFile(wide, { steps: 4 })).events.at(-1)).toMatchObject({ status: 'ended' });
  });
});

describe('an operator', () => {
  const crash = { kind: 'fire.failed', node: 'a', error: { code: 'operator-crashed', message: 'on purpose' } };
  const one = drawGraph([scripted('a', [], ['o'], { seq: [{ o: 1 }] })], []);
  const throwing = () => {
    throw new Error('on purpose');
  };
  /** Outputs that can't be read. */
  const unreadable: OperatorAnswer = {
    ok: true,
    outputs: { o: Object.defineProperty({}, 'x', { enumerable: true, get: throwing }) },
  };

  it.each<[string, Body]>([
    ['throws at once', throwing],
    ['rejects', () => Promise.reject(new Error('on purpose'))],
    ['answers at once with what can’t be read', () => unreadable],
    ['answers late with what can’t be read', async () => unreadable],
  ])('that %s has failed its fire, and the run ends failed', async (_, run) => {
    const { events } = await runGraphFile(one, { operators: performing(run) });
    expect(events.find(({ kind }) => kind === 'fire.failed')).toMatchObject(crash);
    expect(events.at(-1)).toMatchObject({ kind: 'run.finished', status: 'failed' });
  });

  it('that fails does not keep the others from their answers', async () => {
    const hand = byHand();
    const { events, over } = begin(wide, hand.operators);
    await turn();
    hand.out.get('b')?.fail(new Error('on purpose'));
    await turn();
    hand.answer('a', { o: 1 });
    hand.answer('c', { o: 1 });
    await over;
    expect(events.filter(({ kind }) => kind === 'fire.finished')).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ status: 'failed', error: { node: 'b' } });
  });
});

describe('a sink that fails', () => {
  const looping = drawGraph(
    [
      scripted('one', [], ['x'], { seq: [{ x: 1 }] }),
      loop('L', { x: {} }, { x: {} }, 50),
      scripted('inc', ['x'], ['x'], { seq: [{ x: 2 }] }),
      scripted('beside', [], ['o'], { seq: [{ o: 1 }] }),
    ],
    ['one.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'],
  );

  function failing(at: number, where: 'write' | 'commit'): { sink: Sink; taken: EngineEvent[] } {
    const taken: EngineEvent[] = [];
    const check = (what: string) => {
      if (what === where && taken.length >= at) throw new Error('no room');
    };
    const sink: Sink = {
      write(events) {
        check('write');
        taken.push(...events);
      },
      commit: () => check('commit'),
    };
    return { sink, taken };
  }

  it.each([
    ['write', 1],
    ['write', 20],
    ['commit', 1],
    ['commit', 20],
  ] as const)(
    'at a %s after %i events ends the run with that error, aborts what is out and closes the operators',
    async (where, at) => {
      const { sink, taken } = failing(at, where);
      let out: Call | undefined;
      const operators = performing(
        (call) => {
          if (call.node !== 'beside') return { ok: true, outputs: { x: 1 } };
          out = call;
          return new Promise(() => undefined);
        },
        { outward: where === 'commit' },
      );
      const begin = { id: 'run', inputs: {}, versions: {} };
      await expect(runGraph({ graph: checked(looping), operators, sink, begin })).rejects.toThrow('no room');
      expect(taken[0]?.kind).toBe('run.started');
      expect(operators.closed).toBe(1);
      expect(out === undefined || out.abort.aborted).toBe(true);
    },
  );
});
