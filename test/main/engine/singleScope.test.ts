// The fast path of graphs with at most one scope (main/engine/pivot/single) against the general machinery: both take the same
// inputs side by side, and after each of them their events, effects and machines must be the same.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Effect, Input } from '../../../main/engine/input.ts';
import { freezeMachine, newMachine } from '../../../main/engine/machine.ts';
import { apply } from '../../../main/engine/pivot/apply.ts';
import { decide, ours } from '../../../main/engine/pivot/decide.ts';
import type { PivotMachine } from '../../../main/engine/pivot/machine.ts';
import { planOf } from '../../../main/engine/pivot/plan.ts';
import { loopOf } from '../../../main/engine/pivot/single/loop.ts';
import { goesOn } from '../../../main/engine/pivot/single/round.ts';
import { single } from '../../../main/engine/pivot/single/rules.ts';
import { draftGraph } from '../../../main/graph/check.ts';
import { parseGraph } from '../../../main/graph/parse.ts';
import { operatorSet } from '../../../main/operators/operatorSet.ts';
import type { OperatorSet } from '../../../main/runner/ports.ts';
import type { CheckedPivotGraph } from '../../../shared/model/checkedGraph.ts';
import type { EngineEvent } from '../../../shared/model/event.ts';
import { fromPublicRecord } from '../../../shared/model/publicValue.ts';
import { snapshot, type Values } from '../../../shared/model/value.ts';
import { CONTAINER_RULES } from '../../conformance/containerRules.ts';
import { givenCases } from '../../conformance/givenCase.ts';
import { oracleVectors } from '../../conformance/oracleVector.ts';
import { RULES } from '../../conformance/pivotRules.ts';
import { drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { randomGraph } from '../../support/randomGraph.ts';
import { checked } from '../../support/runGraphFile.ts';

interface Options {
  readonly budget?: number | undefined;
  readonly inputs?: Readonly<Record<string, unknown>> | undefined;
  readonly standIns?: Readonly<Record<string, unknown>> | undefined;
}

type Perform = Extract<Effect, { kind: 'perform' }>;

/** One run, twice: by the fast path and by the general machinery. */
class Lockstep {
  readonly graph: CheckedPivotGraph;
  readonly events: EngineEvent[] = [];
  /** Fires that wait for their answer, oldest first. */
  readonly open: Perform[] = [];
  readonly #fast: PivotMachine;
  readonly #general: PivotMachine;

  constructor(graph: CheckedPivotGraph) {
    this.graph = graph;
    this.#fast = newMachine(graph);
    this.#general = newMachine(graph);
  }

  get machine(): PivotMachine {
    return this.#fast;
  }

  /** The names of the nodes that may start. */
  get ready(): readonly string[] {
    return this.#fast.ready.map((index) => this.graph.nodes[index]?.id as string);
  }

  feed(input: Input): void {
    const plan = planOf(this.graph);
    const fast = decide(plan, this.#fast, input, single);
    const general = decide(plan, this.#general, input, ours);
    expect(fast).toEqual(general);
    expect(freezeMachine(this.#fast)).toEqual(freezeMachine(this.#general));
    this.events.push(...fast.events);
    for (const effect of fast.effects) {
      if (effect.kind === 'perform') this.open.push(effect);
      else this.#close(effect.fire);
    }
  }

  begin({ inputs = {}, budget }: Options): void {
    const versions = { looptape: 'test' };
    const capped = budget === undefined ? {} : { budget };
    this.feed({ kind: 'begin', id: 'run', inputs: fromPublicRecord(inputs), versions, ...capped });
  }

  /** The real operator's answer to an open fire. */
  async answer(call: Perform, operators: OperatorSet): Promise<void> {
    const { fire, operator } = call;
    this.#close(fire);
    const answer = await operators.get(operator)?.run({ ...call, abort: new AbortController().signal });
    if (!answer) throw new Error(`no operator ${operator}`);
    if (answer.ok) {
      const { changes, exit } = answer;
      this.feed({
        kind: 'finish',
        fire,
        outputs: snapshot(answer.outputs) as Values,
        durationMs: 1,
        ...(changes ? { changes } : {}),
        ...(exit === undefined ? {} : { exit }),
      });
    } else this.fail(call, answer.error.code, answer.error.message);
  }

  fail({ fire }: Perform, code: string, message: string): void {
    this.#close(fire);
    this.feed({ kind: 'fail', fire, error: { code, message } });
  }

  #close(fire: number): void {
    const at = this.open.findIndex((call) => call.fire === fire);
    if (at >= 0) this.open.splice(at, 1);
  }
}

/** To the run's end, everything that is ready side by side and answered in the order in which it started. */
async function runInLockstep(graph: CheckedPivotGraph, options: Options): Promise<Lockstep> {
  const operators = operatorSet({ graphFolder: import.meta.dirname });
  const run = new Lockstep(graph);
  run.begin(options);
  while (run.machine.phase === 'running') {
    while (run.ready.length > 0) run.feed({ kind: 'start' });
    const call = run.open[0];
    if (!call) throw new Error('nothing can move the run on');
    await run.answer(call, operators);
  }
  await operators.close();
  return run;
}

/** The checked graph where it is valid, has at most one scope and asks for no compat. */
function singleScope(graph: unknown, standIns?: Options['standIns']): CheckedPivotGraph | undefined {
  const parsed = parseGraph(JSON.stringify(graph), 'case.json');
  if (!parsed.ok || draftGraph(parsed.value, standIns ? { standIns: standIns as never } : {}).problems.length > 0)
    return undefined;
  const ready = checked(graph, standIns);
  return ready.dialect === 'pivot' && ready.compat === undefined && planOf(ready).scopes.length <= 2
    ? ready
    : undefined;
}

const CASES: readonly (readonly [string, unknown, Options])[] = [
  ...givenCases()
    .filter(({ dialect }) => dialect === 'pivot')
    .map(
      ({ id, title, graph, options, script }) => [`${id}: ${title}`, graph, { ...options, standIns: script }] as const,
    ),
  ...RULES.map(({ rule, graph, budget, inputs }) => [rule, graph, { budget, inputs }] as const),
  ...CONTAINER_RULES.map(({ rule, graph, budget, inputs }) => [rule, graph, { budget, inputs }] as const),
  ...oracleVectors().map(
    ({ id, graph, run }) => [`oracle ${id}`, graph, { budget: run.step_budget_override }] as const,
  ),
];

describe('the fast path gives the same events, effects and machine as the general machinery', () => {
  const ready = CASES.flatMap(([title, graph, options]) => {
    const found = singleScope(graph, options.standIns);
    return found ? [[title, found, options] as const] : [];
  });

  it('has cases of every kind', () => {
    // Valid cases with at most one scope: of the given ones, the rules, and the recorded runs.
    expect(ready.length).toBeGreaterThan(150);
  });

  it.each(ready)('%s', async (_, graph, options) => {
    const run = await runInLockstep(graph, options);
    expect(roundsTaken(run)).toEqual(continuations(run.events));
  });
});

/** Where a loop went on, by the log: the seqs of the `step_end` before a verdict to continue. */
function continuations(events: readonly EngineEvent[]): number[] {
  let stepEnd = -1;
  return events.flatMap((event) => {
    if (event.kind === 'signal.emitted' && event.signal === 'step_end') stepEnd = event.seq;
    return event.kind === 'decision.made' && event.chosen === 'continue' ? [stepEnd] : [];
  });
}

/** Where the fast path would have taken a loop on, at a `step_end`. */
function roundsTaken({ graph, events }: Lockstep): number[] {
  const plan = planOf(graph);
  const loop = loopOf(plan);
  const machine = newMachine(graph);
  return events.flatMap((event) => {
    const taken = event.kind === 'signal.emitted' && event.signal === 'step_end' && loop && goesOn(plan, machine, loop);
    apply(plan, machine, event);
    return taken ? [event.seq] : [];
  });
}

/** What happens next to a run, as a number that picks among what is possible. */
type Move = { readonly kind: 'start' | 'answer' | 'fail' | 'halt' | 'cancel' | 'pause'; readonly pick: number };

const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('start' as const, 'answer' as const) },
    { weight: 2, arbitrary: fc.constantFrom('fail' as const, 'pause' as const) },
    { weight: 1, arbitrary: fc.constantFrom('halt' as const, 'cancel' as const) },
  ),
  pick: fc.nat(),
});

