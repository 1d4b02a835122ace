// Semantics §1, State containers, rule by rule: the title is the rule, the expected values are worked out by hand from it.
import { drawGraph, loop, scripted } from '../support/drawGraph.ts';
import type { Rule } from './pivotRules.ts';

const seed = scripted('seed', [], ['x'], { seq: [{ x: 1 }] });
const inc = scripted('inc', ['x'], ['x'], { expr: { x: 'x+1' } });
const around = ['seed.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'];
const body = [seed, loop('L', { x: {} }, { x: {} }, 3), inc];

function touch(id: string, type: 'containerRead' | 'containerWrite', state: string): Record<string, unknown> {
  return { id, type, config: { container: 'c', state } };
}

/** One container `c`, and access to it for the nodes named. */
function container(states: Record<string, unknown>, nodes: readonly string[]): Record<string, unknown> {
  return {
    containers: [{ id: 'c', states }],
    access_grants: nodes.map((node_id) => ({ node_id, container_id: 'c' })),
  };
}

/** A loop of three iterations that writes inc's 2, 3, 4 into the state and reads it back in the same iteration. */
function threeWrites(state: Record<string, unknown>) {
  return drawGraph(
    [...body, touch('w', 'containerWrite', 's'), touch('r', 'containerRead', 's')],
    [...around, 'inc.x -> w.value', 'w.value -> r.trigger'],
    container({ s: state }, ['w', 'r']),
  );
}

/** The same, but each iteration reads before it writes: what is left of the iteration before. */
function readsFirst(state: Record<string, unknown>) {
  return drawGraph(
    [
      ...body,
      touch('r', 'containerRead', 's'),
      { id: 'w', type: 'expression', config: { inputs: ['t'], outputs: {}, writes: { 'c.s': 't' } } },
      scripted('after', ['x', 'v'], ['x'], { required: ['x'], seq: [{ x: { $echo: 'x' } }] }),
    ],
    [...around, 'inc.x -> r.trigger', 'inc.x -> after.x', 'r.value -> after.v', 'after.x -> w.t'],
    container({ s: state }, ['w', 'r']),
  );
}

const reads = (...values: readonly unknown[]) => ({
  r: values.map((value) => ({ outputs: value === undefined ? {} : { value } })),
});

