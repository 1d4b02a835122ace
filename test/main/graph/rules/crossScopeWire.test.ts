import { describe, expect, it } from 'vitest';
import { draftOf, type GraphParts, told } from '../pivotGraph.ts';

const LOOPS: GraphParts['loops'] = [
  { iterIn: 'plan', iterOut: 'planned', init: ['goal'], carry: ['s'] },
  { iterIn: 'act', iterOut: 'acted', init: ['a', 'b'], carry: ['r'] },
];
const BOUNDARIES: GraphParts['nodes'] = [
  { id: 'gin', type: 'graphIn', config: { portName: 'a' } },
  { id: 'gout', type: 'graphOut', config: { portName: 'r' } },
];
const WIRES = [
  'start.go > plan.init_goal',
  'plan.init_goal > think.g',
  'think.a > gin.value',
  'gin.value > act.init_a',
  'act.init_a > step.n',
  'step.n > acted.r',
  'acted.final_r > gout.value',
  'gout.value > judge.v',
  'judge.s > planned.s',
];

function toldWith(...add: string[]): string[] {
  return told(draftOf({ loops: LOOPS ?? [], nodes: BOUNDARIES ?? [], wires: [...WIRES, ...add] }).problems);
}

describe('a wire between scopes is legal', () => {
  it.each([
    ['from the scope around into an inner init side', 'think.c > act.init_b'],
    ['from a body to a side read-out', 'step.n > view.v'],
    ['from two nested bodies to one side read-out', 'think.a > view.w'],
    ['out of a root final side', 'planned.final_s > verdict.v'],
    ['from a latch to a side read-out', 'gout.value > view.v'],
    ["from the graph scope into a root loop's body", 'start.go > think.h'],
    ['through a graphIn straight into an inner body', 'gin.value > step.m'],
  ])('%s', (_, wire) => {
    expect(toldWith(wire)).toEqual([]);
  });

  it('through a graphIn in the middle of one body', () => {
    const wires = WIRES.map((wire) => (wire === 'gout.value > judge.v' ? 'gout.value > mid.value' : wire));
    const nodes = [...(BOUNDARIES ?? []), { id: 'mid', type: 'graphIn', config: { portName: 'm' } }];
    const { problems, graph } = draftOf({ loops: LOOPS ?? [], nodes, wires: [...wires, 'mid.value > judge.v'] });
    expect(told(problems)).toEqual([]);
    expect(graph.runsIn.mid).toBe('plan');
  });
});

describe('a wire between scopes is refused', () => {
  it.each([
    ['from an outer body into an inner one', 'think.a > step.m', 'step.m'],
    ['from the graph scope into an inner body', 'start.go > step.m', 'step.m'],
    ['from the graph scope into an inner init side', 'start.go > act.init_b', 'act.init_b'],
    ['from an inner body into the outer one', 'step.n > judge.w', 'judge.w'],
    ["from an inner body to the outer iterOut's stop", 'step.done > planned.stop', 'planned.stop'],
    ['from an inner final side past its graphOut', 'acted.final_r > judge.w', 'judge.w'],
    ['from a latch into the loop whose latch it is', 'gout.value > loose.v', 'loose.v'],
  ])('%s', (_, wire, place) => {
    const extra = wire.includes('loose') ? ['loose.z > acted.r'] : [];
    const nodes = wire.includes('loose')
      ? WIRES.map((w) => (w === 'acted.final_r > gout.value' ? 'step.n > gout.value' : w))
      : WIRES;
    const { problems } = draftOf({ loops: LOOPS ?? [], nodes: BOUNDARIES ?? [], wires: [...nodes, wire, ...extra] });
    expect(told(problems)).toEqual([`cross-scope-wire ${place}`]);
  });

  it('from the body of one root loop into another', () => {
    const loop = (n: number) => [`s${n}.o > in${n}.init_x`, `in${n}.init_x > b${n}.a`, `b${n}.y > out${n}.x`];
    const { problems } = draftOf({
      loops: [1, 2].map((n) => ({ iterIn: `in${n}`, iterOut: `out${n}`, init: ['x'] })),
      wires: [...loop(1), ...loop(2), 'b1.y > b2.c'],
    });
    expect(told(problems)).toEqual(['cross-scope-wire b2.c']);
  });

  it('from a body into the init side of a loop that leads nowhere back, with the way to nest it', () => {
    const { problems } = draftOf({
      loops: [1, 2].map((n) => ({ iterIn: `in${n}`, iterOut: `out${n}`, init: ['x'] })),
      wires: [
        's1.o > in1.init_x',
        'in1.init_x > b1.a',
        'b1.y > out1.x',
        'b1.y > in2.init_x',
        'in2.init_x > b2.a',
        'b2.y > out2.x',
      ],
    });
    expect(told(problems)).toEqual(['cross-scope-wire in2.init_x']);
    expect(problems[0]?.hint).toContain('through a graphOut, so that it is nested there');
  });
});

it('under agentcanvas an inner final side may be read by the outer body', () => {
  const parts = { loops: LOOPS ?? [], nodes: BOUNDARIES ?? [], wires: [...WIRES, 'acted.final_r > judge.w'] };
  expect(told(draftOf(parts, { compat: 'agentcanvas' }).problems)).toEqual([]);
});
