// A program's output as predicates and people read it: without colour codes, and with LF for CRLF (semantics §3, Predicates).

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters
const COLOUR = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g;

export function plainLines(text: string): string {
  return text.replace(COLOUR, '').replaceAll('\r\n', '\n');
}
