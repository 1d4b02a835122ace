// A value as the rows of a tree. Only what is open is laid out, and a long list is laid out in stretches, so that a
// value of any size costs what is seen of it.
import type { PublicValue } from '../../shared/model/publicValue.ts';

export interface JsonRow {
  /** JSON pointer; unique in the tree. A stretch of a list ends in `#from`. */
  readonly path: string;
  readonly depth: number;
  /** Key, index or stretch; undefined for the value itself. */
  readonly name: string | undefined;
  readonly value: PublicValue;
  /** How many rows lie under it when it is open; 0 for what can't be opened. */
  readonly size: number;
  readonly open: boolean;
  /** A stretch of a long list stands for some of its items. */
  readonly stretch?: { readonly from: number; readonly to: number };
}

const STRETCH = 100;

export type Kind =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly PublicValue[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, PublicValue])[] }
  | { readonly kind: 'bytes'; readonly mediaType: string; readonly base64: string }
  /** A secret that the tape was not given: `text` names it. */
  | { readonly kind: 'redacted'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string };

/** What a value in its public form is (interfaces §3). */
export function kindOf(value: PublicValue): Kind {
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value !== 'object' || value === null) return { kind: 'plain', text: String(value) };
  if (Array.isArray(value)) return { kind: 'list', items: value };
  const record = value as { readonly [key: string]: PublicValue };
  switch (Object.hasOwn(record, '$value') ? record.$value : undefined) {
    case 'NaN':
    case 'Infinity':
    case '-Infinity':
    case '-0':
      return { kind: 'plain', text: String(record.$value) };
    case 'bigint':
      return { kind: 'plain', text: String(record.text) };
    case 'bytes':
      return { kind: 'bytes', mediaType: String(record.mediaType), base64: String(record.base64) };
    case 'redacted':
      return { kind: 'redacted', text: `redacted: ${String(record.name)}` };
    case 'unrecorded':
      return { kind: 'note', text: `not recorded, a ${String(record.type)}` };
    case 'object':
      return { kind: 'object', entries: Object.entries((record.of ?? {}) as Record<string, PublicValue>) };
    default:
      return { kind: 'object', entries: Object.entries(record) };
  }
}

function childCount(value: PublicValue): number {
  const kind = kindOf(value);
  if (kind.kind === 'list') return kind.items.length;
  return kind.kind === 'object' ? kind.entries.length : 0;
}

const token = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The rows to show when `open` holds the paths of what is open. The value itself is the first row. */
export function jsonRows(value: PublicValue, open: ReadonlySet<string>): readonly JsonRow[] {
  const rows: JsonRow[] = [];
  const add = (item: PublicValue, name: string | undefined, path: string, depth: number): void => {
    const size = childCount(item);
    const isOpen = size > 0 && open.has(path);
    rows.push({ path, depth, name, value: item, size, open: isOpen });
    if (!isOpen) return;
    const kind = kindOf(item);
    if (kind.kind === 'object') {
      for (const [key, child] of kind.entries) add(child, key, `${path}/${token(key)}`, depth + 1);
    } else if (kind.kind === 'list') addItems(kind.items, path, depth + 1);
  };
  const addItems = (items: readonly PublicValue[], path: string, depth: number): void => {
    if (items.length <= STRETCH) {
      for (const [i, child] of items.entries()) add(child, String(i), `${path}/${i}`, depth);
      return;
    }
    for (let from = 0; from < items.length; from += STRETCH) {
      const to = Math.min(items.length, from + STRETCH);
      const at = `${path}#${from}`;
      const isOpen = open.has(at);
      rows.push({
        path: at,
        depth,
        name: `${from} … ${to - 1}`,
        value: null,
        size: to - from,
        open: isOpen,
        stretch: { from, to },
      });
      if (isOpen) for (let i = from; i < to; i++) add(items[i] as PublicValue, String(i), `${path}/${i}`, depth + 1);
    }
  };
  add(value, undefined, '', 0);
  return rows;
}

const PREVIEW_UNITS = 80;

/** A closed value in one line, cut with an ellipsis. */
export function previewText(value: PublicValue): string {
  let text = '';
  const write = (item: PublicValue, depth: number): void => {
    if (text.length > PREVIEW_UNITS) return;
    const kind = kindOf(item);
    switch (kind.kind) {
      case 'text':
        text += JSON.stringify(kind.text.slice(0, PREVIEW_UNITS));
        return;
      case 'plain':
      case 'redacted':
      case 'note':
        text += kind.text;
        return;
      case 'bytes':
        text += `${kind.mediaType}, ${byteLength(kind.base64)} bytes`;
        return;
      case 'list':
        text += '[';
        if (depth > 1) text += '…';
        else
          for (const [i, child] of kind.items.slice(0, 20).entries()) {
            if (i > 0) text += ', ';
            write(child, depth + 1);
          }
        if (depth <= 1 && kind.items.length > 20) text += ', …';
        text += ']';
        return;
      case 'object':
        text += '{';
        if (depth > 1) text += '…';
        else
          for (const [i, [key, child]] of kind.entries.slice(0, 20).entries()) {
            text += `${i > 0 ? ', ' : ''}${key}: `;
            write(child, depth + 1);
          }
        text += '}';
        return;
    }
  };
  write(value, 0);
  return text.length > PREVIEW_UNITS ? `${text.slice(0, PREVIEW_UNITS)}…` : text;
}

export function byteLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, (base64.length / 4) * 3 - padding);
}
