// The lines of an output that are shown of it: where it begins, where it ends, and what is around the predicate's match. What must
// hold: an answer is bounded in lines and in width, whatever the output's size. Pure.
import type { OutputLine } from '../../shared/contract/attempt.ts';

/** Up to this many lines are shown whole; of more the first and the last ones, where programs say how it went. */
const WHOLE = 240;
const HEAD = 40;
const TAIL = 160;
const AROUND = 12;
/** Of a match over many lines so many are shown. */
const MATCH_LINES = 16;
const WIDTH = 400;
/** What is seen of a long line before its match. */
const LEAD = 80;

export interface Match {
  /** Offsets into the text. */
  readonly start: number;
  readonly end: number;
}

export interface OutputWindow {
  readonly lines: OutputLine[];
  readonly total: number;
  /** True where lines, or parts of them, were left out. */
  readonly cut: boolean;
}

export function outputWindow(text: string, match?: Match): OutputWindow {
  const lines = text.split('\n');
  // The end of the last line begins no line of its own, unless the match lies there.
  if (lines.at(-1) === '' && (match === undefined || match.start < text.length)) lines.pop();
  const starts = startsOf(lines);
  const first = match ? lastAtOrBefore(starts, match.start) : -1;
  const last = match ? Math.min(lastAtOrBefore(starts, Math.max(match.start, match.end - 1)), first + MATCH_LINES) : -1;
  const shown = lines.flatMap((line, i) => {
    if (!isShown(i, lines.length, first, last)) return [];
    const mark = match && i >= first && i <= last ? spanIn(line, match, starts[i] as number) : undefined;
    return [shortened(line, i + 1, mark)];
  });
  const isCut = shown.length < lines.length || lines.some((line) => line.length > WIDTH);
  return { lines: shown, total: lines.length, cut: isCut };
}

function isShown(i: number, total: number, first: number, last: number): boolean {
  if (total <= WHOLE || i < HEAD || i >= total - TAIL) return true;
  return first >= 0 && i >= first - AROUND && i <= last + AROUND;
}

function startsOf(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

function lastAtOrBefore(starts: readonly number[], offset: number): number {
  const after = starts.findIndex((start) => start > offset);
  return after < 0 ? starts.length - 1 : after - 1;
}

function spanIn(line: string, { start, end }: Match, at: number): { from: number; to: number } {
  const from = Math.min(Math.max(start - at, 0), line.length);
  return { from, to: Math.max(from, Math.min(end - at, line.length)) };
}

function shortened(line: string, number: number, mark: OutputLine['mark']): OutputLine {
  if (line.length <= WIDTH) return { number, text: line, ...(mark ? { mark } : {}) };
  const start = mark && mark.to > WIDTH ? Math.max(0, mark.from - LEAD) : 0;
  const end = Math.min(line.length, start + WIDTH);
  const lead = start > 0 ? '…' : '';
  const text = `${lead}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
  if (!mark) return { number, text };
  const moved = (offset: number): number => Math.min(offset, end) - start + lead.length;
  return { number, text, mark: { from: moved(mark.from), to: moved(mark.to) } };
}
