// One run's thread seen from the app: it ends exactly once, whatever becomes of the thread.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LiveRun, startLiveRun } from '../../../main/app/liveRun.ts';
import type { Readers } from '../../../main/app/readers.ts';
import type { RunThreadData } from '../../../shared/contract/runMessage.ts';

const order: string[] = [];
beforeEach(() => order.splice(0));

const readers = {
  async without(path: string, work: () => Promise<unknown>) {
    order.push(`let go of ${path}`);
    const done = await work();
    order.push(`may read ${path}`);
    return done;
  },
} as unknown as Readers;

const data = { tapePath: '/t.looptape', paused: false } as RunThreadData;

/** A run whose thread runs `code`, with `tell` for its news and `on(kind, listener)` for its commands. */
function runOf(code: string, stopMs = 5_000, finishMs = 60_000): LiveRun {
  const source = `
    import { parentPort } from 'node:worker_threads';
    const tell = (news) => parentPort.postMessage(news);
    const listeners = {};
    const on = (kind, listener) => { listeners[kind] = listener; };
    parentPort.on('message', ({ kind }) => listeners[kind]?.());
    ${code}`;
  const entry = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  return startLiveRun({
    data,
    readers,
    entry,
    stopMs,
    finishMs,
    onAdvance: (head, state) => order.push(`${head} ${state}`),
  });
}

const runs: LiveRun[] = [];
afterEach(async () => {
  for (const run of runs.splice(0)) await run.stop();
});

describe('a live run', () => {
  test('lets the writer end its tape while nobody reads it, and is over after that', async () => {
    const run = runOf(`
      tell({ kind: 'started' });
      tell({ kind: 'advanced', head: 4, state: 'running' });
      tell({ kind: 'finishing' });
      on('released', () => { tell({ kind: 'finished', head: 9, status: 'ended', reason: 'stop' }); parentPort.close(); });`);
    expect(await run.started).toBeUndefined();
    expect(await run.ended).toBeUndefined();
    await expect.poll(() => order).toEqual(['4 running', 'let go of /t.looptape', 'may read /t.looptape']);
    expect([run.head(), run.state()]).toEqual([9, 'finished']);
  });

  test('that is refused by its thread has neither started nor anything else to end', async () => {
    const run = runOf(
      `tell({ kind: 'failed', failure: { code: 'tape-exists', message: 'there' } }); parentPort.close();`,
    );
    expect(await run.started).toMatchObject({ code: 'tape-exists' });
    expect(await run.ended).toMatchObject({ code: 'tape-exists' });
  });

  test('ends with a failure when its thread dies, before or after its start, or throws', async () => {
    const early = runOf('process.exit(1);');
    expect(await early.started).toMatchObject({ code: 'run-crashed' });
    const late = runOf(`tell({ kind: 'started' }); setTimeout(() => process.exit(1), 50);`);
    expect(await late.started).toBeUndefined();
    expect(await late.ended).toMatchObject({ code: 'run-crashed' });
    const thrown = runOf(`tell({ kind: 'started' }); setTimeout(() => { throw new Error('on purpose'); }, 50);`);
    expect(await thrown.ended).toMatchObject({ code: 'run-crashed', message: expect.stringContaining('on purpose') });
    expect(late.state()).toBe('finished');
    expect(late.control('pause')).toBe('finished');
  });

  test('that dies while it ends its tape does not keep others from reading it', async () => {
    const run = runOf(`tell({ kind: 'started' }); tell({ kind: 'finishing' }); on('released', () => process.exit(1));`);
    expect(await run.ended).toMatchObject({ code: 'run-crashed' });
    await expect.poll(() => order).toEqual(['let go of /t.looptape', 'may read /t.looptape']);
  });

  test('that does not end when it is told to is ended by force', async () => {
    const run = runOf(`tell({ kind: 'started' }); on('stop', () => { for (;;) {} });`, 300);
    await run.started;
    await run.stop();
    expect(run.state()).toBe('finished');
    expect(await run.ended).toMatchObject({ code: 'run-crashed' });
  });

  test('that ends its tape slowly is given the time, and not for ever', async () => {
    const finishing = (last: string) => `
      tell({ kind: 'started' });
      on('stop', () => tell({ kind: 'finishing' }));
      on('released', () => { ${last} });`;
    const slow = runOf(
      finishing(`setTimeout(() => { tell({ kind: 'finished', head: 1 }); parentPort.close(); }, 900);`),
      300,
    );
    await slow.started;
    await slow.stop();
    expect(await slow.ended).toBeUndefined();
    const never = runOf(finishing('for (;;) {}'), 300, 600);
    await never.started;
    await never.stop();
    expect(await never.ended).toMatchObject({ code: 'run-crashed' });
  });
});
