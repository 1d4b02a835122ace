import { expect, it, vi } from 'vitest';
import { createEvaluator } from '../../../main/operators/evaluator.ts';
import { expressionOperator } from '../../../main/operators/expression.ts';
import type { GrantedState } from '../../../shared/model/container.ts';
import { Redacted, snapshot, Unrecorded } from '../../../shared/model/value.ts';
import { callOf } from './call.ts';

const operator = expressionOperator(createEvaluator());
const inputsOfAll = { x: 5, list: [1, 2, 3], one: [7], empty: [], o: { a: 1, b: null }, t: 'a', pairs: [[1, 4]] };

async function value(source: string, inputs: unknown = inputsOfAll): Promise<unknown> {
  const answer = await operator.run(callOf({ config: { outputs: { x: source } }, inputs, node: 'n' }));
  if (!answer.ok) throw new Error(answer.error.message);
  return Object.hasOwn(answer.outputs, 'x') ? snapshot(answer.outputs.x) : 'nothing emitted';
}

it.each([
  ['x + 10', 15],
  ['t & "b"', 'ab'],
  ['x >= 5', true],
  ['list[$ > 1]', [2, 3]],
  ['list.($ * 2)', [2, 4, 6]],
  ['$map(list, function($v) { $v + 1 })', [2, 3, 4]],
  ['list[]', [1, 2, 3]],
  ['one[]', [7]],
  ['$eval("one[]")', [7]],
  ['{"k": list[], "n": missing}', { k: [1, 2, 3] }],
  ['pairs', [[1, 4]]],
  ['o ~> |$|{"c": 3}|', { a: 1, b: null, c: 3 }],
  ['null', null],
  ['o.b', null],
  ['[]', []],
  ['missing', 'nothing emitted'],
  ['empty[0]', 'nothing emitted'],
  ['function($x) { $x }', new Unrecorded('function')],
  ['$sum', new Unrecorded('function')],
  ['$match("xaab", /a+(b)/).groups', ['b']],
])('computes %s', async (source, expected) => {
  expect(await value(source)).toEqual(expected);
});

it('leaves its inputs as they were', async () => {
  const inputs = snapshot({ list: [3, 1, 2], o: { a: [1] } });
  await value('($sort(list); list[]; o.a[]; o ~> |$|{"a": 2}|)', inputs);
  expect(inputs).toEqual({ list: [3, 1, 2], o: { a: [1] } });
});

it('passes on what JSONata does not know as what it was', async () => {
  const secret = new Redacted('KEY');
  expect(await value('{"s": s, "b": b}', { s: secret, b: 2n ** 60n })).toEqual({ s: secret, b: 2n ** 60n });
});

it('gives each port its own value, and leaves out a port without one', async () => {
  const config = { outputs: { a: 'x', b: 'missing', c: 'x * 2' } };
  expect(await operator.run(callOf({ config, inputs: { x: 2 } }))).toEqual({ ok: true, outputs: { a: 2, c: 4 } });
});

it('says which output does not compute, why and where', async () => {
  const config = { outputs: { good: '1', sum: 't + 1' } };
  const answer = await operator.run(callOf({ config, inputs: inputsOfAll, node: 'add' }));
  expect(answer).toMatchObject({ ok: false, error: { code: 'expression-failed' } });
  expect(answer).toHaveProperty(
    'error.message',
    'Output "sum" of node "add": The left side of the "+" operator must evaluate to a number (at character 3 of t + 1)',
  );
});

it('says that an expression is none', async () => {
  const answer = await operator.run(callOf({ config: { outputs: { x: '1 +' } } }));
  expect(answer).toMatchObject({ ok: false, error: { code: 'expression-invalid' } });
});

it('fails with the text of $error', async () => {
  const answer = await operator.run(callOf({ config: { outputs: { x: '$error("no pose")' } } }));
  expect(answer).toMatchObject({ error: { code: 'expression-failed', message: expect.stringContaining('no pose') } });
});

it('ends an endless loop at its time limit', async () => {
  const config = { outputs: { x: '($f := function() { $f() }; $f())' }, timeoutMs: 100 };
  const answer = await operator.run(callOf({ config, node: 'n' }));
  expect(answer).toMatchObject({ error: { code: 'timeout', message: expect.stringContaining('longer than 100 ms') } });
});

