import { expect, it } from 'vitest';
import { costText } from '../../../shared/base/costText.ts';

it('says dollars with two digits that say something, and never fewer than cents', () => {
  expect([0, 12.3456, 1, 0.5, 0.0123, 0.000092, 0.0000004].map(costText)).toEqual([
    '$0.00',
    '$12.35',
    '$1.00',
    '$0.50',
    '$0.012',
    '$0.000092',
    '$0.00000040',
  ]);
});
