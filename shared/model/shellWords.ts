// A text as the words that a shell would make of it, without everything else that a shell does: no variables, no patterns, no pipes.

/** Undefined where a quote is not closed. */
export function shellWords(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (character === '"' || character === "'") {
      const quoted = inQuotes(text, i);
      if (!quoted) return undefined;
      word = (word ?? '') + quoted.text;
      i = quoted.end;
    } else if (character === '\\' && i + 1 < text.length) {
      word = (word ?? '') + text[++i];
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** What stands between the quote at `start` and the one that closes it, at `end`. */
function inQuotes(text: string, start: number): { readonly text: string; readonly end: number } | undefined {
  const quote = text[start];
  let made = '';
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === quote) return { text: made, end: i };
    // Between double quotes a backslash keeps what would mean something there.
    if (quote === '"' && text[i] === '\\' && /["\\$`]/.test(text[i + 1] ?? '')) i++;
    made += text[i];
  }
  return undefined;
}
