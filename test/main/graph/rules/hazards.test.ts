import { describe, expect, it } from 'vitest';
import { staticHazards } from '../../../../main/graph/rules/staticHazards.ts';
import type { Hazard } from '../../../../shared/model/hazard.ts';
import { draftOf, type GraphParts } from '../pivotGraph.ts';

function hazardsOf(parts: GraphParts, code: string, compat?: string): Hazard[] {
  const { graph, problems } = draftOf(parts, compat === undefined ? {} : { compat });
  expect(problems).toEqual([]);
  return graph.hazards.filter((hazard) => hazard.code === code);
}

/** A loop with the init port obs, one carry obs, and wires into policy.obs in this order. */
function dual(persist: boolean, wires: readonly string[]): GraphParts {
  return {
    loops: [
      {
        init: [
          { name: 'goal', persist: true },
          { name: 'obs', persist },
        ],
        carry: ['obs'],
        budget: 6,
      },
    ],
    wires: [
      'env0.obs > in.init_obs',
      'env0.goal > in.init_goal',
      ...wires,
      'in.init_goal > policy.goal',
      'policy.obs > out.obs',
      'policy.done > out.stop',
    ],
  };
}
const INIT = 'in.init_obs > policy.obs';
const CARRY = 'in.iterout_obs > policy.obs';

describe('frozen-input (seed 001 §10)', () => {
  it.each([
    ['the init edge first', [INIT, CARRY]],
    ['the carry edge first', [CARRY, INIT]],
  ])('is told of an input on both sides of a persisted init port, with %s', (_, wires) => {
    expect(hazardsOf(dual(true, wires), 'frozen-input')).toEqual([
      {
        code: 'frozen-input',
        severity: 'error',
        title: 'Frozen at its first value',
        message:
          'policy.obs is wired from in.init_obs and in.iterout_obs. The init port "obs" persists, so its value wins in every iteration of in, and what out carries as "obs" is never read there.',
        where: { scope: 'in', node: 'policy', port: 'obs', slot: 'init_obs' },
        writers: wires.map((wire) => wire.split(' > ')[0]),
        fix: {
          sentence: 'Set persist of init port "obs" of in to false.',
          node: 'in',
          path: ['initPorts', 1, 'persist'],
          from: true,
          to: false,
        },
      },
    ]);
  });

  it('is not told where the init port is one-shot', () => {
    expect(hazardsOf(dual(false, [INIT, CARRY]), 'frozen-input')).toEqual([]);
  });

  it('is not told where only one side is wired', () => {
    expect(hazardsOf(dual(true, [INIT]), 'frozen-input')).toEqual([]);
    expect(hazardsOf(dual(true, [CARRY]), 'frozen-input')).toEqual([]);
  });

  it('is not told where nothing ever fills the init slot', () => {
    const parts = dual(true, [INIT, CARRY]);
    expect(
      hazardsOf({ ...parts, wires: parts.wires.filter((w) => w !== 'env0.obs > in.init_obs') }, 'frozen-input'),
    ).toEqual([]);
  });

  it('under agentcanvas is told only where the init edge is declared last', () => {
    expect(hazardsOf(dual(true, [INIT, CARRY]), 'frozen-input', 'agentcanvas')).toEqual([]);
    expect(hazardsOf(dual(true, [CARRY, INIT]), 'frozen-input', 'agentcanvas')).toHaveLength(1);
  });

  it('is not told of two loops that feed one read-out from different iterIns', () => {
    const parts: GraphParts = {
      loops: [{ init: [{ name: 'a', persist: true }], carry: ['x'] }],
      wires: ['s.o > in.init_a', 'in.init_a > body.a', 'in.step > body.a', 'body.y > out.x'],
    };
    expect(hazardsOf(parts, 'frozen-input')).toEqual([]);
  });
});

