// What free text says of a bounded loop (seed 002, Parsing rules 2): how often at most, until what, and what is left as the prompt.
// Pure. Only phrases that speak of attempts count, so that numbers inside of the task are no limits.

export interface FreeText {
  readonly prompt: string;
  /** Every limit that is named, in the order of the text. */
  readonly limits: readonly number[];
  /** `exit:0`, `regex:…`, `judge:…`; undefined where the text names no end. */
  readonly predicate: string | undefined;
}

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NUMBER = `(\\d+|${WORDS.join('|')})`;
const ROUNDS = '(?:attempts?|tries|times|iterations?|rounds?)';

/** A limit as people write it: "4 attempts", "max 5", "try 6 times", "at most 2 tries", "up to 7 times". */
const LIMIT = new RegExp(
  [
    `\\btry\\s+(?:up\\s+to\\s+|at\\s+most\\s+)?${NUMBER}\\s+times\\b`,
    `\\b(?:at\\s+most|up\\s+to|no\\s+more\\s+than)\\s+${NUMBER}\\s+${ROUNDS}\\b`,
    `\\bmax(?:imum)?(?:\\s+of)?\\s+${NUMBER}(?:\\s+${ROUNDS})?\\b`,
    `\\b${NUMBER}\\s+(?:attempts?|tries|iterations?|rounds?)\\b`,
  ].join('|'),
  'gi',
);

/** "until" and what follows it, to the next comma that stands outside of quotes. */
const UNTIL = /\buntil\s+((?:"[^"]*"|'[^']*'|`[^`]*`|[^,"'`]|["'`])*)/i;

export function readFreeText(text: string): FreeText {
  const until = UNTIL.exec(text);
  const clause = until?.[1] ?? '';
  // A limit may stand behind the end without a comma; inside of quotes it is part of a pattern.
  const limits: number[] = [];
  const rest = until ? `${text.slice(0, until.index)},${text.slice(until.index + until[0].length)}` : text;
  const bare = takeLimits(rest, limits);
  const end = isQuoted(clause) ? clause : takeLimits(clause, limits);
  const predicate = until ? predicateOf(tidy(end)) : undefined;
  return { prompt: tidy(bare), limits: inOrder(text, limits), predicate };
}

function takeLimits(text: string, found: number[]): string {
  return text.replace(LIMIT, (phrase, ...groups: unknown[]) => {
    const said = groups.slice(0, 4).find((group): group is string => typeof group === 'string');
    if (said === undefined) return phrase;
    found.push(numberOf(said));
    return ',';
  });
}

function numberOf(said: string): number {
  const place = WORDS.indexOf(said.toLowerCase());
  return place >= 0 ? place + 1 : Number(said);
}

/** The limits in the order in which the whole text names them. */
function inOrder(text: string, found: readonly number[]): number[] {
  const named: number[] = [];
  takeLimits(text, named);
  return named.length === found.length ? named : [...found];
}

function isQuoted(clause: string): boolean {
  return /["'`].*["'`]/.test(clause);
}

/** Without commas, blanks and full stops at its ends, and without empty parts between commas. */
function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/(?:\s*,)+\s*(?=,)/g, '')
    .replace(/\s+,/g, ',')
    .replace(/^[\s,;.]+|[\s,;]+$/g, '')
    .trim();
}

function predicateOf(clause: string): string | undefined {
  if (clause === '') return undefined;
  const exit = /^(?:the\s+)?exit(?:s)?(?:\s+(?:code|status|with))*\s+(\S+)$/i.exec(clause);
  if (exit) return `exit:${exit[1]}`;
  if (/^(?:all\s+|the\s+)*tests?\s+pass(?:es)?$/i.test(clause)) return 'exit:0';
  const matches = /\bmatch(?:es)?\s+(.+)$/i.exec(clause);
  if (matches) return `regex:${unquoted(matches[1] as string)}`;
  return `judge:${clause}`;
}

function unquoted(text: string): string {
  return /^(["'`])(.*)\1$/.exec(text)?.[2] ?? text;
}