async function make(run: Lockstep, { kind, pick }: Move, operators: OperatorSet): Promise<void> {
  const node = run.ready[pick % run.ready.length];
  const call = run.open[pick % run.open.length];
  switch (kind) {
    case 'start':
      if (node !== undefined) run.feed({ kind, node });
      return;
    case 'answer':
      if (call) await run.answer(call, operators);
      return;
    case 'fail':
      if (call) run.fail(call, 'broken', 'it broke');
      return;
    case 'halt':
      if (call) run.fail(call, 'halt', 'enough');
      return;
    case 'cancel':
      run.feed({ kind });
      return;
    case 'pause':
      if (call === undefined) run.feed({ kind });
      return;
  }
}

/** Makes the moves, then whatever is left to do; goes on `continues` times where the run is over but may go on. */
async function play(run: Lockstep, moves: readonly Move[], continues: number): Promise<void> {
  const operators = operatorSet({ graphFolder: import.meta.dirname });
  const left = moves.slice();
  let goingOn = continues;
  run.begin({});
  for (;;) {
    if (run.machine.phase === 'finished') {
      const { status } = run.machine;
      if (goingOn-- === 0 || (status !== 'paused' && status !== 'failed')) break;
      run.feed({ kind: 'continue', versions: { looptape: 'test' } });
      continue;
    }
    if (run.ready.length + run.open.length === 0) throw new Error('nothing can move the run on');
    await make(run, left.shift() ?? { kind: run.ready.length > 0 ? 'start' : 'answer', pick: 0 }, operators);
  }
  await operators.close();
}

