import { expect, it } from 'vitest';
import {
  inputsOfSeveralWires,
  placeOf,
  portAddress,
  slotAddress,
  splitSubject,
} from '../../../main/queries/address.ts';
import { checked } from '../../support/runGraphFile.ts';
import { givenCase } from './recordedTape.ts';

const graph = checked(givenCase('G01').graph);

it('a slot is addressed by its scope, a latch by its graphOut, the graph scope’s own slots by their name', () => {
  expect(slotAddress('plan', 'init_x')).toBe('plan.init_x');
  expect(slotAddress('plan', 'out1.latch')).toBe('out1.latch');
  expect(slotAddress('', 'state.a.b')).toBe('state.a.b');
  expect(slotAddress('a.b', 'init_x/y')).toBe('a%2Eb.init_x%2Fy');
  expect(portAddress('n.1', 'in')).toBe('n%2E1.in');
});

it('an address leads back to what it was made of', () => {
  const slots = [
    { scope: 'iterIn_1', slot: 'init_obs' },
    { scope: 'x.y', slot: 'q.latch' },
  ];
  expect(placeOf('iterIn_1.init_obs', graph, slots)).toEqual({ kind: 'slot', scope: 'iterIn_1', slot: 'init_obs' });
  expect(placeOf('q.latch', graph, slots)).toEqual({ kind: 'slot', scope: 'x.y', slot: 'q.latch' });
  // Declared, though never written.
  expect(placeOf('iterIn_1.iterout_obs', graph, [])).toMatchObject({ kind: 'slot', slot: 'iterout_obs' });
  expect(placeOf('policy.obs', graph, [])).toEqual({ kind: 'input', node: 'policy', port: 'obs' });
  expect(placeOf('policy.action', graph, [])).toEqual({ kind: 'output', node: 'policy', port: 'action' });
  expect(placeOf('iterOut_1.stop', graph, [])).toEqual({ kind: 'boundary', node: 'iterOut_1', port: 'stop' });
  expect(placeOf('nobody.x', graph, [])).toBeUndefined();
  expect(placeOf('policy', graph, [])).toBeUndefined();
});

it('a decision’s subject splits at the end of the node’s id, dots in it included', () => {
  const dotted = { ...graph, nodes: graph.nodes.map((node) => (node.id === 'policy' ? { ...node, id: 'a.b' } : node)) };
  expect(splitSubject('a.b.obs', dotted)).toEqual({ node: 'a.b', port: 'obs' });
  expect(splitSubject('policy.obs', undefined)).toEqual({ node: 'policy', port: 'obs' });
});

it('the inputs with several wires are known', () => {
  expect(inputsOfSeveralWires(graph)).toMatchObject([{ node: 'policy', port: 'obs', wires: 2 }]);
});
