import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScopeForest } from '../../../../shared/model/scope.ts';
import { draftOf, type GraphParts } from '../pivotGraph.ts';

function forestOf(parts: GraphParts): ScopeForest {
  return draftOf(parts).graph.forest;
}

/** The nested graph that the seed's §8 describes: graphIn into the inner loop, graphOut out of it. */
const NESTED: GraphParts = {
  loops: [
    { iterIn: 'plan', iterOut: 'planned', init: ['goal'], carry: ['s'], budget: 4 },
    { iterIn: 'act', iterOut: 'acted', init: ['a'], carry: ['r'] },
  ],
  nodes: [
    { id: 'gin', type: 'graphIn', config: { portName: 'a' } },
    { id: 'gout', type: 'graphOut', config: { portName: 'r' } },
  ],
  wires: [
    'start.go > plan.init_goal',
    'plan.init_goal > think.g',
    'think.a > gin.value',
    'gin.value > act.init_a',
    'act.init_a > step.n',
    'act.iterout_r > step.n',
    'step.n > acted.r',
    'acted.final_r > gout.value',
    'gout.value > planned.s',
    'planned.final_s > report.v',
  ],
};

describe('scope analysis', () => {
  it('finds no scope in a graph without pivots', () => {
    const forest = forestOf({ wires: ['a.y > b.x'] });
    expect(forest).toEqual({
      scopes: {},
      root_scope_ids: [],
      node_to_scope: { a: '', b: '' },
      graph_scope_node_ids: ['a', 'b'],
    });
  });

  it('takes as body what lies between iterIn and iterOut, and nothing else', () => {
    const forest = forestOf({
      loops: [{ init: ['x'] }],
      wires: [
        'seed.o > in.init_x',
        'in.init_x > body.a',
        'in.iterout_x > body.a',
        'body.y > out.x',
        'body.y > viewer.v',
        'out.final_x > verdict.v',
      ],
    });
    expect(forest.scopes.in).toEqual({
      scope_id: 'in',
      iter_out_id: 'out',
      parent_scope_id: null,
      child_scope_ids: [],
      member_node_ids: ['in', 'out', 'body'],
      graphin_node_ids: [],
      graphout_node_ids: [],
      step_budget: null,
      effective_budget: 500,
    });
    expect(forest.graph_scope_node_ids).toEqual(['seed', 'viewer', 'verdict']);
  });

  it('nests a loop whose pivots lie in the body of another', () => {
    const forest = forestOf(NESTED);
    expect(forest.root_scope_ids).toEqual(['plan']);
    expect(forest.scopes.plan?.child_scope_ids).toEqual(['act']);
    expect(forest.scopes.act?.parent_scope_id).toBe('plan');
    expect(forest.scopes.plan?.member_node_ids).toEqual(['plan', 'planned', 'think']);
    expect(forest.scopes.act?.member_node_ids).toEqual(['act', 'acted', 'gin', 'gout', 'step']);
    expect(forest.scopes.act?.graphin_node_ids).toEqual(['gin']);
    expect(forest.scopes.act?.graphout_node_ids).toEqual(['gout']);
    expect(forest.graph_scope_node_ids).toEqual(['start', 'report']);
  });

  it('nests a loop whose final side is not wired and whose body alone feeds the latch', () => {
    const wires = NESTED.wires.map((wire) => (wire.startsWith('acted.final_r') ? 'step.n > gout.value' : wire));
    const forest = forestOf({ ...NESTED, wires });
    expect(forest.scopes.act?.parent_scope_id).toBe('plan');
    expect(forest.scopes.act?.member_node_ids).toEqual(['act', 'acted', 'gin', 'gout', 'step']);
  });

  it('does not turn nesting inside out when a graphIn feeds an inner body beside a latch from it', () => {
    const forest = forestOf({
      ...NESTED,
      nodes: [...(NESTED.nodes ?? []), { id: 'gin2', type: 'graphIn', config: { portName: 'b' } }],
      wires: [
        ...NESTED.wires.map((wire) => (wire.startsWith('acted.final_r') ? 'step.n > gout.value' : wire)),
        'think.b > gin2.value',
        'gin2.value > step.b',
      ],
    });
    expect(forest.scopes.act?.parent_scope_id).toBe('plan');
    expect(forest.scopes.plan?.parent_scope_id).toBeNull();
    expect(forest.scopes.act?.member_node_ids).toEqual(['act', 'acted', 'gin', 'gout', 'gin2', 'step']);
    expect(forest.scopes.plan?.member_node_ids).toEqual(['plan', 'planned', 'think']);
  });

  it('keeps several roots apart, in the order of their iterIns', () => {
    const loop = (n: number) => [`seed${n}.o > in${n}.init_x`, `in${n}.init_x > body${n}.a`, `body${n}.y > out${n}.x`];
    const forest = forestOf({
      loops: [2, 1].map((n) => ({ iterIn: `in${n}`, iterOut: `out${n}`, init: ['x'] })),
      wires: [...loop(1), ...loop(2)],
    });
    expect(forest.root_scope_ids).toEqual(['in2', 'in1']);
    expect(forest.node_to_scope.body1).toBe('in1');
    expect(forest.node_to_scope.body2).toBe('in2');
  });

  it('attaches a graphIn of the whole graph to the loop that it starts, and not a graphOut after it', () => {
    const forest = forestOf({
      loops: [{ init: ['x'] }],
      nodes: [
        { id: 'given', type: 'graphIn', config: { portName: 'x' } },
        { id: 'stream', type: 'graphOut', config: { portName: 's' } },
        { id: 'result', type: 'graphOut', config: { portName: 'r' } },
      ],
      wires: [
        'given.value > in.init_x',
        'in.init_x > body.a',
        'body.y > out.x',
        'body.y > stream.value',
        'out.final_x > result.value',
      ],
    });
    expect(forest.scopes.in?.graphin_node_ids).toEqual(['given']);
    expect(forest.scopes.in?.graphout_node_ids).toEqual(['stream']);
    expect(forest.node_to_scope.result).toBe('');
  });

  it('attaches the latches of three levels one level each, also where one feeds the next', () => {
    const forest = forestOf({
      loops: ['a', 'b', 'c'].map((name) => ({ iterIn: `${name}In`, iterOut: `${name}Out`, init: ['x'] })),
      nodes: [
        { id: 'latchC', type: 'graphOut', config: { portName: 'c' } },
        { id: 'latchB', type: 'graphOut', config: { portName: 'b' } },
      ],
      wires: [
        'seed.o > aIn.init_x',
        'aIn.init_x > bIn.init_x',
        'bIn.init_x > cIn.init_x',
        'cIn.init_x > work.a',
        'work.y > cOut.x',
        'cOut.final_x > latchC.value',
        'latchC.value > bOut.x',
        'latchC.value > latchB.value',
        'latchB.value > aOut.x',
      ],
    });
    expect(forest.scopes.cIn?.parent_scope_id).toBe('bIn');
    expect(forest.scopes.bIn?.parent_scope_id).toBe('aIn');
    expect(forest.scopes.cIn?.graphout_node_ids).toEqual(['latchC']);
    expect(forest.scopes.bIn?.graphout_node_ids).toEqual(['latchB']);
  });

  it('resolves a budget from the scope itself, its nearest ancestor, the graph, and 500', () => {
    const budgets = (inner: unknown, outer: unknown, file: object) => {
      const loops = (NESTED.loops ?? []).map((loop, index) => ({ ...loop, budget: index === 0 ? outer : inner }));
      const { scopes } = forestOf({ ...NESTED, loops, file });
      return [scopes.act, scopes.plan].map((scope) => [scope?.step_budget, scope?.effective_budget]);
    };
    expect(budgets(3, 4, { step_budget: 9 })).toEqual([
      [3, 3],
      [4, 4],
    ]);
    expect(budgets(undefined, 4, { step_budget: 9 })).toEqual([
      [null, 4],
      [4, 4],
    ]);
    expect(budgets(undefined, null, { step_budget: 9 })).toEqual([
      [null, 9],
      [null, 9],
    ]);
    expect(budgets(undefined, undefined, { maxIterations: 7 })[0]).toEqual([null, 7]);
    expect(budgets(undefined, undefined, { step_budget: 9, maxIterations: 7 })[0]).toEqual([null, 9]);
    expect(budgets(undefined, undefined, { step_budget: null })[0]).toEqual([null, 500]);
    expect(budgets(undefined, undefined, {})[0]).toEqual([null, 500]);
  });

  it('says of every node one scope, of every scope one place in the forest, whatever is wired to what', () => {
    const ids = ['aIn', 'aOut', 'bIn', 'bOut', 'n1', 'n2', 'n3', 'gi', 'go'];
    const wires = fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 16 });
    fc.assert(
      fc.property(wires, (pairs) => {
        const forest = forestOf({
          loops: ['a', 'b'].map((name) => ({ iterIn: `${name}In`, iterOut: `${name}Out`, init: ['x'] })),
          nodes: [
            { id: 'gi', type: 'graphIn', config: {} },
            { id: 'go', type: 'graphOut', config: {} },
            ...['n1', 'n2', 'n3'].map((id) => ({ id, type: 'note' })),
          ],
          wires: pairs.map(([source, target]) => `${source}.h > ${target}.h`),
        });
        const members = Object.values(forest.scopes).flatMap((scope) => scope.member_node_ids);
        expect([...members, ...forest.graph_scope_node_ids].sort()).toEqual([...ids].sort());
        for (const scope of Object.values(forest.scopes)) {
          expect(scope.member_node_ids).toContain(scope.scope_id);
          expect(scope.member_node_ids).toContain(scope.iter_out_id);
          const parent = scope.parent_scope_id;
          if (parent === null) expect(forest.root_scope_ids).toContain(scope.scope_id);
          else expect(forest.scopes[parent]?.child_scope_ids).toContain(scope.scope_id);
        }
      }),
      { numRuns: 400 },
    );
  });
});
