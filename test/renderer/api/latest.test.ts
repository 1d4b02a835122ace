import { expect, it } from 'vitest';
import { createLatest } from '../../../renderer/api/latest.ts';

function gate<T>() {
  let open: (value: T) => void = () => undefined;
  const passed = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

it('asks at once when nothing is in the air', async () => {
  const outcome = await createLatest().run(async () => 7);
  expect(outcome).toEqual({ state: 'answered', value: 7 });
});

it('lets one request wait, and drops it for a newer one without asking it', async () => {
  const latest = createLatest();
  const first = gate<string>();
  const started: string[] = [];
  const ask = (name: string, answer: Promise<string>) => () => {
    started.push(name);
    return answer;
  };
  const a = latest.run(ask('a', first.passed));
  const b = latest.run(ask('b', Promise.resolve('b')));
  const c = latest.run(ask('c', Promise.resolve('c')));
  expect(await b).toEqual({ state: 'superseded' });
  first.open('a');
  expect(await a).toEqual({ state: 'superseded' });
  expect(await c).toEqual({ state: 'answered', value: 'c' });
  expect(started).toEqual(['a', 'c']);
});

it('goes on after a request that was rejected', async () => {
  const latest = createLatest();
  await expect(latest.run(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(latest.busy()).toBe(false);
  expect(await latest.run(async () => 1)).toEqual({ state: 'answered', value: 1 });
});
