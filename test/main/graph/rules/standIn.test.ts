import { describe, expect, it } from 'vitest';
import { missingOperators } from '../../../../main/graph/missingOperators.ts';
import { draftOf, type GraphParts, told } from '../pivotGraph.ts';

const LOOP: GraphParts = {
  loops: [{ init: ['x'], carry: ['x'] }],
  nodes: [
    { id: 'env', type: 'env_habitat__step' },
    { id: 'calc', type: 'expression', config: { inputs: ['a', 'b'], required: ['a'], outputs: { y: 'a' } } },
  ],
  wires: ['seed.o > in.init_x', 'in.init_x > calc.a', 'calc.y > env.action', 'env.obs > out.x', 'env.done > out.stop'],
};

function nodeWith(standIn: unknown, id: string) {
  const { graph, problems } = draftOf(LOOP, { standIns: { [id]: standIn } });
  return { problems, node: graph.nodes.find((node) => node.id === id) };
}

describe('a stand-in', () => {
  it('replaces the operator by a scripted one and keeps the authored type', () => {
    const { node, problems } = nodeWith({ seq: [{ y: 1 }] }, 'calc');
    expect(problems).toEqual([]);
    expect(node).toMatchObject({ type: 'scripted', authoredType: 'expression', config: { seq: [{ y: 1 }] } });
  });

  it('has the ports of the node that it stands for', () => {
    expect(nodeWith({ seq: [{ y: 1 }] }, 'calc').node).toMatchObject({
      inputs: [
        { port: 'a', required: true },
        { port: 'b', required: false },
      ],
      outputs: ['y'],
      config: { inputs: ['a', 'b'], required: ['a'], outputs: ['y'] },
    });
  });

  it('of an unknown type has the handles that wires name and the outputs that it answers with, and requires nothing', () => {
    expect(nodeWith({ seq: [{ obs: 1, reward: 0 }, { $throw: 'lost' }] }, 'env').node).toMatchObject({
      type: 'scripted',
      authoredType: 'env_habitat__step',
      inputs: [{ port: 'action', required: false }],
      outputs: ['obs', 'done', 'reward'],
    });
  });

  it('may name its ports itself', () => {
    const standIn = { inputs: ['action'], outputs: ['obs', 'done'], expr: { obs: 'action', done: 'true' } };
    expect(nodeWith(standIn, 'env').node?.inputs).toEqual([{ port: 'action', required: true }]);
  });

  it('takes its node off the list of what is missing', () => {
    const known = new Set(['scripted', 'expression']);
    expect(missingOperators(draftOf(LOOP).graph, known)).toEqual([{ node: 'env', type: 'env_habitat__step' }]);
    const standIns = { env: { seq: [{}] } };
    expect(missingOperators(draftOf(LOOP, { standIns }).graph, known)).toEqual([]);
  });

  it('is kept with the graph, for the tape', () => {
    const standIns = { env: { seq: [{ obs: 1 }] } };
    expect(draftOf(LOOP, { standIns }).graph.standIns).toEqual(standIns);
    expect(draftOf(LOOP).graph).not.toHaveProperty('standIns');
  });

  it.each([
    ['names no node', { calk: { seq: [{}] } }, 'stand-in calk', 'Did you mean "calc"?'],
    ['names a pivot', { in: { seq: [{}] } }, 'stand-in in', 'an iterIn has no operator'],
    ['is no object', { env: 'yes' }, 'stand-in env', 'must be an object'],
    ['has no answers', { env: {} }, 'scripted-config env', 'is missing'],
  ])('is refused where it %s', (_, standIns, problem, says) => {
    const { problems } = draftOf(LOOP, { standIns });
    expect(told(problems)).toEqual([problem]);
    expect(problems[0]?.message).toContain(says);
    expect(problems[0]?.where.path).toBeUndefined();
  });
});
