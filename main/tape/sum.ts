// Check sums of rows: 32 bits by which a reader notices that a row is not what was written. They guard against damage,
// not against malice. FNV-1a over UTF-16 units, since it needs no encoding and no call out of JavaScript.

const OFFSET = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

export function sumOfText(text: string, start = OFFSET): number {
  let sum = start;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), PRIME);
  return sum;
}

export function sumOfBytes(bytes: Uint8Array, start = OFFSET): number {
  let sum = start;
  for (let i = 0; i < bytes.length; i++) sum = Math.imul(sum ^ (bytes[i] as number), PRIME);
  return sum;
}

/** Adds a whole number below 2^53. */
export function addNumber(sum: number, value: number): number {
  const low = Math.imul(sum ^ (value | 0), PRIME);
  return Math.imul(low ^ (low >>> 15) ^ ((value / 0x100000000) | 0), PRIME);
}

/** The sum of an event's row: of its number, time, stream and path as texts, and body. */
export function sumOfEvent(seq: number, timeUs: number, streamSum: number, pathSum: number, body: string): number {
  const sum = sumOfText(body, addNumber(addNumber(addNumber(addNumber(OFFSET, seq), timeUs), streamSum), pathSum));
  return Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
}
