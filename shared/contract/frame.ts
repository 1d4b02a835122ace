// How calls travel over the web host's socket; both ends use this file. A request is a text frame. An answer or push is a
// text frame, or, where it holds typed arrays, one binary frame: the length of the header (uint32, little endian), the
// header (JSON, UTF-8), then the arrays' bytes, each at a multiple of 8, so that the reader needs no copy. What must hold:
// `decodeFrame(encodeFrame(x))` equals `x` for JSON data with typed arrays anywhere in it.
import type { Result } from '../base/result.ts';
import type { Failure } from './failure.ts';

/** The WebSocket that calls and pushes share. */
export const SOCKET_PATH = '/socket';
/** `POST` with the file as the body and its name in the header (or in `?name=`) answers an `UploadAnswer` as JSON. */
export const UPLOAD_PATH = '/files';
/** The file's name through encodeURIComponent. */
export const FILE_NAME_HEADER = 'x-file-name';
/** Where the host's private copy lies. */
export type UploadAnswer = Result<{ readonly path: string }, Failure>;

/** Page → host, as JSON text. `id` is the page's own; the answer carries it back. */
export interface RequestFrame {
  readonly id: number;
  readonly name: string;
  readonly request: unknown;
}

/** Host → page. */
export type HostFrame =
  | { readonly kind: 'answer'; readonly id: number; readonly result: Result<unknown, Failure> }
  | { readonly kind: 'push'; readonly push: unknown };

/** The typed arrays that may stand in an answer. */
const ARRAYS = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array } as const;
type ArrayName = keyof typeof ARRAYS;
type AnyArray = InstanceType<(typeof ARRAYS)[ArrayName]>;

interface Header {
  /** The data, with null where an array stands. */
  readonly data: unknown;
  /** Where each array stands, of what kind it is, its first byte counted from the end of the header, and its length. */
  readonly arrays: readonly (readonly [
    path: readonly (string | number)[],
    name: ArrayName,
    offset: number,
    length: number,
  ])[];
}

const ALIGNMENT = 8;
const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

function arrayName(view: ArrayBufferView): ArrayName {
  const name = (Object.keys(ARRAYS) as ArrayName[]).find((key) => view instanceof ARRAYS[key]);
  if (name === undefined) throw new TypeError(`${view.constructor.name} can't travel in a frame`);
  return name;
}

/** A text for JSON data, bytes where `data` holds typed arrays. Throws a TypeError where something else stands in it. */
export function encodeFrame(data: unknown): string | Uint8Array<ArrayBuffer> {
  const found: { path: (string | number)[]; name: ArrayName; array: AnyArray }[] = [];
  const plain = takeOut(data, [], found);
  if (found.length === 0) return JSON.stringify(data);
  let offset = 0;
  const arrays: [(string | number)[], ArrayName, number, number][] = [];
  for (const { path, name, array } of found) {
    arrays.push([path, name, offset, array.length]);
    offset += aligned(array.byteLength);
  }
  const header = new TextEncoder().encode(JSON.stringify({ data: plain, arrays } satisfies Header));
  const start = aligned(4 + header.length);
  const frame = new Uint8Array(start + offset);
  new DataView(frame.buffer).setUint32(0, header.length, true);
  frame.set(header, 4);
  found.forEach(({ array }, i) => {
    const at = start + (arrays[i]?.[2] ?? 0);
    frame.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
  });
  return frame;
}

/** Copies only what stands above an array. */
function takeOut(
  data: unknown,
  path: (string | number)[],
  found: { path: (string | number)[]; name: ArrayName; array: AnyArray }[],
): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (ArrayBuffer.isView(data)) {
    found.push({ path, name: arrayName(data), array: data as AnyArray });
    return null;
  }
  const before = found.length;
  if (Array.isArray(data)) {
    const made = data.map((item, i) => takeOut(item, [...path, i], found));
    return found.length === before ? data : made;
  }
  const made: Record<string, unknown> = {};
  for (const key of Object.keys(data)) {
    setKey(made, key, takeOut((data as Record<string, unknown>)[key], [...path, key], found));
  }
  return found.length === before ? data : made;
}

/** Assigning to `__proto__` would set the prototype and lose the key. */
function setKey(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true });
  } else record[key] = value;
}

/**
 * What `encodeFrame` was given. Arrays are views into `frame` where its bytes start at a multiple of 8, as a WebSocket's
 * `arraybuffer` does. Throws a RangeError or SyntaxError where the frame is cut or foreign.
 */
export function decodeFrame(frame: string | ArrayBuffer | Uint8Array<ArrayBuffer>): unknown {
  if (typeof frame === 'string') return JSON.parse(frame);
  const given = frame instanceof Uint8Array ? frame : new Uint8Array(frame);
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : given.slice();
  const headerLength = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
  if (4 + headerLength > bytes.length) throw new RangeError('the frame is shorter than its header says');
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + headerLength))) as Header;
  const start = bytes.byteOffset + aligned(4 + headerLength);
  let data = header.data;
  for (const [path, name, offset, length] of header.arrays) {
    const array = new ARRAYS[name](bytes.buffer, start + offset, length);
    if (path.length === 0) data = array;
    else put(data, path, array);
  }
  return data;
}

function put(data: unknown, path: readonly (string | number)[], array: AnyArray): void {
  let place = data as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string | number, unknown>;
  const last = path.at(-1);
  if (typeof last === 'string') setKey(place, last, array);
  else if (last !== undefined) place[last] = array;
}