describe('vanishing-input (seed 001 §10)', () => {
  const loop = (persist: boolean, add: readonly string[] = [], budget: unknown = 5): GraphParts => ({
    loops: [{ init: [{ name: 'goal', persist }], carry: ['obs'], budget }],
    wires: [
      'start.goal > in.init_goal',
      'in.init_goal > judge.goal',
      'in.iterout_obs > judge.obs',
      'judge.obs > out.obs',
      'judge.done > out.stop',
      ...add,
    ],
    requires: { judge: ['goal'] },
  });

  it('is told of an input that only a one-shot init slot feeds, with the persist flag to set', () => {
    expect(hazardsOf(loop(false), 'vanishing-input')).toMatchObject([
      {
        severity: 'warning',
        message:
          "judge.goal gets its value only from in.init_goal: an init slot that does not persist is empty after iteration 0, so judge requires it and can't fire from iteration 1 on.",
        where: { scope: 'in', node: 'judge', port: 'goal', slot: 'init_goal' },
        writers: ['in.init_goal'],
        fix: { node: 'in', path: ['initPorts', 0, 'persist'], from: false, to: true },
      },
    ]);
  });

  it('is not told where the init port persists, or a carry feeds the input too', () => {
    expect(hazardsOf(loop(true), 'vanishing-input')).toEqual([]);
    expect(hazardsOf(loop(false, ['in.iterout_obs > judge.goal']), 'vanishing-input')).toEqual([]);
  });

  it('is not told of a loop of one iteration', () => {
    expect(hazardsOf(loop(false, [], 1), 'vanishing-input')).toEqual([]);
  });

  it('is told of a surrogate slot, with the way to declare it', () => {
    const hazards = hazardsOf(loop(true, ['start.map > in.map', 'in.map > judge.map']), 'vanishing-input');
    expect(hazards).toMatchObject([{ where: { node: 'judge', port: 'map', slot: 'map' } }]);
    expect(hazards[0]?.message).toContain('declare an init port with persist true');
    expect(hazards[0]?.fix).toBeUndefined();
  });

  it("is told of a wire from the graph scope straight into a root loop's body", () => {
    const hazards = hazardsOf(loop(true, ['start.map > judge.map']), 'vanishing-input');
    expect(hazards).toMatchObject([{ where: { scope: 'in', node: 'judge', port: 'map' }, writers: ['start.map'] }]);
    expect(hazards[0]?.message).toContain('a wire from outside of the loop delivers once');
  });

  it('is not told of a seed that is wired straight into a carry slot', () => {
    expect(hazardsOf(loop(true, ['start.obs > in.iterout_obs']), 'vanishing-input')).toEqual([]);
  });

  it('is told of an inner one-shot init port that only an outer one-shot slot fills', () => {
    const parts: GraphParts = {
      loops: [
        { iterIn: 'plan', iterOut: 'planned', init: ['goal'], carry: ['s'], budget: 3 },
        { iterIn: 'act', iterOut: 'acted', init: ['goal'], carry: ['r'], budget: 3 },
      ],
      nodes: [{ id: 'gout', type: 'graphOut', config: { portName: 'r' } }],
      wires: [
        's.o > plan.init_goal',
        'plan.init_goal > act.init_goal',
        'act.init_goal > step.n',
        'act.iterout_r > step.n',
        'step.n > acted.r',
        'acted.final_r > gout.value',
        'gout.value > planned.s',
      ],
    };
    expect(hazardsOf(parts, 'vanishing-input')).toMatchObject([
      { where: { scope: 'plan', node: 'act', port: 'init_goal' } },
    ]);
  });
});

