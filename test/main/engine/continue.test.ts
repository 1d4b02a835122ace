// What a continuation takes back and starts again, case by case. Expected values are worked out by hand from the graphs.
import { describe, expect, it } from 'vitest';
import { newMachine } from '../../../main/engine/machine.ts';
import type { PivotMachine } from '../../../main/engine/pivot/machine.ts';
import { apply } from '../../../main/engine/step.ts';
import { replay } from '../../../main/runner/replay.ts';
import { whyNotContinuable } from '../../../shared/model/continuable.ts';
import type { EngineEvent, EventKind, EventOf } from '../../../shared/model/event.ts';
import { type Continued, continueRun, type Recorded } from '../../support/continueRun.ts';
import { type Drawn, drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { runGraphFile, runPivotFile } from '../../support/runGraphFile.ts';

function of<K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

const since = ({ events }: Continued): readonly EngineEvent[] =>
  events.slice(events.findLastIndex((event) => event.kind === 'run.continued'));

const ends = (events: readonly EngineEvent[], node: string): unknown[] =>
  of(events, 'fire.finished').flatMap((event) => (event.node === node ? [event.outputs] : []));

const end = (events: readonly EngineEvent[]): EventOf<'run.finished'> => events.at(-1) as EventOf<'run.finished'>;

async function failedThenContinued(graph: Drawn): Promise<{ before: Recorded; continued: Continued }> {
  const before = await runGraphFile(graph);
  expect(end(before.events).status).toBe('failed');
  const continued = await continueRun(before);
  expect(replay(continued.graph, continued.events)).toMatchObject({ identical: true });
  return { before, continued };
}

function machineAt({ graph, events }: Recorded, seq: number): PivotMachine {
  const machine = newMachine(graph);
  for (const event of events.slice(0, seq + 1)) apply(graph, machine, event);
  return machine as PivotMachine;
}

const seed = scripted('seed', [], ['x'], { seq: [{ x: 1 }] });

/** `inc` counts 2, 3, 4; `check`, which follows it, says when to stop and breaks in the second iteration, once. */
const walking = drawGraph(
  [
    seed,
    loop('L', { x: {} }, { x: {} }, 3),
    scripted('inc', ['x'], ['x'], { expr: { x: 'x + 1' } }),
    scripted('check', ['x'], ['x'], { seq: [{ x: 0 }, { $throw: 'broke' }, { x: 0 }, { x: false }] }),
    { id: 'done', type: 'graphOut', config: { portName: 'done' } },
  ],
  [
    'seed.x -> L.init_x',
    'L.init_x -> inc.x',
    'L.iterout_x -> inc.x',
    'inc.x -> check.x',
    'inc.x -> L-out.x',
    'check.x -> L-out.stop',
    'L-out.final_x -> done.value',
  ],
);
describe('a failed fire', () => {
  it('is started again as its next fire, with the same inputs, and what had fired in its iteration is not', async () => {
    const { before, continued } = await failedThenContinued(walking);
    expect(end(before.events)).toMatchObject({ status: 'failed', error: { node: 'check', at: 'L[1]' } });
    const [first, ...rest] = since(continued);
    // Goes on after the exit of the loop: what follows that is the end.
    const runEnd = before.events.findIndex((event) => event.kind === 'signal.emitted' && event.signal === 'run_end');
    expect(first).toMatchObject({ kind: 'run.continued', at: '', from: runEnd - 1, seq: before.events.length });
    const again = of(rest, 'fire.started')[0];
    const broken = of(before.events, 'fire.failed')[0];
    expect(again).toMatchObject({ node: 'check', at: 'L[1]', inputs: { x: 3 } });
    expect(again?.fire).toBeGreaterThan(broken?.fire as number);
    expect(again).not.toHaveProperty('retry');
    // inc gives 2, 3, 4; its second fire is not repeated.
    expect(ends(continued.events, 'inc')).toEqual([{ x: 2 }, { x: 3 }, { x: 4 }]);
    expect(ends(continued.events, 'check')).toEqual([{ x: 0 }, { x: 0 }, { x: false }]);
    expect(end(continued.events)).toMatchObject({ status: 'ended', reason: 'budget', outputs: { done: 4 } });
  });

  it('opens its loop again where it was: neither the loop nor the iteration is entered or opened anew', async () => {
    const { continued } = await failedThenContinued(walking);
    expect(of(continued.events, 'scope.entered')).toHaveLength(1);
    expect(of(continued.events, 'iteration.opened').map(({ at }) => at)).toEqual(['L[0]', 'L[1]', 'L[2]']);
    expect(of(continued.events, 'scope.exited').map(({ reason, iterations }) => [reason, iterations])).toEqual([
      ['failed', 1],
      ['budget', 3],
    ]);
    const { seq } = since(continued)[0] as EngineEvent;
    const open = machineAt(continued, seq);
    expect(open.scopes[1]).toMatchObject({ phase: 'open', path: 'L[1]', iteration: 1, closed: 1, reason: null });
    expect(open).toMatchObject({ phase: 'running', status: null, reason: null, failure: null, stall: null });
  });

  it('that fails again ends the run as failed again, and can be continued again', async () => {
    const graph = drawGraph(
      [scripted('one', [], ['x'], { seq: [{ $throw: 'a' }, { $throw: 'b' }, { x: 7 }] }), ...outs('one.x').nodes],
      outs('one.x').wires,
    );
    const { continued } = await failedThenContinued(graph);
    expect(end(continued.events)).toMatchObject({ status: 'failed', error: { message: 'b' } });
    const twice = await continueRun(continued);
    expect(end(twice.events)).toMatchObject({ status: 'ended', outputs: { out: 7 } });
    expect(replay(twice.graph, twice.events)).toMatchObject({ identical: true, compared: twice.events.length });
  });

  it('of an inner loop opens every loop around it again, and leaves what else ran in them', async () => {
    const graph = drawGraph(
      [
        seed,
        loop('A', { x: { persist: true } }, { x: {} }, 2),
        loop('B', { y: {} }, { y: {} }, 2),
        scripted('work', ['y'], ['y'], { seq: [{ y: 1 }, { y: 2 }, { y: 3 }, { $throw: 'broke' }, { y: 4 }] }),
        scripted('side', ['x'], ['s'], { seq: [{ s: 'a' }, { s: 'b' }] }),
        scripted('join', ['y', 's'], ['x'], { seq: [{ x: { $echo: 'y' } }] }),
      ],
      [
        'seed.x -> A.init_x',
        'A.init_x -> B.init_y',
        'A.init_x -> side.x',
        'B.init_y -> work.y',
        'B.iterout_y -> work.y',
        'work.y -> B-out.y',
        'B-out.final_y -> out.value',
        'out.value -> join.y',
        'side.s -> join.s',
        'join.x -> A-out.x',
      ],
    );
    const latched = { ...graph, nodes: [...graph.nodes, { id: 'out', type: 'graphOut', config: { portName: 'out' } }] };
    const { before, continued } = await failedThenContinued(latched);
    expect(of(before.events, 'scope.exited').map(({ scope, reason }) => [scope, reason])).toEqual([
      ['B', 'budget'],
      ['B', 'failed'],
      ['A', 'failed'],
    ]);
    const rest = since(continued);
    expect(of(rest, 'scope.entered')).toEqual([]);
    expect(of(rest, 'fire.started').map(({ node, at }) => [node, at])).toEqual([
      ['work', 'A[1]/B[1]'],
      ['join', 'A[1]'],
    ]);
    // join takes what B came to: 2 in the first round, 4 in the second.
    expect(ends(continued.events, 'join')).toEqual([{ x: 2 }, { x: 4 }]);
    expect(ends(continued.events, 'side')).toEqual([{ s: 'a' }, { s: 'b' }]);
    expect(end(continued.events)).toMatchObject({ status: 'ended', reason: 'budget' });
  });

  it('in a side read-out, or in the band, is started again like any other', async () => {
    const readOut = drawGraph(
      [...walking.nodes.filter(({ id }) => id !== 'check'), peek([{ $throw: 'dim' }, { v: 'seen' }])],
      [
        ...['seed.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'],
        ...['L-out.final_x -> done.value', 'inc.x -> peek.x'],
      ],
    );
    const side = await failedThenContinued(readOut);
    expect(ends(side.continued.events, 'peek')).toEqual([{ v: 'seen' }, { v: 'seen' }, { v: 'seen' }]);
    expect(end(side.continued.events)).toMatchObject({ status: 'ended', outputs: { done: 4 } });

    const band = drawGraph(
      [seed, loop('L', { x: {} }, { x: {} }, 2), scripted('inc', ['x'], ['x'], { expr: { x: 'x + 1' } }), verdict()],
      [
        ...['seed.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'],
        'L-out.final_x -> verdict.x',
      ],
    );
    const { continued } = await failedThenContinued(band);
    expect(of(since(continued), 'fire.started').map(({ node }) => node)).toEqual(['verdict']);
    expect(ends(continued.events, 'verdict')).toEqual([{ v: 'good' }]);
    expect(end(continued.events).status).toBe('ended');
  });

  it('lets the band that waited for its loop run, while a loop that ended well stays ended', async () => {
    const { continued } = await failedThenContinued(twoRoots([{ y: 1 }, { $throw: 'broke' }, { y: 9 }]));
    const rest = since(continued);
    expect(of(rest, 'fire.started').map(({ node }) => node)).toEqual(['b', 'both']);
    expect(of(rest, 'scope.exited').map(({ scope, reason }) => [scope, reason])).toEqual([['B', 'budget']]);
    // A came to 10 + 2; B to 9.
    expect(of(rest, 'fire.started').at(-1)?.inputs).toEqual({ x: 12, y: 9 });
    expect(end(continued.events)).toMatchObject({ status: 'ended', reason: 'budget' });
  });

  it('does not wake a loop that stalled, and the run then ends as stalled with what waited there', async () => {
    // B carries nothing in its second iteration; A breaks in its second.
    const { before, continued } = await failedThenContinued(twoRoots([{ y: 1 }, {}], true));
    expect(of(before.events, 'scope.exited').map(({ scope, reason }) => [scope, reason])).toEqual([
      ['A', 'failed'],
      ['B', 'stalled'],
    ]);
    expect(of(since(continued), 'scope.exited').map(({ scope, reason }) => [scope, reason])).toEqual([['A', 'budget']]);
    expect(end(continued.events)).toMatchObject({
      status: 'stalled',
      stalled: { scope: 'B', at: 'B[1]', waiting: [{ node: 'B-out', inputs: [{ port: 'y' }] }] },
    });
  });

  it('keeps what depends on it from firing, also what requires nothing of it', async () => {
    const graph = drawGraph(
      [
        seed,
        scripted('broken', ['x'], ['y'], { seq: [{ $throw: 'broke' }, { y: 5 }] }),
        scripted('takes', ['x', 'y'], ['z'], { required: ['x'], seq: [{ z: { $echo: 'y' } }] }),
        { id: 'out', type: 'graphOut', config: { portName: 'out' } },
      ],
      ['seed.x -> broken.x', 'seed.x -> takes.x', 'broken.y -> takes.y', 'takes.z -> out.value'],
    );
    const { before, continued } = await failedThenContinued(graph);
    expect(of(before.events, 'fire.started').map(({ node }) => node)).toEqual(['seed', 'broken']);
    expect(end(continued.events)).toMatchObject({ status: 'ended', outputs: { out: 5 } });
  });
});

describe('state containers', () => {
  const counted = (lifetime: string) =>
    drawGraph(
      [
        seed,
        loop('L', { x: { persist: true } }, { n: {} }, 3),
        {
          id: 'add',
          type: 'expression',
          config: { inputs: ['x'], outputs: { n: '$read("c", "n")' }, writes: { 'c.n': '1' } },
        },
        scripted('check', ['n'], ['stop'], { seq: [{ stop: false }, { $throw: 'broke' }, { stop: false }] }),
      ],
      ['seed.x -> L.init_x', 'L.init_x -> add.x', 'add.n -> L-out.n', 'add.n -> check.n', 'check.stop -> L-out.stop'],
      {
        containers: [{ id: 'c', states: { n: { type: 'counter', lifetime, config: { initial_value: 100 } } } }],
        access_grants: [{ node_id: 'add', container_id: 'c' }],
      },
    );

  it('that lived for the run are given back what they held before its end', async () => {
    const { before, continued } = await failedThenContinued(counted('run'));
    const cleared = of(before.events, 'slot.cleared').filter(({ why }) => why === 'run_end');
    expect(cleared.map(({ slot }) => slot)).toEqual(['c.n']);
    const goesOn = since(continued)[0] as EngineEvent;
    // Two fires of add before the end: 102; the end put 100 there.
    expect(machineAt(continued, goesOn.seq).scopes[0]?.slots['c.n']?.value).toBe(100);
    const back = continued.events[goesOn.seq + 1] as EventOf<'slot.written'>;
    expect(back).toMatchObject({
      kind: 'slot.written',
      at: '',
      slot: 'c.n',
      scope: '',
      writer: 'container',
      value: 102,
    });
    expect(continued.events[back.from as number]).toMatchObject({ kind: 'slot.written', slot: 'c.n', value: 102 });
    expect(machineAt(continued, back.seq).scopes[0]?.slots['c.n']?.value).toBe(102);
    expect(end(continued.events).status).toBe('ended');
    const written = of(since(continued), 'slot.written').filter(({ slot }) => slot === 'c.n');
    // What it held before, the third round's write, and the reset at the end.
    expect(written.map(({ value }) => value)).toEqual([102, 103, 100]);
  });

  it('that live for ever go on as they are', async () => {
    const { continued } = await failedThenContinued(counted('forever'));
    const written = of(continued.events, 'slot.written').filter(({ slot }) => slot === 'c.n');
    expect(written.map(({ value }) => value)).toEqual([100, 101, 102, 103]);
  });
});

describe('a paused run', () => {
  it('goes on without anything taken back, a failure that it holds included', async () => {
    // The two are independent: the second fires after the first has failed.
    const graph = drawGraph(
      [
        scripted('a', [], ['x'], { seq: [{ $throw: 'broke' }, { x: 1 }] }),
        scripted('b', [], ['x'], { seq: [{ x: 2 }] }),
      ],
      [],
    );
    const paused = await runGraphFile(graph, { steps: 1 });
    expect(end(paused.events)).toMatchObject({ status: 'paused', reason: null });
    const continued = await continueRun(paused);
    expect(of(since(continued), 'fire.started').map(({ node }) => node)).toEqual(['b']);
    expect(end(continued.events)).toMatchObject({ status: 'failed', error: { node: 'a' } });
  });

  it('pauses again after as many fires, and goes on counting iterations and budget', async () => {
    const graph = drawGraph(
      [seed, loop('L', { x: {} }, { x: {} }, 9), scripted('inc', ['x'], ['x'], { expr: { x: 'x + 1' } })],
      ['seed.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'],
    );
    const first = await runGraphFile(graph, { budget: 4, steps: 2 });
    const second = await continueRun(first, { steps: 2 });
    expect(end(second.events)).toMatchObject({ status: 'paused' });
    expect(of(second.events, 'fire.finished')).toHaveLength(4);
    const third = await continueRun(second);
    // The run's own budget of 4 caps the loop's 9.
    expect(end(third.events)).toMatchObject({ status: 'ended', reason: 'budget' });
    expect(of(third.events, 'iteration.closed').map(({ iteration }) => iteration)).toEqual([0, 1, 2, 3]);
    expect(of(third.events, 'run.continued').map(({ from }) => from)).toEqual(
      // Each goes on after the event before the `run_end` of the pause.
      of(third.events, 'run.finished')
        .slice(0, 2)
        .map(({ seq }) => seq - 2),
    );
  });
});

describe('a run whose tape stops without an end', () => {
  it('starts the fires again that were running, as their next, those first that were started first', async () => {
    const graph = drawGraph(
      ['a', 'b', 'c'].map((id) => scripted(id, [], ['x'], { seq: [{ x: 'first' }, { x: 'second' }] })),
      [],
    );
    const whole = await runPivotFile(graph);
    const starts = of(whole.events, 'fire.started');
    // c has not been started, a and b have, and only a's answer came.
    const cut: EngineEvent[] = [];
    const take = (event: EngineEvent): void => void cut.push({ ...event, seq: cut.length } as EngineEvent);
    for (const event of whole.events.slice(0, starts[0]?.seq)) take(event);
    for (const event of starts.slice(0, 2)) take(event);
    const continued = await continueRun({ graph: whole.graph, events: cut });
    expect(since(continued)[0]).toMatchObject({ kind: 'run.continued', from: cut.length - 1 });
    expect(of(since(continued), 'fire.started').map(({ node, fire }) => [node, fire])).toEqual([
      ['a', 2],
      ['b', 3],
      ['c', 4],
    ]);
    // A scripted node gives its next entry: the first was for the fire that was lost.
    expect(['a', 'b', 'c'].map((node) => ends(continued.events, node))).toEqual([
      [{ x: 'second' }],
      [{ x: 'second' }],
      [{ x: 'first' }],
    ]);
    expect(replay(continued.graph, continued.events)).toMatchObject({ identical: true });
  });

  it('gets its end alone where only that was lost', async () => {
    const whole = await runPivotFile(walking);
    const ended = await continueRun(whole);
    const cut = ended.events.slice(0, -1);
    const continued = await continueRun({ graph: whole.graph, events: cut });
    expect(continued.events).toEqual(ended.events);
  });
});

describe('a run is over for good', () => {
  it('where it ended, stalled or was cancelled, or failed under agentcanvas; where it rests it is not', () => {
    for (const status of ['ended', 'stalled', 'cancelled', 'running'] as const)
      expect(whyNotContinuable({ status })).toMatch(/\w/);
    expect(whyNotContinuable({ status: 'failed', compat: 'agentcanvas' })).toContain('agentcanvas');
    for (const status of ['paused', 'waiting', 'interrupted', 'failed'] as const)
      expect(whyNotContinuable({ status })).toBeUndefined();
    expect(whyNotContinuable({ status: 'paused', compat: 'agentcanvas' })).toBeUndefined();
  });
});

function outs(from: string): { nodes: Record<string, unknown>[]; wires: string[] } {
  return { nodes: [{ id: 'out', type: 'graphOut', config: { portName: 'out' } }], wires: [`${from} -> out.value`] };
}

function peek(seq: readonly unknown[]): Record<string, unknown> {
  return scripted('peek', ['x'], ['v'], { seq });
}

function verdict(): Record<string, unknown> {
  return scripted('verdict', ['x'], ['v'], { seq: [{ $throw: 'no verdict' }, { v: 'good' }] });
}

/** Root loops A, which adds one to 10 twice, and B, whose node gives the entries; `both` joins their final sides. */
function twoRoots(entries: readonly unknown[], breaksA = false): Drawn {
  const a = breaksA
    ? scripted('a', ['x'], ['x'], { seq: [{ x: 11 }, { $throw: 'broke' }, { x: 12 }] })
    : scripted('a', ['x'], ['x'], { expr: { x: 'x + 1' } });
  return drawGraph(
    [
      scripted('start', [], ['x', 'y'], { seq: [{ x: 10, y: 0 }] }),
      loop('A', { x: {} }, { x: {} }, 2),
      a,
      loop('B', { y: {} }, { y: {} }, 2),
      scripted('b', ['y'], ['y'], { seq: entries }),
      scripted('both', ['x', 'y'], ['z'], { seq: [{ z: 1 }] }),
    ],
    [
      'start.x -> A.init_x',
      'start.y -> B.init_y',
      'A.init_x -> a.x',
      'A.iterout_x -> a.x',
      'a.x -> A-out.x',
      'B.init_y -> b.y',
      'B.iterout_y -> b.y',
      'b.y -> B-out.y',
      'A-out.final_x -> both.x',
      'B-out.final_y -> both.y',
    ],
  );
}
