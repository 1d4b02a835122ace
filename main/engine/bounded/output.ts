// The output of an attempt as text, and as predicates and people read it. Pure.
import { plainLines } from '../../../shared/base/plainLines.ts';
import { toPublic } from '../../../shared/model/publicValue.ts';
import type { Value } from '../../../shared/model/value.ts';

export function outputText(output: Value): string {
  return typeof output === 'string' ? output : JSON.stringify(toPublic(output));
}

/** As it is searched and quoted: without colour codes. */
export function plainText(output: Value): string {
  return plainLines(outputText(output));
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
