// looptape export <tape> [--format jsonl] [--out f]: the recording in a form that other programs read; `import` takes it back.
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import { cantWrite } from '../app/exporting.ts';
import { writeEventLines } from './events.ts';
import { EXIT } from './exitCodes.ts';
import type { Shared } from './program.ts';
import { type Session, withSession } from './session.ts';
import { CommandFailed, note, printJson, written } from './terminal.ts';

export interface ExportFlags extends Shared {
  readonly format: ExportFormat;
  readonly out?: string;
  readonly force: boolean;
}

type WriteLine = (line: string) => Promise<void>;
/** One line for each format: it writes the tape that is open under this id. */
export const EXPORT_FORMATS = {
  jsonl: (session: Session, tape: string, write: WriteLine) => writeEventLines(session, { tape }, write),
} as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

export function exportTape(path: string, flags: ExportFlags): Promise<number> {
  return withSession(async (session) => {
    const { tape } = await session.call('tape.open', { path: session.path(path) });
    const write = EXPORT_FORMATS[flags.format];
    if (flags.out === undefined || flags.out === '-') {
      await write(session, tape, written);
      return EXIT.done;
    }
    const out = session.path(flags.out);
    const lines = await toFile(out, flags.force, (writeLine) => write(session, tape, writeLine));
    if (flags.json) printJson({ out, format: flags.format, events: lines });
    else note(`${lines} events to ${out}`);
    return EXIT.done;
  });
}

/** Whole or not at all: it is written beside its place first. */
async function toFile(out: string, force: boolean, work: (write: WriteLine) => Promise<void>): Promise<number> {
  const refuse = (why: Failure): never => {
    throw new CommandFailed(why);
  };
  if (existsSync(out) && !force) {
    refuse(failure('file-exists', `${out} is there already: choose another name, or replace it with --force.`));
  }
  const beside = `${out}.${process.pid}.part`;
  const stream = createWriteStream(beside, { flags: 'wx' });
  const ended = finished(stream);
  let lines = 0;
  try {
    await work(async (line) => {
      lines++;
      if (!stream.write(`${line}\n`))
        await Promise.race([new Promise<void>((done) => stream.once('drain', () => done())), ended]);
    });
    stream.end();
    await ended;
    renameSync(beside, out);
    return lines;
  } catch (error) {
    stream.destroy();
    ended.catch(() => undefined);
    rmSync(beside, { force: true });
    if (error instanceof CommandFailed) throw error;
    return refuse(cantWrite(out, error));
  }
}
