// Semantics §1, rule by rule: the title is the rule, the expected values are worked out by hand from it. A rule that needs
// more than one run has several entries.
import { type Drawn, drawGraph, loop, scripted } from '../support/drawGraph.ts';
import type { Expected } from './givenCase.ts';

export interface Rule {
  readonly rule: string;
  readonly graph: Drawn;
  readonly budget?: number;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly expected: Expected;
  /** The run's outputs, exact. */
  readonly outputs?: Readonly<Record<string, unknown>>;
}

const seed = scripted('seed', [], ['x'], { seq: [{ x: 1 }] });
/** Counts up from its input: 1, 2, 3 … */
const inc = scripted('inc', ['x'], ['x'], { expr: { x: 'x+1' } });
const dual = ['seed.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'];
const plain = [seed, loop('L', { x: {} }, { x: {} }, 3), inc];

/** Three iterations on the budget: inc reads 1, 2, 3 and gives 2, 3, 4. */
const threeRounds = {
  fires: {
    inc: [
      { inputs: { x: 1 }, outputs: { x: 2 } },
      { inputs: { x: 2 }, outputs: { x: 3 } },
      { inputs: { x: 3 }, outputs: { x: 4 } },
    ],
  },
} as const;

export const RULES: readonly Rule[] = [
  {
    rule: 'Seed, carry, stop, finalise: entry nodes fill init_x, each boundary moves the carry, the final side holds the terminal values and final_stop = true, once',
    graph: drawGraph(plain, dual),
    expected: {
      ...threeRounds,
      status: 'ended',
      reason: 'budget',
      iterations: { L: 3 },
      carries: { L: [{ x: 2 }, { x: 3 }, { x: 4 }] },
      finals: { L: { final_x: 4, final_stop: true } },
      finalCount: { L: 1 },
    },
  },
  {
    rule: 'An init port that persists is a run-invariant: read every iteration',
    graph: drawGraph(
      [seed, loop('L', { x: { persist: true } }, { y: {} }, 3), scripted('use', ['x'], ['y'], { expr: { y: 'x*2' } })],
      ['seed.x -> L.init_x', 'L.init_x -> use.x', 'use.y -> L-out.y'],
    ),
    expected: { iterations: { L: 3 }, fires: { use: [1, 2, 3].map(() => ({ inputs: { x: 1 }, outputs: { y: 2 } })) } },
  },
  {
    rule: 'An init port is one-shot unless it says otherwise: there for iteration 0, empty after',
    graph: drawGraph(
      [
        seed,
        loop('L', { x: {} }, { y: {} }, 3),
        scripted('use', ['x', 'step'], ['y'], { required: ['step'], seq: [{ y: { $echo: 'x' } }] }),
      ],
      ['seed.x -> L.init_x', 'L.init_x -> use.x', 'L.step -> use.step', 'use.y -> L-out.y'],
    ),
    expected: {
      iterations: { L: 3 },
      fires: {
        use: [{ inputs: { x: 1, step: 0 } }, { inputs: { step: 1 } }, { inputs: { step: 2 } }],
      },
      cleared: [{ slot: 'init_x', scope: 'L', why: 'one-shot', at: 'L[0]' }],
    },
  },
  {
    rule: 'A carry that persists holds until it is overwritten',
    graph: drawGraph(
      [
        seed,
        loop('L', { x: { persist: true } }, { y: {}, z: {} }, 3),
        scripted('use', ['x', 'y'], ['y', 'z'], { required: ['x'], seq: [{ y: 7, z: 0 }, { z: 1 }, { z: 2 }] }),
      ],
      ['seed.x -> L.init_x', 'L.init_x -> use.x', 'L.iterout_y -> use.y', 'use.y -> L-out.y', 'use.z -> L-out.z'],
    ),
    expected: {
      fires: { use: [{ inputs: { x: 1 } }, { inputs: { x: 1, y: 7 } }, { inputs: { x: 1, y: 7 } }] },
      carries: { L: [{ y: 7, z: 0 }, { z: 1 }, { z: 2 }] },
      finals: { L: { final_z: 2, final_stop: true } },
    },
  },
  {
    rule: 'A carry that does not persist must be supplied again every iteration, or the slot is empty',
    graph: drawGraph(
      [
        seed,
        loop('L', { x: { persist: true } }, { y: { persist: false }, z: {} }, 3),
        scripted('use', ['x', 'y'], ['y', 'z'], { required: ['x'], seq: [{ y: 7, z: 0 }, { z: 1 }, { z: 2 }] }),
      ],
      ['seed.x -> L.init_x', 'L.init_x -> use.x', 'L.iterout_y -> use.y', 'use.y -> L-out.y', 'use.z -> L-out.z'],
    ),
    expected: { fires: { use: [{ inputs: { x: 1 } }, { inputs: { x: 1, y: 7 } }, { inputs: { x: 1 } }] } },
  },
  {
    rule: 'An edge into an undeclared handle of iterIn is a surrogate init-writer, one-shot, its name verbatim',
    graph: drawGraph(
      [seed, loop('L', {}, { y: {} }, 2), scripted('use', ['x', 's'], ['y'], { required: ['s'], seq: [{ y: 0 }] })],
      ['seed.x -> L.extra', 'L.extra -> use.x', 'L.step -> use.s', 'use.y -> L-out.y'],
    ),
    expected: {
      fires: { use: [{ inputs: { x: 1, s: 0 } }, { inputs: { s: 1 } }] },
      cleared: [{ slot: 'extra', scope: 'L', why: 'one-shot', at: 'L[0]' }],
    },
  },
  {
    rule: 'An entry node may be wired straight into iterout_x to seed it',
    graph: drawGraph(
      [seed, loop('L', {}, { x: {} }, 3), inc],
      ['seed.x -> L.iterout_x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'],
    ),
    expected: { ...threeRounds, iterations: { L: 3 } },
  },
  {
    rule: 'null is a value: it is delivered, carried and latched; only a missing key is no value',
    graph: drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: null }] }),
        loop('L', { x: {} }, { x: {} }, 2),
        scripted('pass', ['x'], ['x'], { seq: [{ x: { $echo: 'x' } }] }),
        { id: 'end', type: 'graphOut', config: { portName: 'end' } },
      ],
      [
        'seed.x -> L.init_x',
        'L.init_x -> pass.x',
        'L.iterout_x -> pass.x',
        'pass.x -> L-out.x',
        'L-out.final_x -> end.value',
      ],
    ),
    expected: {
      fires: { pass: [{ inputs: { x: null } }, { inputs: { x: null } }] },
      carries: { L: [{ x: null }, { x: null }] },
      finals: { L: { final_x: null, final_stop: true } },
    },
    outputs: { end: null },
  },
  {
    rule: 'A node without required input fires when at least one input is there and nothing upstream can still fire',
    graph: drawGraph(
      [
        seed,
        loop('L', { x: { persist: true } }, { y: {} }, 1),
        scripted('late', ['x'], ['v'], { seq: [{ v: 5 }] }),
        scripted('later', ['v'], ['v'], { expr: { v: 'v+1' } }),
        scripted('join', ['a', 'b'], ['y'], { required: [], seq: [{ y: { $echo: 'b' } }] }),
      ],
      [
        'seed.x -> L.init_x',
        'L.init_x -> join.a',
        'L.init_x -> late.x',
        'late.v -> later.v',
        'later.v -> join.b',
        'join.y -> L-out.y',
      ],
    ),
    expected: { fires: { join: [{ inputs: { a: 1, b: 6 }, outputs: { y: 6 } }] } },
  },
  {
    rule: 'What an input received and did not read is gone at the boundary',
    graph: drawGraph(
      [
        seed,
        loop('L', { x: { persist: true } }, { y: {} }, 2),
        scripted('once', ['x'], ['a'], { seq: [{ a: 1 }, {}] }),
        scripted('other', ['x'], ['b'], { seq: [{}, { b: 2 }] }),
        scripted('both', ['a', 'b'], ['never'], { seq: [{ never: 1 }] }),
        scripted('carry', ['x'], ['y'], { seq: [{ y: 0 }] }),
      ],
      [
        'seed.x -> L.init_x',
        'L.init_x -> once.x',
        'L.init_x -> other.x',
        'L.init_x -> carry.x',
        'once.a -> both.a',
        'other.b -> both.b',
        'carry.y -> L-out.y',
      ],
    ),
    expected: { status: 'ended', iterations: { L: 2 }, fires: { both: [] } },
  },
  {
    rule: 'A root scope that is never entered stalls the run, and the report says what its iterIn waits for',
    graph: drawGraph([scripted('seed', [], ['x'], { seq: [{}] }), ...plain.slice(1)], dual),
    expected: {
      status: 'stalled',
      reason: 'stalled',
      iterations: { L: 0 },
      finalCount: { L: 0 },
      stalled: [{ node: 'L', waitsFor: ['init_x'] }],
    },
  },
  {
    rule: 'step is the 0-based iteration index of its own scope',
    graph: drawGraph(
      [seed, loop('L', { x: {} }, { y: {} }, 3), scripted('use', ['s'], ['y'], { seq: [{ y: { $echo: 's' } }] })],
      ['seed.x -> L.init_x', 'L.step -> use.s', 'use.y -> L-out.y'],
    ),
    expected: { carries: { L: [{ y: 0 }, { y: 1 }, { y: 2 }] } },
  },
  {
    rule: "initPorts.required is documentation; it isn't waited for",
    graph: drawGraph([seed, loop('L', { x: {}, other: { required: true } }, { x: {} }, 1), inc], dual),
    expected: { status: 'ended', iterations: { L: 1 } },
  },
  {
    rule: 'An edge from the graph scope straight into a root loop body delivers once, in the first iteration',
    graph: drawGraph(
      [
        seed,
        loop('L', { x: { persist: true } }, { y: {} }, 2),
        scripted('use', ['x', 'o'], ['y'], { required: ['x'], seq: [{ y: 0 }] }),
      ],
      ['seed.x -> L.init_x', 'L.init_x -> use.x', 'seed.x -> use.o', 'use.y -> L-out.y'],
    ),
    expected: { fires: { use: [{ inputs: { x: 1, o: 1 } }, { inputs: { x: 1 } }] } },
  },
  {
    rule: 'A scope is entered when whatever outside feeds its body directly is at rest',
    graph: drawGraph(
      [
        seed,
        scripted('slow', ['x'], ['y'], { expr: { y: 'x+40' } }),
        scripted('slower', ['y'], ['y'], { expr: { y: 'y+1' } }),
        loop('L', { x: { persist: true } }, { y: {} }, 1),
        scripted('use', ['x', 'o'], ['y'], { seq: [{ y: { $echo: 'o' } }] }),
      ],
      [
        'seed.x -> L.init_x',
        'seed.x -> slow.x',
        'slow.y -> slower.y',
        'L.init_x -> use.x',
        'slower.y -> use.o',
        'use.y -> L-out.y',
      ],
    ),
    expected: { fires: { use: [{ inputs: { x: 1, o: 42 } }] }, order: [['slower', 'use']] },
  },
  {
    rule: 'Among equal writers the later-declared edge wins, and an input decision is recorded with its empty candidates included',
    graph: drawGraph(
      [
        seed,
        loop('L', { x: { persist: true } }, { y: {} }, 1),
        scripted('p', ['x'], ['v'], { seq: [{ v: 'p' }] }),
        scripted('q', ['x'], ['v'], { seq: [{ v: 'q' }] }),
        scripted('none', ['x'], ['v'], { seq: [{}] }),
        scripted('use', ['v'], ['y'], { seq: [{ y: { $echo: 'v' } }] }),
      ],
      [
        'seed.x -> L.init_x',
        'L.init_x -> p.x',
        'L.init_x -> q.x',
        'L.init_x -> none.x',
        'q.v -> use.v',
        'p.v -> use.v',
        'none.v -> use.v',
        'use.y -> L-out.y',
      ],
    ),
    expected: {
      fires: { use: [{ inputs: { v: 'p' } }] },
      decisions: [
        {
          question: 'input',
          subject: 'use.v',
          at: 'L[0]',
          chosen: 'p.v',
          candidates: [
            { id: 'q.v', matched: false, value: 'q' },
            { id: 'p.v', matched: true, value: 'p' },
            { id: 'none.v', matched: false },
          ],
        },
      ],
    },
  },
  {
    rule: 'Stop and budget together: the reason is stop',
    graph: drawGraph(
      [seed, loop('L', { x: {} }, { x: {} }, 2), inc, scripted('chk', ['x'], ['s'], { expr: { s: 'x>=3' } })],
      [...dual, 'inc.x -> chk.x', 'chk.s -> L-out.stop'],
    ),
    expected: {
      status: 'ended',
      reason: 'stop',
      iterations: { L: 2 },
      decisions: [
        {
          question: 'boundary',
          subject: 'L-out',
          at: 'L[0]',
          chosen: 'continue',
          operands: { stop: false, iteration: 0, budget: 2 },
        },
        {
          question: 'boundary',
          subject: 'L-out',
          at: 'L[1]',
          chosen: 'stop',
          operands: { stop: true, iteration: 1, budget: 2 },
        },
      ],
    },
  },
  {
    rule: 'A stop that comes late within the iteration counts',
    graph: drawGraph(
      [
        seed,
        loop('L', { x: {} }, { x: {} }, 9),
        inc,
        scripted('one', ['x'], ['x'], { expr: { x: 'x' } }),
        scripted('two', ['x'], ['s'], { expr: { s: 'x>=3' } }),
      ],
      [...dual, 'inc.x -> one.x', 'one.x -> two.x', 'two.s -> L-out.stop'],
    ),
    expected: { reason: 'stop', iterations: { L: 2 } },
  },
  {
    rule: 'If every carry port is missing when the scope is at rest, the scope stalls and is never called completed',
    graph: drawGraph(
      [seed, loop('L', { x: { persist: true } }, { y: {} }, 5), scripted('use', ['x'], ['y'], { seq: [{ y: 1 }, {}] })],
      ['seed.x -> L.init_x', 'L.init_x -> use.x', 'use.y -> L-out.y'],
    ),
    expected: {
      status: 'stalled',
      reason: 'stalled',
      iterations: { L: 1 },
      finalCount: { L: 0 },
      stalled: [{ node: 'L-out', waitsFor: ['y'] }],
    },
  },
  {
    rule: 'If a required carry port is missing when the scope is at rest, the scope stalls, whatever else was carried',
    graph: drawGraph(
      [
        seed,
        loop('L', { x: { persist: true } }, { y: { required: true }, z: {} }, 5),
        scripted('use', ['x'], ['y', 'z'], { seq: [{ y: 1, z: 1 }, { z: 2 }] }),
      ],
      ['seed.x -> L.init_x', 'L.init_x -> use.x', 'use.y -> L-out.y', 'use.z -> L-out.z'],
    ),
    expected: { status: 'stalled', iterations: { L: 1 }, stalled: [{ node: 'L-out', waitsFor: ['y'] }] },
  },
  {
    rule: 'A fire that fails emits nothing, what does not depend on it still fires, and the iteration is not closed',
    graph: drawGraph(
      [
        seed,
        loop('L', { x: { persist: true } }, { y: {} }, 5),
        scripted('bad', ['x'], ['v'], { seq: [{ v: 1 }, { $throw: 'it broke' }] }),
        scripted('after', ['v'], ['w'], { expr: { w: 'v' } }),
        scripted('good', ['x'], ['y'], { expr: { y: 'x' } }),
        scripted('verdict', ['y'], ['r'], { expr: { r: 'y' } }),
      ],
      [
        'seed.x -> L.init_x',
        'L.init_x -> bad.x',
        'L.init_x -> good.x',
        'bad.v -> after.v',
        'good.y -> L-out.y',
        'L-out.final_y -> verdict.y',
      ],
    ),
    expected: {
      status: 'failed',
      reason: 'failed',
      iterations: { L: 1 },
      finalCount: { L: 0 },
      fires: {
        bad: [{ outputs: { v: 1 } }, { error: 'it broke' }],
        after: [{}],
        good: [{ outputs: { y: 1 } }, { outputs: { y: 1 } }],
        verdict: [],
      },
      error: { node: 'bad', at: 'L[1]', message: 'it broke' },
    },
  },
  {
    rule: 'A failure in a side read-out fails the run like one in the body',
    graph: drawGraph(
      [...plain, scripted('peek', ['x'], ['y'], { seq: [{}, { $throw: 'no' }] })],
      [...dual, 'inc.x -> peek.x'],
    ),
    expected: { status: 'failed', iterations: { L: 1 }, error: { node: 'peek', at: 'L[1]' }, finalCount: { L: 0 } },
  },
  {
    rule: 'A failure in the band fails the run',
    graph: drawGraph(
      [...plain, scripted('verdict', ['x'], ['y'], { throw: 'no verdict' })],
      [...dual, 'L-out.final_x -> verdict.x'],
    ),
    expected: { status: 'failed', iterations: { L: 3 }, error: { node: 'verdict', at: '', message: 'no verdict' } },
  },
  {
    rule: 'A failed scope does not stop what is independent of it, other root scopes included; the run then ends failed',
    graph: drawGraph(
      [
        ...plain,
        loop('M', { x: {} }, { x: {} }, 2),
        scripted('boom', ['x'], ['x'], { throw: 'boom' }),
        scripted('verdict', ['x'], ['y'], { expr: { y: 'x' } }),
      ],
      [
        ...dual,
        'seed.x -> M.init_x',
        'M.init_x -> boom.x',
        'M.iterout_x -> boom.x',
        'boom.x -> M-out.x',
        'L-out.final_x -> verdict.x',
      ],
    ),
    expected: {
      ...threeRounds,
      status: 'failed',
      reason: 'failed',
      iterations: { L: 3, M: 0 },
      fires: { verdict: [{ inputs: { x: 4 } }] },
      error: { node: 'boom', at: 'M[0]' },
    },
  },
  {
    rule: 'A stalled scope does not stop other root scopes; the run then ends stalled',
    graph: drawGraph(
      [loop('M', { x: {} }, { x: {} }, 2), scripted('mute', ['x'], ['x'], { seq: [{}] }), ...plain],
      ['seed.x -> M.init_x', 'M.init_x -> mute.x', 'mute.x -> M-out.x', ...dual],
    ),
    // The reason is that of the root scope whose iterIn stands last in `nodes`, which is L.
    expected: {
      ...threeRounds,
      status: 'stalled',
      reason: 'budget',
      iterations: { L: 3, M: 0 },
      finalCount: { L: 1, M: 0 },
    },
  },
  {
    rule: "An operator's halt is recorded as fire.failed with code halt and cancels at once",
    graph: drawGraph(
      [
        seed,
        loop('L', { x: {} }, { x: {} }, 5),
        scripted('inc', ['x'], ['x'], { seq: [{ x: 2 }, { $halt: 'enough' }] }),
      ],
      dual,
    ),
    expected: {
      status: 'cancelled',
      reason: 'halt',
      iterations: { L: 1 },
      finalCount: { L: 0 },
      fires: { inc: [{ outputs: { x: 2 } }, { error: 'enough' }] },
    },
  },
  {
    rule: "The iterIn's own step_budget comes before the graph's",
    graph: drawGraph([seed, loop('L', { x: {} }, { x: {} }, 2), inc], dual, { step_budget: 4 }),
    expected: { iterations: { L: 2 }, reason: 'budget' },
  },
  {
    rule: "Without one of its own the graph's budget counts",
    graph: drawGraph([seed, loop('L', { x: {} }, { x: {} }), inc], dual, { step_budget: 4 }),
    expected: { iterations: { L: 4 } },
  },
  {
    rule: 'maxIterations counts where step_budget is absent',
    graph: drawGraph([seed, loop('L', { x: {} }, { x: {} }), inc], dual, { maxIterations: 5 }),
    expected: { iterations: { L: 5 } },
  },
  {
    rule: 'Without any budget a loop without stop runs 500 iterations',
    graph: drawGraph([seed, loop('L', { x: {} }, { x: {} }), inc], dual, { step_budget: null }),
    expected: { iterations: { L: 500 }, reason: 'budget', finals: { L: { final_x: 501, final_stop: true } } },
  },
  {
    rule: "A run's --budget caps all of them",
    graph: drawGraph(plain, dual),
    budget: 1,
    expected: { iterations: { L: 1 }, reason: 'budget' },
  },
  {
    rule: "A run's --budget never lengthens a loop",
    graph: drawGraph(plain, dual),
    budget: 100,
    expected: { iterations: { L: 3 }, reason: 'budget' },
  },
  {
    rule: 'Band nodes run once, after every root scope that feeds them has ended by stop or budget',
    graph: drawGraph(
      [
        ...plain,
        loop('M', { x: {} }, { x: {} }, 5),
        scripted('dec', ['x'], ['x'], { expr: { x: 'x-1' } }),
        scripted('join', ['a', 'b'], ['sum'], { expr: { sum: 'a+b' } }),
        scripted('last', ['v'], ['v'], { expr: { v: 'v*10' } }),
        { id: 'result', type: 'graphOut', config: { portName: 'result' } },
      ],
      [
        ...dual,
        'seed.x -> M.init_x',
        'M.init_x -> dec.x',
        'M.iterout_x -> dec.x',
        'dec.x -> M-out.x',
        'L-out.final_x -> join.a',
        'M-out.final_x -> join.b',
        'join.sum -> last.v',
        'last.v -> result.value',
      ],
    ),
    // L ends with 4; M counts 1, 0, -1, -2, -3, -4 down: five rounds give -4.
    expected: {
      iterations: { L: 3, M: 5 },
      fires: { join: [{ inputs: { a: 4, b: -4 }, outputs: { sum: 0 } }], last: [{ outputs: { v: 0 } }] },
      order: [
        ['inc', 'join'],
        ['dec', 'join'],
      ],
    },
    outputs: { result: 0 },
  },
  {
    rule: 'A band node that a stalled scope feeds does not run, even where another input of it is there',
    graph: drawGraph(
      [
        ...plain,
        loop('M', { x: {} }, { x: {} }, 5),
        scripted('mute', ['x'], ['x'], { seq: [{}] }),
        scripted('join', ['a', 'b'], ['sum'], { required: [], seq: [{ sum: 1 }] }),
      ],
      [
        ...dual,
        'seed.x -> M.init_x',
        'M.init_x -> mute.x',
        'mute.x -> M-out.x',
        'L-out.final_x -> join.a',
        'M-out.final_x -> join.b',
      ],
    ),
    expected: { status: 'stalled', fires: { join: [] } },
  },
  {
    rule: 'A side read-out fires in the iteration of the scope that feeds it',
    graph: drawGraph(
      [...plain, scripted('peek', ['x'], ['y'], { expr: { y: 'x*100' } })],
      [...dual, 'inc.x -> peek.x'],
    ),
    expected: { fires: { peek: [{ outputs: { y: 200 } }, { outputs: { y: 300 } }, { outputs: { y: 400 } }] } },
  },
  {
    rule: 'graphIns without an incoming edge take the inputs by portName, and graphOuts without an outgoing edge give their last value',
    graph: drawGraph(
      [
        { id: 'given', type: 'graphIn', config: { portName: 'start' } },
        loop('L', { x: {} }, { x: {} }, 3),
        inc,
        { id: 'each', type: 'graphOut', config: { portName: 'each' } },
        { id: 'end', type: 'graphOut', config: { portName: 'end' } },
      ],
      [
        'given.value -> L.init_x',
        'L.init_x -> inc.x',
        'L.iterout_x -> inc.x',
        'inc.x -> L-out.x',
        'inc.x -> each.value',
        'L-out.final_x -> end.value',
      ],
    ),
    inputs: { start: 10 },
    expected: { iterations: { L: 3 }, fires: { each: [{ outputs: { value: 13 } }] } },
    outputs: { each: 13, end: 13 },
  },
  {
    rule: 'A graph without scopes ends with reason end',
    graph: drawGraph(
      [
        seed,
        scripted('twice', ['x'], ['y'], { expr: { y: 'x*2' } }),
        { id: 'o', type: 'graphOut', config: { portName: 'y' } },
      ],
      ['seed.x -> twice.x', 'twice.y -> o.value'],
    ),
    expected: { status: 'ended', reason: 'end', fires: { twice: [{ outputs: { y: 2 } }] } },
    outputs: { y: 2 },
  },
  ...truthiness(),
];

