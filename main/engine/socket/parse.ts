// Step 1 of a completion (seed 000, Decision order): the text of a socket is parsed as its mode says (semantics §2, Parse). Pure.
import { failed, type Result, succeeded } from '../../../shared/base/result.ts';
import { toPublic } from '../../../shared/model/publicValue.ts';
import { adopt, isRecord, typeName, type Value } from '../../../shared/model/value.ts';

/** What a socket's operator gave, as text: an object stands for its JSON text. What JSON lacks stands in its public form. */
export function textOf(output: Value): string {
  if (typeof output === 'string') return output;
  return JSON.stringify(output, (_, part: Value) => (isRecord(part) || Array.isArray(part) ? part : toPublic(part)));
}

/** The parsed value; the failure is the rest of a sentence after `its output `. */
export function parseOutput(output: Value, mode: 'text' | 'json', read = parseJson): Result<Value, string> {
  if (mode === 'text') return succeeded(textOf(output));
  // An object that stands for its JSON text is that object, whatever its texts hold.
  if (isRecord(output)) return succeeded(output);
  return read(textOf(output));
}

/**
 * A fenced block counts before what stands around it, and may open and close on one line. A fence that stands inside of a JSON text is
 * a part of that text: it neither starts a block nor ends one.
 */
function parseJson(text: string): Result<Value, string> {
  const fence = FENCED.exec(text);
  const first = text.search(BRACKET);
  if (!fence || (first >= 0 && first < fence.index && isJsonBeyond(text, first, fence.index)))
    return parseFrom(text, first);
  const block = fence[0];
  const start = block.search(BRACKET);
  if (start < 0 || closingBracket(block, start) >= 0) return parseFrom(block, start);
  // What never closes within the block may hold the fence that seemed to end it.
  return isJsonBeyond(text, fence.index + start, fence.index + block.length)
    ? parseFrom(text, fence.index + start)
    : parseFrom(block, start);
}

/** The first fenced block, else the whole text, is looked into, whatever holds the fence. */
export function parseFenced(text: string): Result<Value, string> {
  const inside = FENCED.exec(text)?.[0] ?? text;
  return parseFrom(inside, inside.search(BRACKET));
}

const FENCED = /```[\s\S]*?```/;
const BRACKET = /[{[]/;

/** The object that starts at `start` and ends where its bracket closes. */
function parseFrom(text: string, start: number): Result<Value, string> {
  if (start < 0) return failed('holds no JSON object');
  const end = closingBracket(text, start);
  if (end < 0) return failed(`opens a ${text[start] === '{' ? 'JSON object' : 'JSON list'} that never closes`);
  const json = text.slice(start, end + 1);
  const found = jsonOf(json);
  if (found === undefined) return failed(`holds ${JSON.stringify(shorten(json))}, which is not JSON`);
  return isRecord(found) ? succeeded(found) : failed(`holds a JSON ${typeName(found)}, where an object is expected`);
}

/** Whether JSON starts at `start` and goes on beyond `place`. */
function isJsonBeyond(text: string, start: number, place: number): boolean {
  const end = closingBracket(text, start);
  return end > place && jsonOf(text.slice(start, end + 1)) !== undefined;
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
