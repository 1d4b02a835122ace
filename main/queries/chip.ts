// Chips: a value as lists and canvases show it. Equal values get equal identities; the text is one line on which nothing hides:
// control and direction characters stand as escapes. A value that was seen before costs a look-up, whatever its size.
import { visible } from '../../shared/base/visible.ts';
import type { Chip, NamedValue, ValuePlace } from '../../shared/contract/value.ts';
import { identityOf } from '../../shared/model/identity.ts';
import { toPublic } from '../../shared/model/publicValue.ts';
import { Bytes, isRecord, Redacted, typeName, Unrecorded, type Value } from '../../shared/model/value.ts';

/** Longest text of a chip, the ellipsis included. */
export const CHIP_TEXT = 120;
/** Up to this size a named value carries its whole public form (contract/value.ts). */
const WHOLE_SIZE = 4096;

const byObject = new WeakMap<object, Chip>();
/** Long texts are no objects, so a weak map can't hold them; the newest few are kept. */
const byText = new Map<string, Chip>();
const LONG_TEXT = 256;
const TEXTS_KEPT = 128;
const TEXT_UNITS_KEPT = 8_000_000;
let textUnits = 0;

export function chipOf(value: Value): Chip {
  if (typeof value === 'string' && value.length > LONG_TEXT) return longText(value);
  if (typeof value !== 'object' || value === null) return makeChip(value);
  const seen = byObject.get(value);
  if (seen) return seen;
  const made = makeChip(value);
  byObject.set(value, made);
  return made;
}

function longText(value: string): Chip {
  const seen = byText.get(value);
  if (seen) return seen;
  const made = makeChip(value);
  if (value.length > TEXT_UNITS_KEPT / 4) return made;
  byText.set(value, made);
  textUnits += value.length;
  for (const oldest of byText.keys()) {
    if (byText.size <= TEXTS_KEPT && textUnits <= TEXT_UNITS_KEPT) break;
    byText.delete(oldest);
    textUnits -= oldest.length;
  }
  return made;
}

function makeChip(value: Value): Chip {
  const type = value instanceof Unrecorded ? 'unrecorded' : typeName(value);
  return { identity: identityOf(value), type, text: chipText(value), size: JSON.stringify(toPublic(value)).length };
}

/** The value under a name, with the place where the whole of it stands. */
export function namedValue(name: string, value: Value, place: ValuePlace): NamedValue {
  const chip = chipOf(value);
  return chip.size <= WHOLE_SIZE ? { name, chip, place, value: toPublic(value) } : { name, chip, place };
}

/** One line of at most `CHIP_TEXT` characters. Costs no more than what it shows. */
export function chipText(value: Value): string {
  const out = { text: '' };
  write(value, out);
  return cut(out.text);
}

function write(value: Value, out: { text: string }): void {
  if (out.text.length > CHIP_TEXT) return;
  switch (typeof value) {
    case 'string':
      // What is cut off here is cut off by the ellipsis too: escapes only make a text longer.
      out.text += oneLine(JSON.stringify(value.slice(0, CHIP_TEXT + 2)));
      return;
    case 'number':
      out.text += Object.is(value, -0) ? '-0' : String(value);
      return;
    case 'bigint':
      // A number of many digits would cost its whole length.
      out.text += `${value}n`;
      return;
    case 'boolean':
      out.text += String(value);
      return;
    default:
      writeObject(value, out);
  }
}

function writeObject(value: Exclude<Value, string | number | bigint | boolean>, out: { text: string }): void {
  if (value === null) out.text += 'null';
  else if (value instanceof Bytes) out.text += oneLine(`${value.mediaType}, ${bytesText(value.data.length)}`);
  else if (value instanceof Redacted) out.text += oneLine(`redacted: ${value.name}`);
  else if (value instanceof Unrecorded) out.text += oneLine(`could not be recorded: ${value.type}`);
  else if (isRecord(value)) {
    out.text += '{';
    let first = true;
    for (const key in value) {
      if (out.text.length > CHIP_TEXT) return;
      const name = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) && key.length <= CHIP_TEXT ? key : JSON.stringify(key);
      out.text += `${first ? '' : ', '}${oneLine(name)}: `;
      write(value[key] as Value, out);
      first = false;
    }
    out.text += '}';
  } else {
    out.text += '[';
    for (let i = 0; i < value.length && out.text.length <= CHIP_TEXT; i++) {
      if (i > 0) out.text += ', ';
      write(value[i] as Value, out);
    }
    out.text += ']';
  }
}

function bytesText(count: number): string {
  return count === 1 ? '1 byte' : `${count.toLocaleString('en')} bytes`;
}

/** Soft hyphens, zero-width characters and tags: not seen, though they make two texts differ. Joiners stay; they make emoji. */
const UNSEEN = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** The text on one line, with whatever would not be seen, or would move what is, as escapes. */
export function oneLine(text: string): string {
  return visible(text)
    .replace(/[\n\t]/g, (c) => (c === '\n' ? '\\n' : '\\t'))
    .replace(UNSEEN, (c) => {
      const code = (c.codePointAt(0) ?? 0).toString(16);
      return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
    });
}

/** A name that a person gave, or a value did, as long as a chip at most and on one line. */
export function shortText(text: string): string {
  return cut(oneLine(text.slice(0, CHIP_TEXT + 2)));
}

function cut(text: string): string {
  if (text.length <= CHIP_TEXT) return text;
  const end = CHIP_TEXT - 1;
  const last = text.charCodeAt(end - 1);
  // Half a pair would show as a broken character.
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end)}…`;
}