describe('the other static hazards', () => {
  const loop = (init: readonly string[], wires: readonly string[]): GraphParts => ({
    loops: [{ init, carry: ['obs'], budget: 7 }],
    wires: ['env0.obs > in.init_obs', 'in.init_obs > body.a', 'in.iterout_obs > body.a', 'body.y > out.obs', ...wires],
  });

  it('budget-only is information about a loop without stop, with its budget', () => {
    expect(hazardsOf(loop(['obs'], []), 'budget-only')).toEqual([
      {
        code: 'budget-only',
        severity: 'info',
        title: 'Runs to its budget',
        message: 'Nothing is wired into out.stop, so the loop in always runs 7 iterations, its whole budget.',
        where: { scope: 'in', node: 'out', port: 'stop' },
      },
    ]);
    expect(hazardsOf(loop(['obs'], ['body.done > out.stop']), 'budget-only')).toEqual([]);
  });

  it('unwired-init is told of an init port that nothing fills, with who waits for it', () => {
    const hazards = hazardsOf(loop(['obs', 'goal'], ['in.init_goal > body.b']), 'unwired-init');
    expect(hazards).toMatchObject([{ severity: 'warning', where: { scope: 'in', node: 'in', port: 'init_goal' } }]);
    expect(hazards[0]?.message).toContain('so body.b never gets a value from it');
  });

  it.each([
    ['a letter lost', 'int_obs', 'init_obs'],
    ['two letters swapped', 'init_bos', 'init_obs'],
    ['a prefix forgotten', 'obs', 'init_obs'],
    ['a carry misspelt', 'iterout_ob', 'iterout_obs'],
  ])('near-miss-handle is told of %s', (_, handle, meant) => {
    const hazards = hazardsOf(loop(['obs'], [`env0.extra > in.${handle}`]), 'near-miss-handle');
    expect(hazards).toMatchObject([
      { severity: 'warning', where: { node: 'in', slot: handle }, writers: ['env0.extra'] },
    ]);
    expect(hazards[0]?.message).toContain(`Was "${meant}" meant?`);
  });

  it.each(['landmarks', 'init_goal', 'step_length'])('near-miss-handle is not told of %s', (handle) => {
    expect(hazardsOf(loop(['obs'], [`env0.extra > in.${handle}`]), 'near-miss-handle')).toEqual([]);
  });

  it('unread-carry is information about a carry that neither side reads', () => {
    const parts = loop(['obs'], ['body.n > out.n']);
    const both = { ...parts, loops: [{ init: ['obs'], carry: ['obs', 'n'], budget: 7 }] };
    expect(hazardsOf(both, 'unread-carry')).toMatchObject([
      { severity: 'info', where: { scope: 'in', node: 'out', port: 'n', slot: 'iterout_n' } },
    ]);
    for (const wire of ['in.iterout_n > body.b', 'out.final_n > verdict.v']) {
      expect(hazardsOf({ ...both, wires: [...both.wires, wire] }, 'unread-carry')).toEqual([]);
    }
  });

  it.each([
    ['a run-invariant', ['env0.obs > in.init_go', 'in.init_go > out.stop'], 'a run-invariant'],
    ['a node outside of the loop', ['env0.done > out.stop'], 'outside of the loop'],
    ['a scripted node that always says false', ['in.step > no.s', 'no.done > out.stop'], 'it never ends the loop'],
    ['an expression that says true', ['in.step > yes.s', 'yes.done > out.stop'], 'after its first iteration'],
  ])('constant-stop is told of a stop from %s', (_, wires, says) => {
    const parts: GraphParts = {
      ...loop(['obs'], wires),
      loops: [{ init: ['obs', { name: 'go', persist: true }], carry: ['obs'] }],
      nodes: [
        {
          id: 'no',
          type: 'scripted',
          config: { inputs: ['s'], outputs: ['done'], seq: [{ done: false }, { done: false }] },
        },
        { id: 'yes', type: 'expression', config: { inputs: ['s'], outputs: { done: 'true' } } },
      ].filter(({ id }) => wires.some((wire) => wire.startsWith(id))),
    };
    const hazards = hazardsOf(parts, 'constant-stop');
    expect(hazards).toMatchObject([{ severity: 'warning', where: { scope: 'in', node: 'out', port: 'stop' } }]);
    expect(hazards[0]?.message).toContain(says);
  });

  it.each([
    ['a node of the body', ['body.done > out.stop']],
    ['a run-invariant and a node of the body', ['in.init_obs > out.stop', 'body.done > out.stop']],
    ['a carry', ['in.iterout_obs > out.stop']],
    ['the step', ['in.step > out.stop']],
  ])('constant-stop is not told of a stop from %s', (_, wires) => {
    expect(hazardsOf(loop(['obs'], wires), 'constant-stop')).toEqual([]);
  });

  it.each([
    ['TEXT', 1],
    ['LIST[BOOL]', 1],
    ['BOOL', 0],
    ['ANY', 0],
  ])('non-boolean-stop: a stop from a carry of type %s is told %d times', (type, times) => {
    const parts: GraphParts = {
      ...loop(['obs'], ['in.iterout_done > out.stop', 'body.d > out.done']),
      loops: [{ init: ['obs'], carry: ['obs', { name: 'done', wire_type: type }] }],
    };
    expect(hazardsOf(parts, 'non-boolean-stop')).toHaveLength(times);
  });

  it('non-boolean-stop is told of a stop from the step, and not of what declares no type', () => {
    expect(hazardsOf(loop(['obs'], ['in.step > out.stop']), 'non-boolean-stop')).toHaveLength(1);
    expect(hazardsOf(loop(['obs'], ['body.done > out.stop']), 'non-boolean-stop')).toEqual([]);
  });

  it('have codes of their own', () => {
    const codes = staticHazards.map((hazard) => hazard.code);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe('foreign-reset (seed 001 §10)', () => {
  /** An outer loop whose body writes a state and holds an inner loop. */
  const nested = (state: object, writer = 'w'): GraphParts => ({
    loops: [
      { iterIn: 'plan', iterOut: 'planned', init: [{ name: 'goal', persist: true }], carry: ['s'], budget: 3 },
      { iterIn: 'act', iterOut: 'acted', init: ['goal'], carry: ['r'], budget: 3 },
    ],
    nodes: [
      { id: 'gout', type: 'graphOut', config: { portName: 'r' } },
      { id: 'w', type: 'containerWrite', config: { container: 'notes', state: 'hint' } },
      { id: 'v', type: 'containerWrite', config: { container: 'notes', state: 'hint' } },
    ],
    wires: [
      's.o > plan.init_goal',
      'plan.init_goal > w.value',
      'w.value > act.init_goal',
      'act.init_goal > step.n',
      'act.iterout_r > step.n',
      'step.n > acted.r',
      'step.n > v.value',
      'acted.final_r > gout.value',
      'gout.value > planned.s',
    ],
    file: {
      containers: [{ id: 'notes', states: { hint: state } }],
      access_grants: [...new Set([writer, 'v', 'w'])].map((node_id) => ({ node_id, container_id: 'notes' })),
    },
  });

  it('is told of a state that an outer node writes and an inner step resets, with the fix', () => {
    expect(hazardsOf(nested({ type: 'lastWrite', lifetime: 'step' }), 'foreign-reset')).toMatchObject([
      {
        severity: 'warning',
        where: { scope: '', node: 'w', slot: 'notes.hint' },
        fix: { path: ['containers', 0, 'states', 'hint', 'lifetime'], from: 'step', to: 'run' },
      },
    ]);
    expect(hazardsOf(nested({ type: 'lastWrite', reset_on: ['step_end'] }), 'foreign-reset')).toMatchObject([
      { fix: { path: ['containers', 0, 'states', 'hint', 'reset_on'], from: ['step_end'], to: ['run_end'] } },
    ]);
  });

  it.each([['run'], ['episode'], ['forever']])('is not told of a state with the lifetime %s', (lifetime) => {
    expect(hazardsOf(nested({ type: 'lastWrite', lifetime }), 'foreign-reset')).toEqual([]);
  });

  it('is not told of a state that only the inner loop writes, nor of its read-outs', () => {
    const parts = nested({ type: 'lastWrite', lifetime: 'step' });
    const nodes = parts.nodes?.map((node) =>
      node.id === 'w'
        ? { ...node, type: 'scripted', config: { inputs: ['value'], outputs: ['value'], seq: [{}] } }
        : node,
    );
    for (const compat of [undefined, 'agentcanvas']) {
      expect(hazardsOf({ ...parts, nodes: nodes ?? [] }, 'foreign-reset', compat)).toEqual([]);
    }
  });
});

describe('hazards of agentcanvas (semantics §5)', () => {
  const wires = [
    'env0.obs > in.init_obs',
    'in.init_obs > near.a',
    'in.iterout_obs > near.a',
    'near.obs > out.obs',
    'near.obs > far.a',
    'far.b > farther.b',
    'farther.done > out.stop',
    'farther.map > out.map',
  ];
  const parts = (map: object = {}): GraphParts => ({
    loops: [{ init: ['obs'], carry: ['obs', { name: 'map', wire_type: 'ANY', ...map }] }],
    wires,
  });

  it('late-stop is told of a stop that can’t be there when iterOut fires', () => {
    expect(hazardsOf(parts(), 'late-stop', 'agentcanvas')).toMatchObject([
      { severity: 'error', where: { scope: 'in', node: 'out', port: 'stop' }, writers: ['farther.done'] },
    ]);
    expect(hazardsOf(parts(), 'late-stop')).toEqual([]);
  });

  it('uneven-carry is told of a carry that iterOut does not wait for, with the port to make required', () => {
    expect(hazardsOf(parts(), 'uneven-carry', 'agentcanvas')).toMatchObject([
      { where: { node: 'out', port: 'map' }, fix: { path: ['ports', 1, 'required'], from: false, to: true } },
    ]);
    expect(hazardsOf(parts(), 'uneven-carry')).toEqual([]);
  });

  it('neither is told where the late carry is required', () => {
    for (const code of ['late-stop', 'uneven-carry'])
      expect(hazardsOf(parts({ required: true }), code, 'agentcanvas')).toEqual([]);
  });

  it('late-stop is not told of a stop that is wired before the carry of the same node', () => {
    const early: GraphParts = {
      loops: [{ init: ['obs'], carry: ['obs'] }],
      wires: [...wires.slice(0, 3), 'near.done > out.stop', 'near.obs > out.obs'],
    };
    expect(hazardsOf(early, 'late-stop', 'agentcanvas')).toEqual([]);
  });

  it('stale-reentry is told of an inner carry that no later init wire beats', () => {
    const inner = (last: readonly string[]): GraphParts => ({
      loops: [
        { iterIn: 'plan', iterOut: 'planned', init: [{ name: 'goal', persist: true }], carry: ['s'], budget: 3 },
        { iterIn: 'act', iterOut: 'acted', init: ['goal'], carry: ['r'], budget: 3 },
      ],
      nodes: [{ id: 'gout', type: 'graphOut', config: { portName: 'r' } }],
      wires: [
        's.o > plan.init_goal',
        'plan.init_goal > act.init_goal',
        ...last,
        'step.n > acted.r',
        'acted.final_r > gout.value',
        'gout.value > planned.s',
      ],
    });
    const carryLast = inner(['act.init_goal > step.n', 'act.iterout_r > step.n']);
    expect(hazardsOf(carryLast, 'stale-reentry', 'agentcanvas')).toMatchObject([
      {
        where: { scope: 'act', node: 'step', port: 'n', slot: 'iterout_r' },
        fix: { node: 'acted', path: ['ports', 0, 'persist'], from: true, to: false },
      },
    ]);
    expect(hazardsOf(carryLast, 'stale-reentry')).toEqual([]);
    const initLast = inner(['act.iterout_r > step.n', 'act.init_goal > step.n']);
    expect(hazardsOf(initLast, 'stale-reentry', 'agentcanvas')).toEqual([]);
  });
});
