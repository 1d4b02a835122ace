// Recording from outside while the app shows the tape: live from its first event to its end, and a full disk is a sentence.
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type RecordingWatch, recordLines } from '../../../main/app/recording.ts';
import type { Push } from '../../../shared/contract/pushes.ts';
import { succeeding, temporaryFolder } from '../../support/tapeFiles.ts';
import { lines, STARTED } from '../imports/importedTape.ts';
import { appUnderTest, closeApps } from './appUnderTest.ts';

afterEach(closeApps);

it('tells the page of every step, and that it has ended when the tape is one file', async () => {
  const { app } = appUnderTest(temporaryFolder());
  const path = join(temporaryFolder(), 'live.looptape');
  const pushes: Push[] = [];
  app.onPush((push) => pushes.push(push));
  const advanced = () => pushes.flatMap((push) => (push.kind === 'run.advanced' ? [push] : []));
  let watch: RecordingWatch | undefined;
  const shown = Promise.withResolvers<void>();
  async function* input(): AsyncGenerator<Buffer> {
    yield Buffer.from(lines(STARTED));
    await shown.promise;
    const opened = succeeding(await app.handlers['tape.open']({ path }));
    expect(opened).toMatchObject({ live: true, status: 'running' });
    yield Buffer.from(lines({ kind: 'scope.entered', scope: 'L' }));
    await expect.poll(() => advanced().at(-1)?.head).toBe(1);
    yield Buffer.from(lines({ kind: 'run.finished', status: 'ended', reason: 'end', outputs: {} }));
  }
  const recorded = await recordLines({
    input: input(),
    source: 'the agent',
    path,
    force: false,
    name: 'agent',
    live: true,
    note: () => undefined,
    begun: () => {
      void app.recordings.show(path).then((made) => {
        watch = made;
        shown.resolve();
      });
    },
    watch: () => watch,
  });
  expect(succeeding(recorded)).toMatchObject({ events: 3, lines: 3, kept: 0 });
  expect(advanced().at(-1)).toMatchObject({ state: 'finished', head: 2, tape: STARTED.id });
  expect(succeeding(await app.handlers['tape.open']({ path }))).toMatchObject({ live: false, status: 'ended' });
});

it('is not there while nothing came, and takes no place that is taken', async () => {
  const path = join(temporaryFolder(), 'none.looptape');
  const request = { source: 'the agent', path, force: false, name: 'agent', live: true, note: () => undefined };
  async function* of(text: string): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  }
  expect(await recordLines({ ...request, input: of('\n') })).toMatchObject({
    ok: false,
    failure: { code: 'no-events' },
  });
  expect(await recordLines({ ...request, input: of(lines(STARTED)) })).toMatchObject({ ok: true });
  expect(await recordLines({ ...request, input: of(lines(STARTED)) })).toMatchObject({
    ok: false,
    failure: { code: 'tape-exists' },
  });
});
