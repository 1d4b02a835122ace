// The thread of one run, driven by its messages alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { RUN_THREAD } from '../../../main/app/threads.ts';
import type { RunCommand, RunNews, RunThreadData } from '../../../shared/contract/runMessage.ts';
import { GRAPH } from './smallTape.ts';

const folder = mkdtempSync(join(tmpdir(), 'looptape-thread-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('answers every control with the state that holds now, also where nothing is recorded any more', async () => {
  const data: RunThreadData = {
    kind: 'begin',
    text: JSON.stringify(GRAPH),
    graphPath: join(folder, 'g.json'),
    tapePath: join(folder, 'g.looptape'),
    force: false,
    id: 'run',
    inputs: {},
    paused: true,
    answers: false,
    shows: false,
    confirmed: false,
    redaction: { names: [], rules: [] },
    versions: {},
  };
  const thread = new Worker(RUN_THREAD, { workerData: data });
  const tell = (command: RunCommand) => thread.postMessage(command);
  const news: RunNews[] = [];
  const ended = new Promise((done) => thread.on('exit', done));
  thread.on('message', (one: RunNews) => {
    news.push(one);
    if (one.kind === 'finishing') tell({ kind: 'released' });
  });
  const states = () => news.flatMap((one) => (one.kind === 'advanced' ? [one.state] : []));
  await expect.poll(states).toEqual(['paused']);
  // It is held and has no fire to start: nothing more is recorded.
  tell({ kind: 'pause' });
  await expect.poll(states).toEqual(['paused', 'paused']);
  tell({ kind: 'stop' });
  await ended;
  expect(news.at(-1)).toMatchObject({ kind: 'finished', status: 'cancelled' });
});
