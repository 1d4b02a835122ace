// The evidence of an attempt (seed 002, Canonical workflow and Guardrails): what it came to, in a line; what changed since the one
// before; the few lines that matter. Bounded in size whatever the output's, and deterministic. Pure.
import { diffArrays } from 'diff';
import type { Attempt } from './machine.ts';
import { cut, linesOf, plainText } from './output.ts';

/** Lines of an output that are compared and quoted: its last ones, where programs say how it went. */
const COMPARED = 400;
const WIDTH = 160;
const KEY_LINES = 12;
const CHANGED_LINES = 8;

export interface Evidence {
  /** `exit 1: loaded 40 of 100 rows` */
  readonly summary: string;
  /** The last lines that hold something. */
  readonly keyOutput: string;
  /** Lines that came and went since the attempt before, with + and −; empty for the first attempt and where nothing changed. */
  readonly changed: readonly string[];
  /** True where there is an attempt before and it gave the very same. */
  readonly isSame: boolean;
}

export function evidenceOf(attempt: Attempt, before: Attempt | undefined): Evidence {
  const lines = quoted(attempt);
  const earlier = before ? quoted(before) : undefined;
  const changes = earlier ? changedLines(earlier, lines) : [];
  return {
    summary: summaryOf(attempt, lines),
    keyOutput: lines.slice(-KEY_LINES).join('\n'),
    changed: changes.slice(0, CHANGED_LINES).concat(more(changes.length)),
    isSame: before !== undefined && endOf(before) === endOf(attempt) && changes.length === 0,
  };
}

/** A line of an output beside those of the attempt before, in the order in which one reads them. */
export interface LineChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The lines that evidence compares, of both attempts: what stayed, what came and what went. */
export function lineChanges(before: Attempt, now: Attempt): LineChange[] {
  return compared(quoted(before), quoted(now));
}

/** `exit 1`, `ended by SIGKILL`, `failed (timeout)`, or nothing for an attempt that only answers. */
export function endOf({ exit, signal, error }: Attempt): string {
  if (error) return `failed (${error.code})`;
  if (exit !== null) return `exit ${exit}`;
  return signal === null ? '' : `ended by ${signal}`;
}

function summaryOf(attempt: Attempt, lines: readonly string[]): string {
  const end = endOf(attempt);
  const said = attempt.error?.message ?? lines.at(-1) ?? 'no output';
  return end === '' ? cut(said, WIDTH) : `${end}: ${cut(said, WIDTH)}`;
}

function quoted({ output, error }: Attempt): string[] {
  return error ? [cut(error.message, WIDTH)] : linesOf(plainText(output), WIDTH).slice(-COMPARED);
}

function changedLines(before: readonly string[], now: readonly string[]): string[] {
  const lines = compared(before, now);
  const came = lines.filter(({ kind }) => kind === 'added').map(({ text }) => `+ ${text}`);
  const went = lines.filter(({ kind }) => kind === 'removed').map(({ text }) => `− ${text}`);
  return [...came, ...went];
}

function compared(before: readonly string[], now: readonly string[]): LineChange[] {
  const as = (kind: LineChange['kind'], lines: readonly string[]) => lines.map((text): LineChange => ({ kind, text }));
  // Two texts that share nothing are not worth a long search: then all of the old went and all of the new came.
  const parts = diffArrays([...before], [...now], { maxEditLength: 2 * COMPARED });
  if (!parts) return [...as('removed', before), ...as('added', now)];
  return parts.flatMap(({ added, removed, value }) => as(added ? 'added' : removed ? 'removed' : 'same', value));
}

function more(count: number): string[] {
  return count > CHANGED_LINES ? [`… and ${count - CHANGED_LINES} more lines changed`] : [];
}
