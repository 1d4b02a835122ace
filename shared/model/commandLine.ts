// A command as a person would type it: for the question before a graph runs it, and for sentences about what it came to.
import { isRecord, type ValueRecord } from './value.ts';

/** `argv` as one line: quoted where a shell would take it for something else; with `shell` it is the shell's own text. */
export function commandLine({ argv, shell }: ValueRecord): string {
  const words = Array.isArray(argv) ? argv.filter((word) => typeof word === 'string') : [];
  return shell === true ? words.join(' ') : words.map(quoted).join(' ');
}

/** The line with all else that decides what it does: the variables that it is given, and where it runs. */
export function wholeCommandLine(config: ValueRecord): string {
  const { env, cwd } = config;
  const given = isRecord(env) ? Object.entries(env) : [];
  const set = given.map(([name, value]) => `${name}=${typeof value === 'string' ? quoted(value) : '…'} `);
  const place = typeof cwd === 'string' && cwd !== '' ? ` (in ${cwd})` : '';
  return `${set.join('')}${commandLine(config)}${place}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
