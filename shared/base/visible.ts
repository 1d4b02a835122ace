// Texts from files and tapes are shown, never obeyed: control characters can drive a terminal, and direction characters can
// make a text read as another. Both are shown as escapes.

const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const KEPT = new Set(['\n', '\t']);

/** The text with control and direction characters as `\u202e`; line ends and tabs stay. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (c) => (KEPT.has(c) ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`));
}
