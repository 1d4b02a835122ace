// One line of JSON → an object, with what JSON.parse alone would lose: keys that stand twice, and whole numbers that no double holds.
// What must hold: a whole number comes out as a number exactly where its text is what that number prints as, so that a line which was
// written from numbers gives them back.

export type JsonLine =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>>; readonly duplicates: readonly string[] }
  | { readonly ok: false; readonly code: 'not-json' | 'not-an-object' | 'too-deep'; readonly message: string };

/** Objects and lists inside one another, the line's own object included; a walk over a value takes the stack. */
const DEEPEST = 1000;
const LONG_NUMBER = /\d{16}/;

export function jsonLine(text: string): JsonLine {
  const { colons, depth } = measure(text);
  if (depth > DEEPEST) {
    return { ok: false, code: 'too-deep', message: `it is nested more than ${DEEPEST} deep; write it flatter` };
  }
  let data: unknown;
  try {
    data = LONG_NUMBER.test(text) ? JSON.parse(text, withWholeNumbers as never) : JSON.parse(text);
  } catch (error) {
    return { ok: false, code: 'not-json', message: notJson(text, error) };
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    const message =
      'it is JSON, but no object; an event is an object with a kind, such as {"kind": "scope.entered", "scope": "plan"}';
    return { ok: false, code: 'not-an-object', message };
  }
  const duplicates = colons > keysIn(data) ? duplicateKeys(text) : [];
  return { ok: true, fields: data as Record<string, unknown>, duplicates };
}

function withWholeNumbers(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  const { source } = context;
  if (typeof value !== 'number' || source === undefined || !/^-?\d{16,}$/.test(source)) return value;
  return String(value) === source ? value : BigInt(source);
}

function notJson(text: string, error: unknown): string {
  if (/(?:^|[[,:\s])-?(?:NaN|Infinity)\b/.test(text)) {
    return 'it is no JSON: JSON has no NaN and no Infinity; write {"$value": "NaN"}, {"$value": "Infinity"} or {"$value": "-Infinity"}';
  }
  const why = String((error as Error).message).replace(/,? "[\s\S]*$|\.\.\.[\s\S]*$/, '');
  return `it is no JSON (${why}); a line holds one whole event as JSON`;
}

/** What stands outside of texts: how many keys the text has, and how deep it goes. */
function measure(text: string): { readonly colons: number; readonly depth: number } {
  let colons = 0;
  let depth = 0;
  let open = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22:
        i = endOfText(text, i);
        break;
      case 0x3a:
        colons++;
        break;
      case 0x7b:
      case 0x5b:
        if (++open > depth) depth = open;
        break;
      case 0x7d:
      case 0x5d:
        open--;
        break;
    }
  }
  return { colons, depth };
}

/** The place of the quote that ends the text whose first quote stands at `from`; the end of all where none does. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

function keysIn(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0;
  if (Array.isArray(data)) return data.reduce((sum: number, item) => sum + keysIn(item), 0);
  const keys = Object.keys(data);
  return keys.reduce((sum, key) => sum + keysIn((data as Record<string, unknown>)[key]), keys.length);
}

/** Keys that stand twice in one object, each once, as paths: `inputs.obs`. The text is JSON. */
function duplicateKeys(text: string): string[] {
  const found = new Set<string>();
  const open: { readonly seen: Set<string> | undefined; key: string }[] = [];
  for (let i = 0; i < text.length; i++) {
    const holder = open.at(-1);
    switch (text[i]) {
      case '{':
        open.push({ seen: new Set(), key: '' });
        break;
      case '[':
        open.push({ seen: undefined, key: '[]' });
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case '"': {
        const end = endOfText(text, i);
        if (holder?.seen && /^\s*:/.test(text.slice(end + 1, end + 64))) {
          holder.key = JSON.parse(text.slice(i, end + 1)) as string;
          if (holder.seen.has(holder.key)) found.add(open.map(({ key }) => key).join('.'));
          holder.seen.add(holder.key);
        }
        i = end;
        break;
      }
    }
  }
  return [...found];
}
