// looptape record [--out t] [--open]: follows events on standard input, live: some-agent | looptape record --open

import { chunksOfInput } from '../app/importing.ts';
import type { RecordingWatch } from '../app/recording.ts';
import { exitOfStatus } from './exitCodes.ts';
import { type IncomingFlags, nameOfSource, takeIn, tapePathOf } from './incoming.ts';
import { note } from './terminal.ts';

export interface RecordFlags extends IncomingFlags {
  readonly open?: boolean;
  readonly browser: boolean;
  readonly port?: number;
}

/** The exit code is that of how the run ended, as for a run of our own. */
export async function record(flags: RecordFlags): Promise<number> {
  const name = nameOfSource('-');
  const path = tapePathOf(flags, name);
  if (process.stdin.isTTY)
    note('Reading events, one JSON object a line, from this terminal: some-agent | looptape record');
  let watch: RecordingWatch | undefined;
  let shown: Promise<unknown> | undefined;
  const begun = (): void => {
    note(`Recording to ${path}`);
    if (flags.open) shown = show();
  };
  const show = async (): Promise<void> => {
    const { open } = await import('./open.ts');
    await open([path], {
      browser: flags.browser,
      ...(flags.port === undefined ? {} : { port: flags.port }),
      onApp: async (app) => {
        watch = await app.recordings.show(path);
      },
    });
  };
  const report = await takeIn(
    {
      input: chunksOfInput(firstSignal()),
      source: 'standard input',
      path,
      force: flags.force,
      name,
      live: true,
      begun,
      watch: () => watch,
    },
    flags,
  );
  if (shown) {
    note('The recording is over; the app stays. Ctrl+C ends it.');
    await shown;
  }
  return exitOfStatus(report.status);
}

function firstSignal(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done());
  });
}
