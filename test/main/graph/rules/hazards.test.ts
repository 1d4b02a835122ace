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

  it('have codes of their own', () => {
    const codes = staticHazards.map((hazard) => hazard.code);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
