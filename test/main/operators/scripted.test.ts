import { expect, it } from 'vitest';
import { createEvaluator } from '../../../main/operators/evaluator.ts';
import { scriptedOperator } from '../../../main/operators/scripted.ts';
import type { OperatorAnswer } from '../../../main/runner/ports.ts';
import { callOf } from './call.ts';

const operator = scriptedOperator(createEvaluator());

function answer(config: unknown, inputs: unknown = {}, nth = 0): OperatorAnswer {
  const made = operator.run(callOf({ config, inputs, nth, node: 'n' }));
  if (made instanceof Promise) throw new Error('a turn of the event loop was spent');
  return made;
}

const failure = (code: string, message: unknown) => ({ ok: false, error: { code, message } });

it('gives the nth entry of seq at the nth fire, at once', () => {
  const config = { inputs: [], outputs: ['x'], seq: [{ x: 1 }, { x: 2 }] };
  expect([answer(config), answer(config, {}, 1)]).toEqual([
    { ok: true, outputs: { x: 1 } },
    { ok: true, outputs: { x: 2 } },
  ]);
});

it('repeats the last entry of seq', () => {
  expect(answer({ seq: [{ x: 1 }, { x: 2 }] }, {}, 7)).toEqual({ ok: true, outputs: { x: 2 } });
});

it('fails behind the last entry of seq where repeat says so, and gives all before it', () => {
  const config = { seq: [{ x: 1 }, { x: 2 }], repeat: 'fail' };
  expect(answer(config, {}, 1)).toEqual({ ok: true, outputs: { x: 2 } });
  expect(answer(config, {}, 2)).toEqual(failure('no-entry', expect.stringContaining('2 entries, and this is fire 2')));
});

it('fails with a seq that has no entry at all', () => {
  expect(answer({ seq: [] })).toEqual(failure('no-entry', expect.stringContaining('"n"')));
});

it('emits nothing on a handle that the entry leaves out, and null where it says null', () => {
  expect(answer({ outputs: ['x', 'y', 'z'], seq: [{ x: null, y: 0 }] })).toEqual({
    ok: true,
    outputs: { x: null, y: 0 },
  });
});

it.each([
  ['text', 'o0', 'o0'],
  ['a number', 7, '7'],
  ['true', true, 'true'],
  ['null', null, 'null'],
  ['a list', [1, 'a'], '[1,"a"]'],
  ['an object', { b: 1, a: 2 }, '{"b":1,"a":2}'],
])('finds the entry of map for %s by its text', (_, value, key) => {
  expect(answer({ map: { obs: { [key]: { action: 'GO' } } } }, { obs: value })).toEqual({
    ok: true,
    outputs: { action: 'GO' },
  });
});

it('says which value no entry of map fits, and which there are', () => {
  const message = 'config.map of node "n" has no entry: input "obs" is o7, known are o0, o1.';
  expect(answer({ map: { obs: { o0: {}, o1: {} } } }, { obs: 'o7' })).toEqual(failure('no-entry', message));
});

it('says that the input of map has no value', () => {
  const message = 'config.map of node "n" has no entry: input "obs" has no value.';
  expect(answer({ map: { obs: { o0: {} } } }, {})).toEqual(failure('no-entry', message));
});

it('does not take a property that every object has for an entry', () => {
  expect(answer({ map: { obs: {} } }, { obs: 'constructor' })).toMatchObject({ error: { code: 'no-entry' } });
});

it('fails with the text of throw', () => {
  expect(answer({ throw: 'disk offline' })).toEqual(failure('scripted-threw', 'disk offline'));
});

it('fails with the text of an entry that throws, in seq and in map', () => {
  expect(answer({ seq: [{ $throw: 'disk offline' }] })).toEqual(failure('scripted-threw', 'disk offline'));
  expect(answer({ map: { x: { 1: { $throw: 'no one' } } } }, { x: 1 })).toEqual(failure('scripted-threw', 'no one'));
});

it('halts with the text of an entry that halts', () => {
  expect(answer({ seq: [{ $halt: 'enough' }] })).toEqual(failure('halt', 'enough'));
});

it('puts the value of an input where an entry echoes it, null where there is none', () => {
  const config = { seq: [{ x: { deep: [{ $echo: 'a' }, { $echo: 'b' }] }, y: { $echo: 'a' } }] };
  expect(answer(config, { a: { k: 1 } })).toEqual({
    ok: true,
    outputs: { x: { deep: [{ k: 1 }, null] }, y: { k: 1 } },
  });
});

it("puts the fire's number, from 0, where an entry asks for it", () => {
  expect(answer({ seq: [{ n: { $fire: true }, list: [{ $fire: true }] }] }, {}, 3)).toEqual({
    ok: true,
    outputs: { n: 3, list: [3] },
  });
});

it('leaves an object alone that only looks like an echo', () => {
  const x = { $echo: 'a', more: 1 };
  expect(answer({ seq: [{ x, y: { $fire: false } }] }, { a: 1 })).toEqual({
    ok: true,
    outputs: { x, y: { $fire: false } },
  });
});

it('names an output that the config does not declare', () => {
  expect(answer({ outputs: ['x'], seq: [{ x: 1, z: 2 }] })).toEqual(
    failure('undeclared-output', expect.stringContaining('"z"')),
  );
});

it.each([
  ['no script at all', {}],
  ['a seq that is no list', { seq: { x: 1 } }],
  ['an entry that is no object', { seq: ['x'] }],
  ['a map that is no object', { map: [] }],
  ['an expr that is no object', { expr: 'x' }],
])('refuses %s', (_, config) => {
  expect(answer(config)).toMatchObject({ ok: false, error: { code: 'bad-config' } });
});

it('computes expr from the inputs by name', async () => {
  const call = callOf({ config: { expr: { x: 'x + 10', done: 'x + 10 >= 35' } }, inputs: { x: 25 } });
  expect(await operator.run(call)).toEqual({ ok: true, outputs: { x: 35, done: true } });
});
