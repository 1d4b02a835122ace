import { expect, it } from 'vitest';
import { valueAt } from '../../../main/queries/valueAt.ts';
import { recordedCase } from './recordedTape.ts';

it.each([
  [4, ['value'], 'o0'],
  [49, ['outputs', 'action'], 'LEFT'],
  [57, ['carry', 'obs'], 'o4'],
  [57, ['stop'], false],
  [83, ['finals', 'final_stop'], true],
  [47, ['candidates', '0', 'value'], 'o3'],
  [0, ['graph', 'nodes', '1', 'config', 'step_budget'], 6],
])('the value of event %i at %j is whole', async (seq, field, value) => {
  const { tape } = await recordedCase('G01');
  expect(valueAt(tape, { place: { seq, field } })).toMatchObject({ ok: true, value: { value } });
});

it.each([
  [57, ['carry', 'nothing']],
  [57, []],
  [57, ['carry', '__proto__']],
  [57, ['constructor', 'name']],
])('the place %i %j is refused', async (seq, field) => {
  const { tape } = await recordedCase('G01');
  expect(valueAt(tape, { place: { seq, field } })).toMatchObject({ ok: false, failure: { code: 'no-such-value' } });
});
