// The reading thread seen from the app: every question is answered, also when the thread dies.
import { afterEach, expect, test } from 'vitest';
import { createReaders, type Readers } from '../../../main/app/readers.ts';

// Answers with what it was asked; `die` ends the thread, `hang` is never answered.
const code = `
  import { parentPort } from 'node:worker_threads';
  const held = [];
  parentPort.on('message', ({ id, kind, path, request }) => {
    if (kind === 'release') held.push('released ' + path);
    else held.push('asked ' + path);
    if (request?.moment === 'die') process.exit(3);
    if (request?.moment === 'throw') throw new Error('thrown on purpose');
    if (request?.moment === 'hang') return;
    parentPort.postMessage({ id, result: { ok: true, value: { seq: held.length, held: [...held] } } });
  });`;
const entry = new URL(`data:text/javascript,${encodeURIComponent(code)}`);

let readers: Readers | undefined;
afterEach(() => readers?.close());
const fresh = () => {
  readers = createReaders(entry);
  return readers;
};
const seqOf = async (asked: Promise<unknown>) => ((await asked) as { value?: { seq: number } }).value?.seq;

test('questions are answered in the order in which they came', async () => {
  const { ask } = fresh();
  const asked = ['a', 'b', 'c'].map((moment) => seqOf(ask('moment.find', '/t', { moment })));
  expect(await Promise.all(asked)).toEqual([1, 2, 3]);
});

test('when the thread dies, what waited gets a failure, and the next question a new thread', async () => {
  for (const death of ['die', 'throw']) {
    const { ask, close } = fresh();
    const waiting = ask('moment.find', '/t', { moment: 'hang' });
    const deadly = ask('moment.find', '/t', { moment: death });
    for (const result of await Promise.all([waiting, deadly])) {
      expect(result).toMatchObject({ ok: false, failure: { code: 'reader-restarted' } });
    }
    expect(await seqOf(ask('moment.find', '/t', { moment: 'a' }))).toBe(1);
    await close();
  }
});

test('while a file is worked on it is let go of, and questions about it wait, others do not', async () => {
  const { ask, without } = fresh();
  await ask('moment.find', '/t', { moment: 'a' });
  const order: string[] = [];
  const work = Promise.withResolvers<void>();
  const done = without('/t', async () => {
    order.push('working');
    await work.promise;
    order.push('worked');
  });
  const late = ask('moment.find', '/t', { moment: 'b' }).then((result) => {
    order.push('asked again');
    return result as unknown as { value: { held: string[] } };
  });
  await ask('moment.find', '/other', { moment: 'c' });
  order.push('other');
  work.resolve();
  await done;
  expect((await late).value.held).toEqual(['asked /t', 'released /t', 'asked /other', 'asked /t']);
  expect(order).toEqual(['working', 'other', 'worked', 'asked again']);
});

test('work that fails lets the questions through again', async () => {
  const { ask, without } = fresh();
  const failing = without('/t', async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await seqOf(ask('moment.find', '/t', { moment: 'a' }))).toBe(1);
});

test('after it was closed every question is refused', async () => {
  const { ask, close } = fresh();
  await close();
  expect(await ask('moment.find', '/t', { moment: 'a' })).toMatchObject({ ok: false, failure: { code: 'closing' } });
});
