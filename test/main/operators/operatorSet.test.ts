import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { declaredPorts } from '../../../main/graph/pivot/operatorPorts.ts';
import { OPERATOR_NAMES, operatorSet } from '../../../main/operators/operatorSet.ts';

it('has an operator for each name that it claims, and for no other', () => {
  const set = operatorSet({ graphFolder: tmpdir() });
  expect([...OPERATOR_NAMES].filter((name) => set.get(name) === undefined)).toEqual([]);
  for (const name of ['judge', 'toString', '']) {
    expect(set.get(name)).toBeUndefined();
  }
});

it('says which of them reach outside of the program', () => {
  const set = operatorSet({ graphFolder: tmpdir() });
  expect([...OPERATOR_NAMES].filter((name) => set.get(name)?.outward)).toEqual([
    'script',
    'command',
    'http',
    'model',
    'ask',
  ]);
});

it('has none whose ports a pivot graph does not know: they would require nothing, and be whatever a wire names', () => {
  const unknown = [...OPERATOR_NAMES].filter((name) => declaredPorts(name, { inputs: [], outputs: [] }) === undefined);
  expect(unknown).toEqual([]);
});

it('can be closed without having been used', async () => {
  await expect(operatorSet({ graphFolder: tmpdir() }).close()).resolves.toBeUndefined();
});
