// looptape import <file> --out t: a recording as JSON lines becomes a tape; what `export` wrote becomes the tape that it came from.
import { chunksOfFile, chunksOfInput } from '../app/importing.ts';
import { callerPath } from '../app/paths.ts';
import { EXIT } from './exitCodes.ts';
import { type IncomingFlags, nameOfSource, takeIn, tapePathOf } from './incoming.ts';
import { CommandFailed } from './terminal.ts';

/** 0 where there is a tape, however the run on it ended. */
export async function importFile(file: string, flags: IncomingFlags): Promise<number> {
  const name = nameOfSource(file);
  const input = file === '-' ? undefined : chunksOfFile(callerPath(file));
  if (input && !input.ok) throw new CommandFailed(input.failure);
  const request = {
    input: input?.value ?? chunksOfInput(new Promise(() => undefined)),
    source: file === '-' ? 'standard input' : file,
    path: tapePathOf(flags, name),
    force: flags.force,
    name,
    live: false,
  };
  await takeIn(request, flags);
  return EXIT.done;
}
