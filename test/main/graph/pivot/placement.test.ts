import { describe, expect, it } from 'vitest';
import { draftOf, type GraphParts, told } from '../pivotGraph.ts';

const NESTED: GraphParts = {
  loops: [
    { iterIn: 'plan', iterOut: 'planned', init: ['goal'], carry: ['s'] },
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
    'report.v > archive.v',
  ],
};

function runsIn(parts: GraphParts, node: string): string | undefined {
  return draftOf(parts).graph.runsIn[node];
}

describe('where a node runs', () => {
  it('is its own scope for the nodes of a body, the pivots and a latch', () => {
    const { graph, problems } = draftOf(NESTED);
    expect(problems).toEqual([]);
    expect(graph.runsIn).toMatchObject({
      think: 'plan',
      step: 'act',
      plan: 'plan',
      planned: 'plan',
      act: 'act',
      acted: 'act',
      gout: 'act',
    });
  });

  it('is the scope around for the graphIn of an inner loop', () => {
    expect(runsIn(NESTED, 'gin')).toBe('plan');
  });

  it('is the graph scope for entry nodes and the band', () => {
    const { graph } = draftOf(NESTED);
    expect(graph.runsIn).toMatchObject({ start: '', report: '', archive: '' });
    expect(graph.band).toEqual(['report', 'archive']);
  });

  it('is the innermost loop that feeds it for a side read-out, through further read-outs too', () => {
    const parts = { ...NESTED, wires: [...NESTED.wires, 'step.n > log.v', 'log.z > view.v', 'think.a > view.w'] };
    const { graph, problems } = draftOf(parts);
    expect(problems).toEqual([]);
    expect(graph.forest.node_to_scope).toMatchObject({ log: '', view: '' });
    expect(graph.runsIn).toMatchObject({ log: 'act', view: 'act' });
  });

  it('is the scope around a latch for a side read-out of the latch', () => {
    expect(runsIn({ ...NESTED, wires: [...NESTED.wires, 'gout.value > view.v'] }, 'view')).toBe('plan');
  });

  it('is undecided, and told, where two loops feed a read-out and neither holds the other', () => {
    const loop = (n: number) => [
      `s${n}.o > in${n}.init_x`,
      `in${n}.init_x > b${n}.a`,
      `b${n}.y > out${n}.x`,
      `b${n}.y > view.v${n}`,
    ];
    const { problems } = draftOf({
      loops: [1, 2].map((n) => ({ iterIn: `in${n}`, iterOut: `out${n}`, init: ['x'] })),
      wires: [...loop(1), ...loop(2)],
    });
    expect(told(problems)).toEqual(['readout-two-scopes view']);
    expect(problems[0]?.message).toContain('in1 and in2');
  });
});
