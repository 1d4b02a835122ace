// Whether two values would be read back as the same, key order and -0 included.
import { isRecord, type Value } from '../../../shared/model/value.ts';

/** Deeper values are taken for different, which only costs bytes. */
const DEPTH_MOST = 200;

export function exactly(a: Value | undefined, b: Value | undefined, depth = 0): boolean {
  if (a === b) return a !== 0 || 1 / a === 1 / (b as number);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (depth > DEPTH_MOST) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!exactly(a[i], b[i], depth + 1)) return false;
    return true;
  }
  // Bytes and stubs are the same only as the same object: comparing megabytes would cost more than it saves.
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  const others = Object.keys(b);
  if (keys.length !== others.length) return false;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    if (key !== others[i] || !exactly(a[key], b[key], depth + 1)) return false;
  }
  return true;
}
