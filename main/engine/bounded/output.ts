// The output of an attempt as text, and as predicates and people read it. Pure.
import { toPublic } from '../../../shared/model/publicValue.ts';
import type { Value } from '../../../shared/model/value.ts';

export function outputText(output: Value): string {
  return typeof output === 'string' ? output : JSON.stringify(toPublic(output));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters
const COLOUR = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g;

/** Without colour codes, and with LF for CRLF (semantics §3, Predicates). */
export function plainText(output: Value): string {
  return outputText(output).replace(COLOUR, '').replaceAll('\r\n', '\n');
}

/** Lines that hold something, each cut to `width` characters. */
export function linesOf(text: string, width: number): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
    .map((line) => cut(line, width));
}

export function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}
