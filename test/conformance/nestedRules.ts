// Semantics §1 where loops nest or stand side by side, rule by rule: the title is the rule, the expected values are worked out by
// hand from it.
import { drawGraph, loop, scripted } from '../support/drawGraph.ts';
import type { Rule } from './pivotRules.ts';

type Node = Record<string, unknown>;

const latch = (id: string): Node => ({ id, type: 'graphOut', config: { portName: id } });
const boundary = (id: string): Node => ({ id, type: 'graphIn', config: { portName: id } });
const inc = scripted('inc', ['x'], ['x'], { expr: { x: 'x+1' } });
const end = scripted('end', ['v', 'x'], ['y'], { required: ['x'], seq: [{ y: { $fire: true } }] });

interface NestParts {
  readonly src?: readonly unknown[];
  readonly outerBudget?: number | null;
  readonly innerBudget?: number | null;
  /** Instead of inc and its wires. */
  readonly inner?: { readonly nodes: readonly Node[]; readonly wires: readonly string[] };
  readonly nodes?: readonly (Node | Node[])[];
  readonly wires?: readonly string[];
  readonly file?: Record<string, unknown>;
}

const innerWires = ['I.init_a -> inc.x', 'I.iterout_a -> inc.x', 'inc.x -> I-out.a', 'I-out.final_a -> gout.value'];

/**
 * O (two iterations) around I (three): src hands 0 and then 10 to I, whose inc adds one in each of its iterations; end reads
 * I's latch and closes O's iteration with the number of its fire.
 */
function nest({
  src = [{ a: 0 }, { a: 10 }],
  outerBudget = 2,
  innerBudget = 3,
  inner = { nodes: [inc], wires: innerWires },
  nodes = [],
  wires = [],
  file = {},
}: NestParts = {}) {
  return drawGraph(
    [
      scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
      loop('O', { x: { persist: true } }, { y: {} }, outerBudget ?? undefined),
      scripted('src', ['x'], ['a', 'b'], { seq: src }),
      boundary('gin'),
      loop('I', { a: {}, b: { persist: true } }, { a: {} }, innerBudget ?? undefined),
      ...inner.nodes,
      latch('gout'),
      end,
      ...nodes,
    ],
    [
      'seed.x -> O.init_x',
      'O.init_x -> src.x',
      'O.init_x -> end.x',
      'src.a -> gin.value',
      'gin.value -> I.init_a',
      ...inner.wires,
      'gout.value -> end.v',
      'end.y -> O-out.y',
      ...wires,
    ],
    file,
  );
}

const incReads = (...values: readonly number[]) => ({
  inc: values.map((x) => ({ inputs: { x }, outputs: { x: x + 1 } })),
});

/** Reads both slots, each on an input of its own. */
const both = scripted('both', ['a', 'b', 'c', 's'], ['a'], {
  required: ['s'],
  seq: [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }],
});
const bothWires = [
  'I.init_a -> both.a',
  'I.init_b -> both.b',
  'I.iterout_a -> both.c',
  'I.step -> both.s',
  'both.a -> I-out.a',
  'I-out.final_a -> gout.value',
  'src.b -> I.init_b',
];

/** A node of O's body that has nothing to do with I. */
const independent = { nodes: [scripted('other', ['x'], [], { seq: [{}] })], wires: ['O.init_x -> other.x'] };