/** Truthy is all but null, false, 0, NaN, "", [], {}: one run each. A falsy first stop goes on to the budget of 2. */
function truthiness(): Rule[] {
  const falsy: [string, unknown][] = [
    ['null', null],
    ['false', false],
    ['0', 0],
    ['the empty text', ''],
    ['the empty list', []],
    ['the empty object', {}],
  ];
  const truthy: [string, unknown][] = [
    ['the text "false"', 'false'],
    ['the text "0"', '0'],
    ['1', 1],
    ['-1', -1],
    ['[0]', [0]],
    ['{"a": null}', { a: null }],
  ];
  const rule = ([name, value]: [string, unknown], stops: boolean): Rule => ({
    rule: `A stop of ${name} is ${stops ? 'truthy and ends the scope' : 'not truthy and goes on'}`,
    graph: drawGraph(
      [seed, loop('L', { x: {} }, { x: {} }, 2), inc, scripted('chk', ['x'], ['s'], { seq: [{ s: value }] })],
      [...dual, 'inc.x -> chk.x', 'chk.s -> L-out.stop'],
    ),
    expected: { reason: stops ? 'stop' : 'budget', iterations: { L: stops ? 1 : 2 } },
  });
  return [...falsy.map((one) => rule(one, false)), ...truthy.map((one) => rule(one, true))];
}