/** What the random graphs lack: several wires into iterOut, a graph beside the loop, a side read-out, states that signals reset. */
const BUSY = drawGraph(
  [
    scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
    scripted('beside', ['x'], ['x'], { seq: [{ x: { $echo: 'x' } }] }),
    loop('L', { x: {}, k: { persist: true } }, { x: {}, y: { persist: false } }, 4),
    scripted('inc', ['x', 'k'], ['x', 'stop'], { required: ['x'], seq: [{ x: 1, stop: 0 }, { x: 2 }, {}, { x: 4 }] }),
    scripted('other', ['x', 'y'], ['x', 'stop'], { required: ['x'], seq: [{ x: 10, stop: false }, { x: 20 }] }),
    { id: 'w', type: 'containerWrite', config: { container: 'c', state: 's' } },
    { id: 'r', type: 'containerRead', config: { container: 'c', state: 's' } },
    { id: 'side', type: 'graphOut', config: { portName: 'side' } },
    { id: 'apart', type: 'graphOut', config: { portName: 'apart' } },
    scripted('band', ['x'], ['x'], { seq: [{ x: { $echo: 'x' } }] }),
  ],
  [
    'seed.x -> beside.x',
    'beside.x -> apart.value',
    'seed.x -> L.init_x',
    'seed.x -> L.init_k',
    ...['L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'L.init_k -> inc.k'],
    ...['L.init_x -> other.x', 'L.iterout_x -> other.x', 'L.iterout_y -> other.y'],
    ...[
      'inc.x -> L-out.x',
      'other.x -> L-out.x',
      'inc.x -> L-out.y',
      'other.stop -> L-out.stop',
      'inc.stop -> L-out.stop',
    ],
    ...['inc.x -> w.value', 'other.x -> r.trigger', 'inc.x -> side.value'],
    'L-out.final_x -> band.x',
  ],
  {
    containers: [{ id: 'c', states: { s: { type: 'counter', lifetime: 'step', config: { initial_value: 0 } } } }],
    access_grants: ['w', 'r'].map((node_id) => ({ node_id, container_id: 'c' })),
  },
);

describe('the fast path, over random graphs of one scope', () => {
  it('is the same whatever starts, finishes, fails, is paused, is cancelled and goes on, in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, fc.array(move, { maxLength: 60 }), fc.nat(3), async (graph, moves, continues) => {
        await play(new Lockstep(checked(graph) as CheckedPivotGraph), moves, continues);
      }),
      { numRuns: 300 },
    );
  });

  it('is the same where an entry, a side read-out and a container are at work beside the loop', async () => {
    const graph = checked(BUSY) as CheckedPivotGraph;
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 80 }), fc.nat(3), async (moves, continues) => {
        await play(new Lockstep(graph), moves, continues);
      }),
      { numRuns: 200 },
    );
    const run = await runInLockstep(graph, {});
    expect(roundsTaken(run)).toEqual(continuations(run.events));
    const contested = run.events.filter((event) => event.kind === 'decision.made' && event.subject === 'L-out.x');
    expect(contested.length).toBeGreaterThan(1);
  });

  it('is the same where nothing comes in between, and takes over every round in which the loop goes on', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, async (graph) => {
        const run = await runInLockstep(checked(graph) as CheckedPivotGraph, {});
        expect(roundsTaken(run)).toEqual(continuations(run.events));
      }),
      { numRuns: 100 },
    );
  });
});
