import { expect, it } from 'vitest';
import { fits } from '../../../../main/graph/pivot/wireTypes.ts';

it.each([
  ['TEXT', 'TEXT', true],
  ['TEXT', 'LIST[TEXT]', true],
  ['LIST[TEXT]', 'TEXT', false],
  ['TEXT', 'IMAGE', false],
  ['TEXT', 'LIST[IMAGE]', false],
  ['LIST[TEXT]', 'LIST[TEXT]', true],
  ['LIST[TEXT]', 'LIST[IMAGE]', false],
  ['LIST[TEXT]', 'LIST[ANY]', true],
  ['LIST[TEXT]', 'LIST[LIST[TEXT]]', true],
  ['ANY', 'LIST[TEXT]', true],
  ['LIST[TEXT]', 'ANY', true],
])('a wire from %s into %s fits: %s', (from, to, fit) => {
  expect(fits(from, to)).toBe(fit);
});
