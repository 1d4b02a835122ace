import { expect, it } from 'vitest';
import { budgetProblem, inputValue, runInputs } from '../../../renderer/store/runInputs.ts';

it('reads a field as JSON where it parses, else as text', () => {
  expect(['12', '"12"', 'null', '[1]', 'go left', '{"a": 1'].map(inputValue)).toEqual([
    12,
    '12',
    null,
    [1],
    'go left',
    '{"a": 1',
  ]);
});

it('takes an empty field for no input, and passes on no field that the graph lacks', () => {
  const inputs = [
    { name: 'goal', node: 'g' },
    { name: 'depth', node: 'd' },
  ];
  expect(runInputs(inputs, { goal: '  ', depth: '0', stranger: '1' })).toEqual({ depth: 0 });
});

it('takes whole numbers of at least 1 for a budget', () => {
  expect(['', '1', ' 40 '].map(budgetProblem)).toEqual([undefined, undefined, undefined]);
  for (const text of ['0', '-1', '1.5', '1e3', 'many']) expect(budgetProblem(text), text).toBeDefined();
});
