// What the command line writes: results on standard output, everything else on standard error (interfaces §4). With --json
// standard output holds one JSON document and nothing beside it.
import { visible } from '../../shared/base/visible.ts';
import type { Failure } from '../../shared/contract/failure.ts';

/** Thrown by a command to end with a failure; the entry prints it and exits. */
export class CommandFailed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Columns of text, each as wide as its widest cell; the last one is not padded. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  '),
  );
}

/** A value in its public form on one line, cut where it is long. */
export function brief(value: unknown, widthChars = 100): string {
  const text = visible(JSON.stringify(value) ?? 'no value');
  return text.length > widthChars ? `${text.slice(0, widthChars - 1)}…` : text;
}

/** Waits where the other end of a pipe is slow, and ends quietly where it is gone. */
export async function written(line: string): Promise<void> {
  printLine(line);
  if (process.stdout.writableNeedDrain) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
