// Requests are parsed before a handler sees them, and every call is answered with a Result.
import { describe, expect, test } from 'vitest';
import { type Answerer, answererOf, serve } from '../../../main/ipc/serve.ts';
import { calls, type Handlers } from '../../../shared/contract/calls.ts';
import { CALL_NAMES } from '../../../shared/contract/channels.ts';

const refused = async () => ({ ok: false as const, failure: { code: 'not-asked', message: 'not asked' } });
const none = Object.fromEntries(CALL_NAMES.map((name) => [name, refused])) as unknown as Handlers;
const withHandlers = (some: Partial<Handlers>): Handlers => ({ ...none, ...some });

describe('serving the contract', () => {
  test('the names that the preload may know are the calls of the contract, each once', () => {
    expect([...CALL_NAMES].sort()).toEqual(Object.keys(calls).sort());
  });

  test('a call that the contract does not know is refused', async () => {
    const answer = answererOf(none);
    for (const name of ['no.such', '__proto__', 'toString', 'constructor', '', undefined, 7, { name: 'app.info' }]) {
      expect(await answer(name, {})).toMatchObject({ ok: false, failure: { code: 'unknown-call' } });
    }
  });

  test('a request of the wrong shape never reaches its handler, and the answer says where it is wrong', async () => {
    let asked = 0;
    const answer = answererOf(
      withHandlers({
        'events.window': async () => {
          asked++;
          return { ok: true, value: { rows: [], moreBefore: false, moreAfter: false, head: 0 } };
        },
      }),
    );
    const wrong = await answer('events.window', { tape: 'x', from: -1, count: 'many' });
    expect(wrong).toMatchObject({
      ok: false,
      failure: { code: 'bad-request', detail: { places: [{ place: 'from' }, { place: 'count' }] } },
    });
    for (const request of [undefined, null, 'text', 7, []]) {
      expect(await answer('events.window', request)).toMatchObject({ ok: false, failure: { code: 'bad-request' } });
    }
    expect(asked).toBe(0);
    expect(await answer('events.window', { tape: 'x', from: 0, count: 1 })).toMatchObject({ ok: true });
    expect(asked).toBe(1);
  });

  test('a handler sees what the schema gave, without keys that the contract does not know', async () => {
    let seen: unknown;
    const answer = answererOf(
      withHandlers({
        'graph.ofFile': async (request) => {
          seen = request;
          return refused();
        },
      }),
    );
    await answer('graph.ofFile', { path: '/a', extra: 1 });
    expect(seen).toEqual({ path: '/a' });
  });

  test("a handler's failure goes through as it is", async () => {
    expect(await answererOf(none)('app.info', {})).toEqual({
      ok: false,
      failure: { code: 'not-asked', message: 'not asked' },
    });
  });

  test("a handler's exception becomes a failure and is told with its stack", async () => {
    const told: unknown[] = [];
    const error = new Error('the disk has gone');
    const answer = answererOf(
      withHandlers({
        'app.info': async () => {
          throw error;
        },
      }),
      { report: (call, cause) => told.push([call, cause]) },
    );
    expect(await answer('app.info', {})).toMatchObject({
      ok: false,
      failure: { code: 'internal', message: expect.stringContaining('the disk has gone') },
    });
    expect(told).toEqual([['app.info', error]]);
  });

  test('an answer that breaks the contract is told where answers are checked, and only there', async () => {
    const handlers = withHandlers({ 'moment.find': async () => ({ ok: true, value: { seq: 'far' } }) as never });
    const checked = answererOf(handlers, { checkAnswers: true, report: () => undefined });
    const request = { tape: 'x', moment: 'end' };
    expect(await checked('moment.find', request)).toMatchObject({
      ok: false,
      failure: { code: 'internal', message: expect.stringContaining('seq') },
    });
    expect(await answererOf(handlers, { checkAnswers: false })('moment.find', request)).toMatchObject({ ok: true });
  });

  test('a transport is given the answerer once', async () => {
    const given: Answerer[] = [];
    serve(none, { serve: (answer) => given.push(answer) });
    expect(given).toHaveLength(1);
    expect(await given[0]?.('no.such', {})).toMatchObject({ ok: false });
  });
});