export const NESTED_RULES: readonly Rule[] = [
  {
    rule: 'Entering an inner scope again is a new activation: counter and final side start anew',
    graph: nest(),
    expected: {
      status: 'ended',
      reason: 'budget',
      iterations: { O: 2, I: 6 },
      fires: { ...incReads(0, 1, 2, 10, 11, 12), end: [{ inputs: { v: 3, x: 1 } }, { inputs: { v: 13, x: 1 } }] },
      finalCount: { I: 2, O: 1 },
      finals: { I: { final_a: 13, final_stop: true }, O: { final_y: 1, final_stop: true } },
      moments: [
        { at: 'O[0]/I[2]', carry: { a: 3 } },
        { at: 'O[1]/I[0]', carry: { a: 11 } },
      ],
    },
  },
  {
    rule: 'Entering an inner scope again finds its iterout_* slots empty',
    graph: nest({ inner: { nodes: [both], wires: bothWires }, innerBudget: 2 }),
    expected: {
      fires: {
        both: [
          { inputs: { a: 0, s: 0 } },
          { inputs: { c: 1, s: 1 } },
          { inputs: { a: 10, s: 0 } },
          { inputs: { c: 3, s: 1 } },
        ],
      },
      cleared: [{ slot: 'iterout_a', scope: 'I', why: 're-entry', at: 'O[1]' }],
    },
  },
  {
    rule: 'Entering an inner scope again, persisted init_* slots keep their values',
    graph: nest({ src: [{ a: 0, b: 7 }, { a: 10 }], inner: { nodes: [both], wires: bothWires }, innerBudget: 2 }),
    expected: {
      fires: {
        both: [
          { inputs: { a: 0, b: 7, s: 0 } },
          { inputs: { b: 7, c: 1, s: 1 } },
          { inputs: { a: 10, b: 7, s: 0 } },
          { inputs: { b: 7, c: 3, s: 1 } },
        ],
      },
    },
  },
  {
    rule: 'An inner scope is entered when an init-side edge delivered a value in this iteration of its parent, and not otherwise',
    graph: nest({ src: [{ a: 0 }, {}] }),
    expected: {
      status: 'ended',
      iterations: { O: 2, I: 3 },
      fires: { end: [{ inputs: { v: 3, x: 1 } }, { inputs: { x: 1 } }] },
    },
  },
  {
    rule: 'An inner scope that is never entered is no fault',
    graph: nest({ src: [{}] }),
    expected: {
      status: 'ended',
      reason: 'budget',
      iterations: { O: 2, I: 0 },
      fires: { inc: [] },
      finalCount: { I: 0 },
    },
  },
  {
    rule: 'An inner scope is entered once its whole init side is at rest',
    graph: nest({
      src: [{ a: 0 }],
      outerBudget: 1,
      innerBudget: 1,
      inner: { nodes: [both], wires: bothWires.filter((wire) => wire !== 'src.b -> I.init_b') },
      nodes: [
        scripted('slow', ['a'], ['b'], { seq: [{ b: 5 }] }),
        scripted('slower', ['b'], ['b'], { seq: [{ b: 6 }] }),
      ],
      wires: ['src.a -> slow.a', 'slow.b -> slower.b', 'slower.b -> I.init_b'],
    }),
    expected: { fires: { both: [{ inputs: { a: 0, b: 6, s: 0 } }] }, order: [['slower', 'both']] },
  },
  {
    rule: "The iterIn's own step_budget, else the nearest ancestor's",
    graph: nest({ innerBudget: null }),
    expected: { iterations: { O: 2, I: 4 }, ...{ fires: incReads(0, 1, 10, 11) } },
  },
  {
    rule: "Without one of its own nor an ancestor's the graph's budget counts for an inner scope too",
    graph: nest({ innerBudget: null, outerBudget: null, file: { step_budget: 1 } }),
    expected: { iterations: { O: 1, I: 1 } },
  },
  {
    rule: "A run's --budget caps inner scopes as well",
    graph: nest(),
    budget: 2,
    expected: { iterations: { O: 2, I: 4 } },
  },
  {
    rule: 'The stop of an inner scope ends that activation alone',
    graph: nest({
      inner: {
        nodes: [scripted('inc', ['x'], ['x', 'done'], { expr: { x: 'x+1', done: 'x = 1' } })],
        wires: [...innerWires, 'inc.done -> I-out.stop'],
      },
    }),
    expected: {
      reason: 'budget',
      iterations: { O: 2, I: 5 },
      fires: { end: [{ inputs: { v: 2, x: 1 } }, { inputs: { v: 13, x: 1 } }] },
      decisions: [
        { question: 'boundary', scope: 'I', at: 'O[0]/I[0]', chosen: 'continue' },
        { question: 'boundary', scope: 'I', at: 'O[0]/I[1]', chosen: 'stop' },
        { question: 'boundary', scope: 'O', at: 'O[0]', chosen: 'continue' },
        { question: 'boundary', scope: 'I', at: 'O[1]/I[2]', chosen: 'budget' },
        { question: 'boundary', scope: 'O', at: 'O[1]', chosen: 'budget' },
      ],
    },
  },
  {
    rule: "An outer stop may come from an inner loop's result",
    graph: nest({
      nodes: [scripted('enough', ['v'], ['stop'], { expr: { stop: 'v >= 3' } })],
      wires: ['gout.value -> enough.v', 'enough.stop -> O-out.stop'],
    }),
    expected: { reason: 'stop', iterations: { O: 1, I: 3 }, finalCount: { O: 1 } },
  },
  {
    rule: 'An inner graphOut is a latch: it releases its last value when its scope ends',
    graph: nest({ inner: { nodes: [inc], wires: [...innerWires.slice(0, 3), 'inc.x -> gout.value'] } }),
    expected: {
      fires: {
        gout: [{ outputs: { value: 3 } }, { outputs: { value: 13 } }],
        end: [{ inputs: { v: 3, x: 1 } }, { inputs: { v: 13, x: 1 } }],
      },
    },
  },
  {
    rule: 'null is latched and released like any other value',
    graph: nest({
      innerBudget: 1,
      inner: {
        nodes: [
          scripted('inc', ['x'], ['x', 'note'], {
            seq: [
              { x: 1, note: null },
              { x: 2, note: 'n' },
            ],
          }),
        ],
        wires: [...innerWires.slice(0, 3), 'inc.note -> gout.value'],
      },
    }),
    expected: { fires: { end: [{ inputs: { v: null, x: 1 } }, { inputs: { v: 'n', x: 1 } }] } },
  },
  {
    rule: 'The outer body reads a latch only after the inner scope has ended',
    graph: nest({ outerBudget: 1 }),
    expected: { order: [['inc', 'end']] },
  },
  {
    rule: 'step is the index of the iteration of its own scope, in an inner scope anew at each entry',
    graph: nest({
      innerBudget: 2,
      inner: {
        nodes: [scripted('inc', ['s'], ['x'], { expr: { x: 's' } })],
        wires: ['I.step -> inc.s', 'inc.x -> I-out.a', 'I-out.final_a -> gout.value'],
      },
      nodes: [scripted('outerStep', ['s'], ['s'], { seq: [{ s: { $echo: 's' } }] })],
      wires: ['O.step -> outerStep.s', 'outerStep.s -> end.v'],
    }),
    expected: {
      fires: {
        inc: [0, 1, 0, 1].map((s) => ({ inputs: { s } })),
        outerStep: [{ inputs: { s: 0 } }, { inputs: { s: 1 } }],
      },
    },
  },
  {
    rule: 'A failure in an inner scope closes no iteration: the open scopes exit failed, without a final side',
    graph: nest({
      inner: {
        nodes: [scripted('inc', ['x'], ['x'], { seq: [{ x: 1 }, { $throw: 'broke' }] })],
        wires: innerWires,
      },
      ...independent,
    }),
    expected: {
      status: 'failed',
      reason: 'failed',
      iterations: { O: 0, I: 1 },
      finalCount: { O: 0, I: 0 },
      error: { node: 'inc', at: 'O[0]/I[1]', message: 'broke' },
      fires: { end: [], other: [{ inputs: { x: 1 } }] },
    },
  },
  {
    rule: 'An inner scope that stalls stalls the scope around it; what is independent of it still fires',
    graph: nest({
      inner: { nodes: [scripted('inc', ['x'], ['x'], { seq: [{ x: 1 }, {}] })], wires: innerWires },
      ...independent,
    }),
    expected: {
      status: 'stalled',
      reason: 'stalled',
      iterations: { O: 0, I: 1 },
      finalCount: { O: 0, I: 0 },
      stalled: [{ node: 'I-out', waitsFor: ['a'] }],
      fires: { end: [], other: [{ inputs: { x: 1 } }] },
    },
  },
  {
    rule: 'A side read-out of an inner body fires in the iterations of the inner scope',
    graph: nest({
      nodes: [scripted('look', ['x'], [], { seq: [{}] })],
      wires: ['inc.x -> look.x'],
    }),
    expected: { fires: { look: [1, 2, 3, 11, 12, 13].map((x) => ({ inputs: { x } })) } },
  },
  {
    rule: 'A latch feeds a side read-out from the parent of its scope',
    graph: nest({
      nodes: [scripted('look', ['v'], [], { seq: [{}] })],
      wires: ['gout.value -> look.v'],
    }),
    expected: { fires: { look: [{ inputs: { v: 3 } }, { inputs: { v: 13 } }] } },
  },
  {
    rule: 'The band is of root scopes: a node that reads the outer final side runs once, one that reads an inner latch in each outer iteration',
    graph: nest({
      nodes: [scripted('verdict', ['y'], ['r'], { seq: [{ r: { $echo: 'y' } }] }), latch('result')],
      wires: ['O-out.final_y -> verdict.y', 'verdict.r -> result.value'],
    }),
    expected: { fires: { verdict: [{ inputs: { y: 1 } }], end: [{}, {}] } },
    outputs: { result: 1 },
  },
  {
    rule: 'Two inner scopes side by side are each entered once in an iteration of their parent',
    graph: nest({
      nodes: [
        loop('J', { a: {} }, { a: {} }, 2),
        scripted('dec', ['x'], ['x'], { expr: { x: 'x-1' } }),
        latch('jout'),
        scripted('sum', ['v'], [], { seq: [{}] }),
      ],
      wires: [
        'src.a -> J.init_a',
        'J.init_a -> dec.x',
        'J.iterout_a -> dec.x',
        'dec.x -> J-out.a',
        'J-out.final_a -> jout.value',
        'jout.value -> end.v',
        'jout.value -> sum.v',
      ],
    }),
    expected: {
      iterations: { O: 2, I: 6, J: 4 },
      fires: {
        dec: [0, -1, 10, 9].map((x) => ({ inputs: { x } })),
        sum: [{ inputs: { v: -2 } }, { inputs: { v: 8 } }],
      },
    },
  },
  {
    rule: 'Scopes nest to any depth: three levels, each with its own counter',
    graph: drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
        loop('A', { x: {} }, { x: {} }, 2),
        loop('B', { x: {} }, { x: {} }, 2),
        loop('C', { x: {} }, { x: {} }, 2),
        inc,
        latch('c'),
        latch('b'),
      ],
      [
        'seed.x -> A.init_x',
        ...['A > B', 'B > C'].flatMap((pair) => {
          const [outer, inner] = pair.split(' > ');
          return [`${outer}.init_x -> ${inner}.init_x`, `${outer}.iterout_x -> ${inner}.init_x`];
        }),
        'C.init_x -> inc.x',
        'C.iterout_x -> inc.x',
        'inc.x -> C-out.x',
        'C-out.final_x -> c.value',
        'c.value -> B-out.x',
        'B-out.final_x -> b.value',
        'b.value -> A-out.x',
      ],
    ),
    expected: {
      status: 'ended',
      iterations: { A: 2, B: 4, C: 8 },
      fires: incReads(1, 2, 3, 4, 5, 6, 7, 8),
      finals: { A: { final_x: 9, final_stop: true }, B: { final_x: 9, final_stop: true } },
      finalCount: { A: 1, B: 2, C: 4 },
      moments: [
        { at: 'A[0]/B[0]/C[0]', carry: { x: 2 } },
        { at: 'A[1]/B[0]/C[1]', carry: { x: 7 } },
        { at: 'A[1]/B[1]', carry: { x: 9 } },
      ],
    },
  },
  ...(
    [
      ['stop', ['P', 'Q']],
      ['budget', ['Q', 'P']],
    ] as const
  ).map(
    ([reason, order]): Rule => ({
      rule: `Several root scopes run side by side, and the run's reason is that of the last iterIn in nodes (${order.join(', ')}: ${reason})`,
      graph: drawGraph(
        [
          scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
          ...order.map((id) => loop(id, { x: {} }, { x: {} }, id === 'P' ? 3 : 5)),
          scripted('p', ['x'], ['x'], { expr: { x: 'x+1' } }),
          scripted('q', ['x'], ['x', 'stop'], { expr: { x: 'x*2', stop: 'x >= 2' } }),
        ],
        [
          ...['P', 'Q'].flatMap((id) => {
            const body = id.toLowerCase();
            return [
              `seed.x -> ${id}.init_x`,
              `${id}.init_x -> ${body}.x`,
              `${id}.iterout_x -> ${body}.x`,
              `${body}.x -> ${id}-out.x`,
            ];
          }),
          'q.stop -> Q-out.stop',
        ],
      ),
      expected: {
        status: 'ended',
        reason,
        iterations: { P: 3, Q: 2 },
        finals: { P: { final_x: 4, final_stop: true }, Q: { final_x: 4, final_stop: true } },
      },
    }),
  ),
  {
    rule: 'A composite that holds a loop keeps its boundaries: its graphOut is the latch of that loop',
    graph: drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
        loop('O', { x: {} }, { x: {} }, 2),
        {
          id: 'box',
          type: 'compositeNode',
          subgraph: drawGraph(
            [boundary('from'), loop('I', { x: {} }, { x: {} }, 2), inc, latch('to')],
            [
              'from.value -> I.init_x',
              'I.init_x -> inc.x',
              'I.iterout_x -> inc.x',
              'inc.x -> I-out.x',
              'I-out.final_x -> to.value',
            ],
          ),
        },
      ],
      ['seed.x -> O.init_x', 'O.init_x -> box.from', 'O.iterout_x -> box.from', 'box.to -> O-out.x'],
    ),
    expected: {
      iterations: { O: 2, box__I: 4 },
      fires: { box__inc: [1, 2, 3, 4].map((x) => ({ inputs: { x } })) },
      finals: { O: { final_x: 5, final_stop: true } },
    },
  },
];
