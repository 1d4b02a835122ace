// Tapes for the browser tests, recorded by the real command line; and hosts that open them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from '../support/commandLine.ts';

export const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** A folder for one test; `remove` deletes it. */
export interface Folder {
  readonly path: string;
  write(name: string, content: string | Buffer | object): string;
  remove(): void;
}

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'looptape-e2e-'));
  return {
    path,
    write(name, content) {
      const file = join(path, name);
      writeFileSync(file, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

export interface RecordOptions {
  readonly script?: unknown;
  readonly budget?: number;
  readonly inputs?: unknown;
}

/** Records a graph's run in `folder`; its tape's path. Any ending of the run will do; no tape is an error. */
export async function recordTape(
  folder: Folder,
  name: string,
  graph: object,
  options: RecordOptions = {},
): Promise<string> {
  const tape = join(folder.path, `${name}.looptape`);
  const args = ['run', folder.write(`${name}.json`, graph), '--out', tape, '--yes', '--json'];
  if (options.script !== undefined)
    args.push('--script', folder.write(`${name}-script.json`, options.script as object));
  if (options.inputs !== undefined)
    args.push('--inputs', folder.write(`${name}-inputs.json`, options.inputs as object));
  if (options.budget !== undefined) args.push('--budget', String(options.budget));
  const ended = await command(args, { home: folder.path });
  if (ended.code === null || ended.code === 2 || ended.code >= 6) {
    throw new Error(`recording ${name} ended with ${ended.code}: ${ended.stderr}`);
  }
  return tape;
}
