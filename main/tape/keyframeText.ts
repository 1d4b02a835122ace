// Keyframes as rows: the machine's public form as compressed JSON. Values inside it that are long stand there as
// references to the value table, as in events, so that a keyframe never repeats a large constant.
import { zstdCompressSync } from 'node:zlib';
import { toPublic } from '../../shared/model/publicValue.ts';
import { isSnapshot, type Value } from '../../shared/model/value.ts';
import { damaged, withinDepth } from './damage.ts';
import { addNumber, sumOfBytes } from './sum.ts';
import { parse, referenceOf, unzstd, type ValueReader } from './valueReader.ts';
import { LONGEST_TEXT, type ValueWriter } from './valueWriter.ts';

export interface PackedKeyframe {
  /** UTF-8 bytes before compression. */
  readonly size: number;
  readonly body: Buffer;
  readonly sum: number;
}

export function packKeyframe(seq: number, machine: unknown, values: ValueWriter): PackedKeyframe {
  const text = Buffer.from(textOf(machine, values, false), 'utf8');
  const body = zstdCompressSync(text);
  return { size: text.length, body, sum: sumOfKeyframe(seq, body) };
}

/** `whole`: data is what stands inside a wrapped object, whose own `$value` key is data. */
function textOf(data: unknown, values: ValueWriter, whole: boolean): string {
  if (typeof data === 'string') return values.textOf(data);
  if (typeof data !== 'object' || data === null) return JSON.stringify(data) ?? 'null';
  const wraps = !whole && Object.hasOwn(data, '$value');
  // A plain value stands in public form as itself, so it is recognised by its identity.
  if (isSnapshot(data) && !wraps && !whole) return values.textOf(data as Value);
  if (Array.isArray(data)) return `[${data.map((item) => textOf(item, values, false)).join(',')}]`;
  const record = data as Readonly<Record<string, unknown>>;
  const fields: string[] = [];
  for (const key of Object.keys(record)) {
    const field = record[key];
    if (field === undefined) continue;
    const inner = wraps && key === 'of' && record.$value === 'object';
    fields.push(`${JSON.stringify(key)}:${textOf(field, values, inner)}`);
  }
  return `{${fields.join(',')}}`;
}

export function unpackKeyframe(path: string, row: unknown, values: ValueReader): { seq: number; machine: unknown } {
  const [seq, size, body, sum] = row as unknown[];
  const what = `the keyframe at #${String(seq)}`;
  const sound =
    typeof seq === 'number' && typeof size === 'number' && Buffer.isBuffer(body) && size <= LONGEST_TEXT * 3;
  if (!sound || sumOfKeyframe(seq, body) !== sum) throw damaged(path, what);
  const text = unzstd(path, what, body, size);
  if (text.length !== size) throw damaged(path, what);
  const data = parse(path, what, text.toString('utf8'));
  return { seq, machine: withinDepth(path, what, () => resolved(data, values, false)) };
}

function resolved(data: unknown, values: ValueReader, whole: boolean): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (!whole && referenceOf(data) !== undefined) return toPublic(values.valueIn(data));
  const holder = data as Record<string, unknown>;
  const wraps = !whole && !Array.isArray(data) && holder.$value === 'object' && Object.hasOwn(holder, '$value');
  for (const key of Object.keys(holder)) {
    const item = holder[key];
    if (typeof item !== 'object' || item === null) continue;
    const made = resolved(item, values, wraps && key === 'of');
    if (made === item) continue;
    if (key === '__proto__') Object.defineProperty(holder, key, { value: made });
    else holder[key] = made;
  }
  return holder;
}

function sumOfKeyframe(seq: number, body: Uint8Array): number {
  return sumOfBytes(body, addNumber(0, seq));
}
