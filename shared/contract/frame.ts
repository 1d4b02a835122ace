// How calls, answers and pushes travel over the loopback socket (interfaces §5): one frame a message. A message without
// typed arrays is a text frame of JSON; one with them is a binary frame: the length of the JSON header as a 32-bit number
// (little-endian), the header, padding to 8 bytes, then the buffers, each at a multiple of 8. Where an array stands is
// told by its path in the header, never by a marker inside the data, so that no user's value can be taken for one.
import type { Failure } from './failure.ts';
import type { Result } from '../base/result.ts';

/** Where the host upgrades to the socket. */
export const SOCKET_PATH = '/socket';
/** Where a picked or dropped file is streamed to: POST, the bytes as the body, its name URI-encoded in `FILE_NAME_HEADER`. */
export const UPLOAD_PATH = '/files';
export const FILE_NAME_HEADER = 'x-file-name';
/** What the upload answers, as JSON: the path of the private copy. */
export type UploadAnswer = Result<{ readonly path: string }, Failure>;

/** Page → host. */
export interface CallFrame {
  readonly id: number;
  readonly name: string;
  readonly request: unknown;
}
/** Host → page. */
export type HostFrame =
  | { readonly id: number; readonly result: Result<unknown, Failure> }
  | { readonly push: unknown };

const ARRAYS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array } as const;
type ArrayKind = keyof typeof ARRAYS;
type TypedArray = InstanceType<(typeof ARRAYS)[ArrayKind]>;

interface Place {
  readonly path: readonly (string | number)[];
  readonly kind: ArrayKind;
  readonly offset: number;
  readonly length: number;
}

function kindOf(data: unknown): ArrayKind | undefined {
  if (!ArrayBuffer.isView(data)) return undefined;
  for (const kind of Object.keys(ARRAYS) as ArrayKind[]) if (data instanceof ARRAYS[kind]) return kind;
  return undefined;
}

const align = (length: number): number => (length + 7) & ~7;

/** The message as one frame: a text, or bytes where typed arrays are in it. */
export function encodeFrame(message: unknown): string | Uint8Array<ArrayBuffer> {
  const found: { readonly place: Place; readonly data: TypedArray }[] = [];
  let end = 0;
  const take = (data: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof data !== 'object' || data === null) return data;
    const kind = kindOf(data);
    if (kind !== undefined) {
      const array = data as TypedArray;
      found.push({ place: { path, kind, offset: end, length: array.length }, data: array });
      end = align(end + array.byteLength);
      return null;
    }
    if (Array.isArray(data)) return data.map((item, i) => take(item, [...path, i]));
    const made: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(data)) {
      const taken = take(item, [...path, key]);
      if (key === '__proto__') Object.defineProperty(made, key, { value: taken, enumerable: true });
      else made[key] = taken;
    }
    return made;
  };
  const stripped = take(message, []);
  if (found.length === 0) return JSON.stringify(message);
  const head = new TextEncoder().encode(JSON.stringify({ message: stripped, arrays: found.map((one) => one.place) }));
  const start = align(4 + head.length);
  const frame = new Uint8Array(start + end);
  new DataView(frame.buffer).setUint32(0, head.length, true);
  frame.set(head, 4);
  for (const { place, data } of found) {
    frame.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), start + place.offset);
  }
  return frame;
}

/** The message of a frame. Throws a SyntaxError or RangeError where it is none; arrays are views into the frame's bytes. */
export function decodeFrame(frame: string | ArrayBuffer): unknown {
  if (typeof frame === 'string') return JSON.parse(frame);
  const length = new DataView(frame).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(frame, 4, length))) as {
    message: unknown;
    arrays: Place[];
  };
  const start = align(4 + length);
  for (const { path, kind, offset, length: count } of header.arrays) {
    let holder = header.message as Record<string | number, unknown>;
    for (const step of path.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
    holder[path.at(-1) as string] = new ARRAYS[kind](frame, start + offset, count);
  }
  return header.message;
}