it('ends a list of lists before the memory is full', async () => {
  const small = expressionOperator(createEvaluator(64));
  const answer = await small.run(callOf({ config: { outputs: { x: '[1..900000].([1..900000])' } } }));
  expect(answer).toMatchObject({ error: { code: 'out-of-memory', message: expect.stringContaining('64 MB') } });
});

it('refuses a list of more than a million items', async () => {
  const answer = await operator.run(callOf({ config: { outputs: { x: '[1..1000001]' } } }));
  expect(answer).toMatchObject({
    error: { code: 'expression-failed', message: expect.stringContaining('maximum sequence length') },
  });
});

it('ends an endless recursion before the memory is gone', async () => {
  const config = { outputs: { x: '($f := function($n) { 1 + $f($n + 1) }; $f(0))' } };
  const answer = await operator.run(callOf({ config }));
  expect(answer).toMatchObject({ ok: false, error: { code: 'expression-failed' } });
});

it('ends a regular expression that would search for ever', async () => {
  const answer = await operator.run(
    callOf({ config: { outputs: { x: '$contains(t, /^(a+)+$/)' } }, inputs: { t: `${'a'.repeat(50)}b` } }),
  );
  expect(answer).toMatchObject({
    ok: false,
    error: { code: 'expression-failed', message: expect.stringContaining('took more than 1000 ms') },
  });
});

it('hears a cancellation while it computes', async () => {
  const abort = new AbortController();
  const config = { outputs: { x: '($f := function() { $f() }; $f())' } };
  const running = operator.run(callOf({ config, abort: abort.signal }));
  setTimeout(() => abort.abort(), 30);
  expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
});

it.each([
  ['writes', { outputs: { x: '1' }, writes: { 'notes.a': '1' } }],
  ['$read', { outputs: { x: '$read("notes", "a")' } }],
])('refuses %s of a container that its node was not granted', async (_, config) => {
  expect(await operator.run(callOf({ config }))).toMatchObject({
    ok: false,
    error: { code: 'no-grant', message: expect.stringContaining('it was not granted access to notes') },
  });
});

const NOTES: readonly GrantedState[] = [
  { container: 'notes', state: 'hint', slot: 'notes.hint', type: 'lastWrite', value: 'H0' },
  { container: 'notes', state: 'list', slot: 'notes.list', type: 'accumulator' },
  { container: 'notes', state: 'n', slot: 'notes.n', type: 'counter', value: 3 },
];

it('reads a state as it was when the fire started, and what the fire wrote itself', async () => {
  const config = {
    writes: { 'notes.n': 'x', 'notes.list': '$read("notes", "n")' },
    outputs: {
      hint: '$read("notes", "hint")',
      n: '$read("notes", "n")',
      list: '$read("notes", "list")',
    },
  };
  expect(await operator.run(callOf({ config, inputs: { x: 4 }, states: NOTES }))).toEqual({
    ok: true,
    outputs: { hint: 'H0', n: 7, list: [7] },
    changes: [
      { write: 'notes.n', value: 4 },
      { write: 'notes.list', value: 7 },
    ],
  });
});

it('gives nothing where a state is empty, and writes nothing where an expression gives nothing', async () => {
  const config = { writes: { 'notes.hint': 'missing' }, outputs: { list: '$read("notes", "list")' } };
  expect(await operator.run(callOf({ config, states: NOTES }))).toEqual({ ok: true, outputs: {} });
});

it('refuses to add what is no number to a counter', async () => {
  const config = { writes: { 'notes.n': '"one"' }, outputs: {} };
  expect(await operator.run(callOf({ config, states: NOTES }))).toMatchObject({
    ok: false,
    error: { code: 'bad-write', message: expect.stringContaining('notes.n is a counter') },
  });
});

it.each([
  ['outputs that are a list', { outputs: ['x'] }],
  ['an expression that is no text', { outputs: { x: 1 } }],
  ['no outputs', {}],
])('refuses %s', async (_, config) => {
  expect(await operator.run(callOf({ config }))).toMatchObject({ ok: false, error: { code: 'bad-config' } });
});

it('costs no turn of the event loop', async () => {
  const turned = vi.fn();
  setImmediate(turned);
  await operator.run(callOf({ config: { outputs: { x: 'x + 1' } }, inputs: { x: 1 } }));
  expect(turned).not.toHaveBeenCalled();
});
