// Step 1 of a completion (seed 000, Decision order): the text of a socket is parsed as its mode says (semantics §2, Parse). Pure.
import { failed, type Result, succeeded } from '../../../shared/base/result.ts';
import { toPublic } from '../../../shared/model/publicValue.ts';
import { adopt, isRecord, typeName, type Value } from '../../../shared/model/value.ts';

/** What a socket's operator gave, as text: an object or list stands for its JSON text. */
export function textOf(output: Value): string {
  return typeof output === 'string' ? output : JSON.stringify(toPublic(output));
}

/** The parsed value; the failure is the rest of a sentence after `its output `. */
export function parseOutput(output: Value, mode: 'text' | 'json', read = parseJson): Result<Value, string> {
  if (mode === 'text') return succeeded(textOf(output));
  // An object that stands for its JSON text is that object, whatever its texts hold.
  if (isRecord(output)) return succeeded(output);
  return read(textOf(output));
}

/** A text that is an object as a whole is that one, also where a text inside of it holds a fence. */
function parseJson(text: string): Result<Value, string> {
  const whole = jsonOf(text);
  return isRecord(whole) ? succeeded(whole) : parseFenced(text);
}

export function parseFenced(text: string): Result<Value, string> {
  // The first fenced block; it may open and close on one line.
  const inside = /```[^\S\n]*(?:[\w+.-]+(?=[\s{[]))?([\s\S]*?)```/.exec(text)?.[1] ?? text;
  const start = inside.search(/[{[]/);
  if (start < 0) return failed('holds no JSON object');
  const end = closingBracket(inside, start);
  if (end < 0) return failed(`opens a ${inside[start] === '{' ? 'JSON object' : 'JSON list'} that never closes`);
  const found = jsonOf(inside.slice(start, end + 1));
  if (found === undefined)
    return failed(`holds ${JSON.stringify(shorten(inside.slice(start, end + 1)))}, which is not JSON`);
  if (!isRecord(found)) return failed(`holds a JSON ${typeName(found)}, where an object is expected`);
  return succeeded(found);
}

function jsonOf(text: string): Value | undefined {
  try {
    return adopt(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Where the bracket at `start` closes, brackets inside of JSON texts not counted; −1 where it does not. */
function closingBracket(text: string, start: number): number {
  let depth = 0;
  let inText = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (inText) {
      if (c === '\\') i++;
      else if (c === '"') inText = false;
    } else if (c === '"') inText = true;
    else if (c === '{' || c === '[') depth++;
    else if ((c === '}' || c === ']') && --depth === 0) return i;
  }
  return -1;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
