// Operators in a socket graph (semantics §4): they see item, state and cursors, and give one text or object.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { MutableCopies } from '../../../main/operators/mutableCopies.ts';
import { OPERATOR_NAMES, operatorSet } from '../../../main/operators/operatorSet.ts';
import { SentState } from '../../../main/operators/sentState.ts';
import type { OperatorAnswer, OperatorSet } from '../../../main/runner/ports.ts';
import { Bytes, snapshot } from '../../../shared/model/value.ts';
import { callOf } from './call.ts';

const folder = mkdtempSync(join(tmpdir(), 'looptape-sockets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let set: OperatorSet = operatorSet({ graphFolder: folder });
afterEach(async () => {
  await set.close();
  set = operatorSet({ graphFolder: folder });
});

const INPUTS = { item: { title: 'a.md', tags: ['x'] }, state: { log: 'ab', items: [1, 2] }, cursors: { i: 1 } };

async function answer(operator: string, config: unknown, inputs: unknown = INPUTS, nth = 0): Promise<OperatorAnswer> {
  const made = set.get(operator)?.run(callOf({ operator, config, inputs, nth, node: 'Work', form: 'whole' }));
  if (made === undefined) throw new Error(`there is no operator ${operator}`);
  return await made;
}

const gives = (output: unknown) => ({ ok: true, outputs: { output } });
const fails = (code: string, message: unknown) => ({ ok: false, error: { code, message } });

describe('scripted', () => {
  it('gives the entries of seq as they are, text or object, without declared inputs and outputs', async () => {
    const config = { seq: ['Fine.', { satisfied: true, note: null }, '{"broken":'] };
    expect([
      await answer('scripted', config),
      await answer('scripted', config, INPUTS, 1),
      await answer('scripted', config, INPUTS, 2),
    ]).toEqual([gives('Fine.'), gives({ satisfied: true, note: null }), gives('{"broken":')]);
  });

  it('is not held to outputs that it declares', async () => {
    expect(await answer('scripted', { outputs: ['x'], seq: [{ y: 1 }] })).toEqual(gives({ y: 1 }));
  });

  it('throws and halts with the text of an entry', async () => {
    expect(await answer('scripted', { seq: [{ $throw: 'disk offline' }] })).toEqual(
      fails('scripted-threw', 'disk offline'),
    );
    expect(await answer('scripted', { seq: [{ $halt: 'enough' }] })).toEqual(fails('halt', 'enough'));
    expect(await answer('scripted', { throw: 'never' })).toEqual(fails('scripted-threw', 'never'));
  });

  it("echoes item, state and cursors, as a whole entry too, and gives the fire's number", async () => {
    const entry = { of: { $echo: 'item' }, all: { $echo: 'state' }, at: { $echo: 'cursors' }, n: { $fire: true } };
    expect(await answer('scripted', { seq: [entry] }, INPUTS, 3)).toEqual(
      gives({ of: INPUTS.item, all: INPUTS.state, at: { i: 1 }, n: 3 }),
    );
    expect(await answer('scripted', { seq: [{ $echo: 'item' }] })).toEqual(gives(INPUTS.item));
  });

  it('finds the entry of map by the item', async () => {
    const config = { map: { item: { a: 'A', b: { satisfied: false } } } };
    expect([
      await answer('scripted', config, { item: 'a', state: {}, cursors: {} }),
      await answer('scripted', config, { item: 'b', state: {}, cursors: {} }),
      await answer('scripted', config, { item: 'c', state: {}, cursors: {} }),
    ]).toEqual([
      gives('A'),
      gives({ satisfied: false }),
      fails('no-entry', 'map in the materia of socket "Work" has no entry: input "item" is c, known are a, b.'),
    ]);
  });

  // test/conformance/given/G15: `ab` and the third item give `abc`.
  it('computes the keys of its object from item, state and cursors', async () => {
    const inputs = { item: 'c', state: { log: 'ab' }, cursors: { i: 2 } };
    const expr = { log: 'state.log & item', satisfied: 'cursors.i = 2', none: 'state.missing' };
    expect(await answer('scripted', { expr }, inputs)).toEqual(gives({ log: 'abc', satisfied: true }));
  });

  it.each([
    ['a list', [[1]], 'a list'],
    ['a number', [7], 'a number'],
    ['null', [null], 'null'],
    ['an echo of a list', [{ $echo: 'list' }], 'a list'],
  ])('refuses %s as an output, in a sentence', async (_, seq, kind) => {
    expect(await answer('scripted', { seq }, { ...INPUTS, list: [] })).toEqual(
      fails('bad-config', `seq[0] in the materia of socket "Work" holds ${kind} where a text or an object is needed.`),
    );
  });
});

describe('expression', () => {
  it('gives its outputs as the keys of one object', async () => {
    const outputs = { title: 'item.title', tags: 'item.tags[]', next: 'cursors.i + 1' };
    expect(snapshot(await answer('expression', { outputs }))).toEqual(gives({ title: 'a.md', tags: ['x'], next: 2 }));
  });

  it('names the socket where an expression fails', async () => {
    expect(await answer('expression', { outputs: { n: 'item.title + 1' } })).toEqual(
      fails('expression-failed', expect.stringContaining('Output "n" of socket "Work": The left side of the "+"')),
    );
  });

  it('copies a value once a run for expressions that mark lists, and leaves it as it is', () => {
    const copies = new MutableCopies();
    const items = snapshot([{ tags: ['x'] }, { tags: [] }]);
    const first = copies.of({ items, log: 'a' }) as { items: unknown };
    const second = copies.of({ items, log: 'b' }) as { items: unknown };
    expect(first).toEqual({ items, log: 'a' });
    expect(second).toEqual({ items, log: 'b' });
    expect(second.items).toBe(first.items);
    expect(Object.isFrozen(first.items)).toBe(false);
    expect(Object.isFrozen(items)).toBe(true);
  });

  it('gives an expression what it would get without the marks of the ones before', async () => {
    const inputs = snapshot({ item: 7, state: { one: [7], deep: { list: [{ k: [1] }] } }, cursors: {} });
    const outputs = { a: 'state.one[]', b: 'state.one', c: 'state.deep.list.k[]', d: 'state.deep.list.k', e: 'item[]' };
    const expected = { a: [7], b: [7], c: [1], d: [1], e: [7] };
    for (let fire = 0; fire < 3; fire++)
      expect(snapshot(await answer('expression', { outputs }, inputs))).toEqual(gives(expected));
  });
});

describe('script', () => {
  let count = 0;
  function module(source: string): { module: string } {
    const name = `s${count++}.mjs`;
    writeFileSync(join(folder, name), source);
    return { module: name };
  }

  it('hands over item, its second name, state and cursors, and takes a text or an object', async () => {
    const inputs = { ...INPUTS, file: INPUTS.item };
    const all = module('export default (inputs) => inputs; export const say = ({ item }) => "read " + item.title;');
    expect(await answer('script', all, inputs)).toEqual(gives(inputs));
    expect(await answer('script', { ...all, export: 'say' }, inputs)).toEqual(gives('read a.md'));
  });

  it('leaves out a key that is undefined, as JSON text does', async () => {
    expect(await answer('script', module('export default () => ({ a: undefined, b: null });'))).toEqual(
      gives({ b: null }),
    );
  });

  it.each([
    ['nothing', 'undefined', 'nothing'],
    ['a list', '[1]', 'a list'],
    ['true', 'true', 'a boolean'],
    ['null', 'null', 'null'],
    ['bytes', 'Uint8Array.of(1)', 'bytes'],
  ])('refuses %s, in a sentence', async (_, returned, kind) => {
    const config = module(`export default () => (${returned});`);
    expect(await answer('script', config)).toMatchObject(
      fails(
        'bad-output',
        `The default export of ${config.module} returned ${kind} where a text or an object is needed.`,
      ),
    );
  });

  it('keeps what was refused as the raw answer', async () => {
    expect(await answer('script', module('export default () => ["x"];'))).toMatchObject({ raw: ['x'] });
  });

  it('names the socket that waited too long', async () => {
    const config = { ...module('export default () => { for (;;); };'), timeoutMs: 100 };
    expect(await answer('script', config)).toEqual(
      fails('timeout', expect.stringContaining('did not answer socket "Work" within 100 ms')),
    );
  });

  it('shows each fire the state of its own moment', async () => {
    const config = module('export default ({ state }) => ({ seen: state });');
    const items = snapshot([{ k: 1 }, { k: 2 }]);
    const states = [
      { items, log: 'a' },
      { items, log: 'b' },
      { log: 'b', more: [1] },
      { items },
      { items: snapshot([{ k: 1 }, { k: 2 }]) },
    ];
    const seen: unknown[] = [];
    for (const state of states) {
      const made = await answer('script', config, snapshot({ state, cursors: {} }));
      seen.push(made.ok ? (made.outputs.output as { seen: unknown }).seen : made.error);
    }
    expect(seen).toEqual(states);
    expect(Object.keys(seen[2] as object)).toEqual(['log', 'more']);
  });

  it('sends a list that stays the same to a module once', () => {
    const sent = new SentState();
    const parts = (state: unknown) =>
      sent.inputsOf(callOf({ config: {}, inputs: snapshot({ state }), form: 'whole' })).state;
    const items = snapshot([{ n: 1 }, { n: 2 }]);
    expect(parts({ items, log: 'a' })).toEqual([
      { key: 'items', value: items },
      { key: 'log', value: 'a' },
    ]);
    expect(parts({ items, log: 'a' })).toEqual([{ key: 'items' }, { key: 'log', value: 'a' }]);
    expect(parts({ log: 'a' })).toEqual([{ key: 'log', value: 'a' }]);
    expect(parts({ items })).toEqual([{ key: 'items', value: items }]);
  });

  it('sends everything again to a process that starts afresh', async () => {
    const config = module('export default ({ item, state }) => (item ? process.exit(1) : { n: state.items.length });');
    const state = snapshot({ items: [1, 2, 3] });
    const made = [];
    for (const item of [false, true, false]) made.push(await answer('script', config, snapshot({ item, state })));
    expect(made).toMatchObject([gives({ n: 3 }), { error: { code: 'script-exited' } }, gives({ n: 3 })]);
  });

  it('keeps the state from being changed, and lets the item be', async () => {
    const config = module(`
      export default ({ item, state }) => { item.title = 'b.md'; return item; }
      export const change = ({ state }) => { state.items.push(3); return ''; }
      export const set = ({ state }) => { state.log = ''; return ''; }`);
    expect(await answer('script', config)).toEqual(gives({ ...INPUTS.item, title: 'b.md' }));
    for (const name of ['change', 'set']) {
      expect(await answer('script', { ...config, export: name })).toMatchObject(
        fails('script-threw', expect.stringMatching(/TypeError: Cannot (add|assign)/)),
      );
    }
  });

  it('gives a module bytes in the state that are its own at each fire', async () => {
    const config = module(
      'export default ({ state }) => ({ was: state.image.data[0], now: (state.image.data[0] = 9) });',
    );
    const state = { image: { data: new Bytes(Uint8Array.of(1, 2), 'image/png') } };
    const inputs = snapshot({ state });
    expect([await answer('script', config, inputs), await answer('script', config, inputs)]).toEqual(
      Array(2).fill(gives({ was: 1, now: 9 })),
    );
  });

  it('refuses a container, which a socket can not be granted', async () => {
    const config = module('export default (_, { state }) => { state.read("notes", "a"); return ""; };');
    expect(await answer('script', config)).toEqual(
      fails('no-grant', 'Work reads notes.a, but it was not granted access to notes.'),
    );
  });
});

it.each([['containerRead'], ['containerWrite']])('refuses %s, and says what to do instead', async (operator) => {
  expect(OPERATOR_NAMES).toContain(operator);
  expect(await answer(operator, { container: 'notes', state: 'a' })).toEqual(
    fails(
      'bad-config',
      `Socket "Work" can't run ${operator}: only pivot graphs have state containers; a socket reads the state as its input and changes it by assign.`,
    ),
  );
});