export const CONTAINER_RULES: readonly Rule[] = [
  {
    rule: 'lastWrite replaces',
    graph: threeWrites({ type: 'lastWrite' }),
    expected: { status: 'ended', fires: reads(2, 3, 4) },
  },
  {
    rule: 'accumulator appends',
    graph: threeWrites({ type: 'accumulator' }),
    expected: { fires: reads([2], [2, 3], [2, 3, 4]) },
  },
  {
    rule: 'accumulator appends, and config.max_size drops the oldest',
    graph: threeWrites({ type: 'accumulator', config: { max_size: 2 } }),
    expected: { fires: reads([2], [2, 3], [3, 4]) },
  },
  {
    rule: 'counter adds',
    graph: threeWrites({ type: 'counter' }),
    expected: { fires: reads(2, 5, 9) },
  },
  {
    rule: 'config.initial_value is the start value',
    graph: threeWrites({ type: 'counter', config: { initial_value: 10 } }),
    expected: { fires: reads(12, 15, 19) },
  },
  {
    rule: 'A state without an initial value is empty at the start, and containerRead then gives nothing',
    graph: readsFirst({ type: 'lastWrite' }),
    expected: { fires: reads(undefined, 2, 3) },
  },
  {
    rule: 'Lifetime forever, the default, never clears within the run',
    graph: readsFirst({ type: 'lastWrite', lifetime: 'forever' }),
    expected: { fires: reads(undefined, 2, 3) },
  },
  {
    rule: 'Lifetime step clears at step_end, after what iterOut collected is recorded',
    graph: readsFirst({ type: 'lastWrite', lifetime: 'step' }),
    expected: {
      fires: reads(undefined, undefined, undefined),
      cleared: [0, 1, 2].map((i) => ({ slot: 'c.s', scope: '', why: 'step_end', by: 'L', at: `L[${i}]` })),
    },
  },
  {
    rule: 'config.initial_value is the reset value',
    graph: readsFirst({ type: 'counter', lifetime: 'step', config: { initial_value: 100 } }),
    expected: { fires: reads(100, 100, 100), cleared: [{ slot: 'c.s', why: 'step_end', by: 'L', at: 'L[2]' }] },
  },
  {
    rule: 'Lifetime run clears at run_end, and the graph scope is what signals it',
    graph: threeWrites({ type: 'lastWrite', lifetime: 'run' }),
    expected: { fires: reads(2, 3, 4), cleared: [{ slot: 'c.s', why: 'run_end', by: '', at: '' }] },
  },
  {
    rule: 'Lifetime custom clears by reset_on: step_start, when the next iteration opens',
    graph: readsFirst({ type: 'lastWrite', lifetime: 'custom', reset_on: ['step_start'] }),
    expected: {
      fires: reads(undefined, undefined, undefined),
      cleared: [1, 2].map((i) => ({ slot: 'c.s', why: 'step_start', by: 'L', at: `L[${i}]` })),
    },
  },
  {
    rule: 'An episode is reset by no signal of the engine',
    graph: readsFirst({ type: 'lastWrite', lifetime: 'episode' }),
    expected: { fires: reads(undefined, 2, 3) },
  },
  {
    rule: 'containerWrite passes its input on',
    graph: threeWrites({ type: 'accumulator' }),
    expected: { fires: { w: [2, 3, 4].map((value) => ({ inputs: { value }, outputs: { value } })) } },
  },
  {
    rule: 'null is a value of a state too',
    graph: drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: null }] }),
        touch('w', 'containerWrite', 's'),
        touch('r', 'containerRead', 's'),
      ],
      ['seed.x -> w.value', 'w.value -> r.trigger'],
      container({ s: { type: 'lastWrite' } }, ['w', 'r']),
    ),
    expected: { fires: reads(null) },
  },
  {
    rule: 'Nodes with access to one container run one after another in node order, whatever feeds them',
    graph: drawGraph(
      [
        scripted('one', [], ['x'], { seq: [{ x: 1 }] }),
        scripted('two', ['x'], ['x'], { seq: [{ x: 2 }] }),
        touch('w1', 'containerWrite', 's'),
        touch('w2', 'containerWrite', 's'),
        touch('r', 'containerRead', 's'),
      ],
      // What w1 waits for takes longer than what w2 and r wait for.
      ['one.x -> two.x', 'two.x -> w1.value', 'one.x -> w2.value', 'one.x -> r.trigger'],
      container({ s: { type: 'accumulator' } }, ['w1', 'w2', 'r']),
    ),
    expected: {
      fires: reads([2, 1]),
      order: [
        ['w1', 'w2'],
        ['w2', 'r'],
      ],
    },
  },
  {
    rule: 'Node order gives way to the wires',
    graph: drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
        touch('r', 'containerRead', 's'),
        touch('w', 'containerWrite', 's'),
      ],
      ['seed.x -> w.value', 'w.value -> r.trigger'],
      container({ s: { type: 'lastWrite' } }, ['w', 'r']),
    ),
    expected: { fires: reads(1), order: [['w', 'r']] },
  },
  {
    rule: 'A node whose turn comes fires also where the one before it could not, or failed',
    graph: drawGraph(
      [
        scripted('seed', [], ['x', 'y'], { seq: [{ x: 1 }] }),
        touch('never', 'containerWrite', 's'),
        { id: 'fails', type: 'expression', config: { inputs: ['x'], outputs: {}, writes: { 'c.n': '"text"' } } },
        touch('w', 'containerWrite', 's'),
      ],
      ['seed.y -> never.value', 'seed.x -> fails.x', 'seed.x -> w.value'],
      container({ s: { type: 'lastWrite' }, n: { type: 'counter' } }, ['never', 'fails', 'w']),
    ),
    expected: {
      status: 'failed',
      error: { node: 'fails', code: 'bad-write' },
      fires: { never: [], w: [{ outputs: { value: 1 } }] },
    },
  },
  {
    rule: 'A fire that fails writes nothing',
    graph: drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
        {
          id: 'bad',
          type: 'expression',
          config: { inputs: ['x'], outputs: { y: '$error("no")' }, writes: { 'c.s': 'x' } },
        },
        touch('r', 'containerRead', 's'),
      ],
      ['seed.x -> bad.x', 'seed.x -> r.trigger'],
      container({ s: { type: 'lastWrite' } }, ['bad', 'r']),
    ),
    expected: { status: 'failed', fires: reads(undefined) },
  },
  {
    rule: 'Reads see the state as it is when the fire starts plus the fire’s own writes',
    graph: drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
        touch('w', 'containerWrite', 's'),
        {
          id: 'r',
          type: 'expression',
          config: { inputs: ['x'], outputs: { value: '$read("c", "s")' }, writes: { 'c.s': '$read("c", "s") + 10' } },
        },
      ],
      ['seed.x -> w.value', 'w.value -> r.x'],
      container({ s: { type: 'counter' } }, ['w', 'r']),
    ),
    expected: { fires: reads(12) },
  },
  {
    rule: 'What an expression reads without a grant is refused at run time where the text alone does not tell',
    graph: drawGraph(
      [seed, { id: 'r', type: 'expression', config: { inputs: ['x'], outputs: { y: '$read("c" & "", "s")' } } }],
      ['seed.x -> r.x'],
      container({ s: { type: 'counter' } }, []),
    ),
    expected: { status: 'failed', error: { node: 'r', code: 'no-grant' } },
  },
  {
    rule: "Signals match by name, not by scope: an inner step_end clears an outer node's step state",
    graph: drawGraph(
      [
        seed,
        loop('O', { x: { persist: true } }, { y: {} }, 2),
        touch('w', 'containerWrite', 's'),
        loop('I', { x: {} }, { x: {} }, 2),
        inc,
        { id: 'latch', type: 'graphOut', config: { portName: 'latch' } },
        touch('r', 'containerRead', 's'),
        scripted('end', ['t', 'v'], ['y'], { required: ['t'], seq: [{ y: 0 }] }),
      ],
      [
        'seed.x -> O.init_x',
        'O.init_x -> w.value',
        'w.value -> I.init_x',
        'I.init_x -> inc.x',
        'I.iterout_x -> inc.x',
        'inc.x -> I-out.x',
        'I-out.final_x -> latch.value',
        'latch.value -> r.trigger',
        'latch.value -> end.t',
        'r.value -> end.v',
        'end.y -> O-out.y',
      ],
      container({ s: { type: 'lastWrite', lifetime: 'step' } }, ['w', 'r']),
    ),
    expected: {
      iterations: { O: 2, I: 4 },
      fires: reads(undefined, undefined),
      cleared: [
        { slot: 'c.s', by: 'I', at: 'O[0]/I[0]' },
        { slot: 'c.s', by: 'I', at: 'O[1]/I[0]' },
      ],
    },
  },
  {
    rule: 'A composite calls its own containers by their own names, and the containers around it by theirs',
    graph: drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: 5 }] }),
        {
          id: 'box',
          type: 'compositeNode',
          subgraph: {
            ...drawGraph(
              [
                { id: 'in', type: 'graphIn', config: { portName: 'in' } },
                {
                  id: 'both',
                  type: 'expression',
                  config: { inputs: ['x'], outputs: { x: 'x' }, writes: { 'c.s': 'x', 'own.s': 'x + 1' } },
                },
                { id: 'look', type: 'containerRead', config: { container: 'own', state: 's' } },
              ],
              ['in.value -> both.x', 'both.x -> look.trigger'],
            ),
            containers: [{ id: 'own', states: { s: { type: 'lastWrite' } } }],
            access_grants: [
              { node_id: 'both', container_id: 'own' },
              { node_id: 'both', container_id: 'c' },
              { node_id: 'look', container_id: 'own' },
            ],
          },
        },
      ],
      ['seed.x -> box.in'],
      { containers: [{ id: 'c', states: { s: { type: 'lastWrite' } } }] },
    ),
    expected: { status: 'ended', fires: { box__look: [{ outputs: { value: 6 } }] } },
  },
];
