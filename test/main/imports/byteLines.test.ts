import { expect, it } from 'vitest';
import { type ByteLine, ByteLines } from '../../../main/imports/byteLines.ts';

function linesOf(bytes: Buffer, chunkBytes: number, longest?: number): ByteLine[] {
  const lines = new ByteLines(longest);
  const made: ByteLine[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) made.push(...lines.take(bytes.subarray(at, at + chunkBytes)));
  return [...made, ...lines.end()];
}

it.each([1, 2, 3, 100])(
  'cut bytes that come %i at a time into lines: a BOM, CRLF, blank lines, no final newline',
  (chunkBytes) => {
    expect(linesOf(Buffer.from('\uFEFFa\r\n\n\u00e9 \u{1F600}\nlast'), chunkBytes)).toEqual([
      { line: 1, kind: 'text', text: 'a' },
      { line: 2, kind: 'text', text: '' },
      { line: 3, kind: 'text', text: '\u00e9 \u{1F600}' },
      { line: 4, kind: 'text', text: 'last' },
    ]);
  },
);

it('keep the bytes of a line that is no UTF-8, and read the next one', () => {
  const [first, second] = linesOf(Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a]), 2);
  expect(first).toEqual({ line: 1, kind: 'not-text', bytes: Uint8Array.of(0x61, 0xff) });
  expect(second).toEqual({ line: 2, kind: 'text', text: 'b' });
});

it.each([1, 7, 1000])(
  'keep the beginning of a line that is too long, %i bytes at a time, and read the next one',
  (chunkBytes) => {
    const [long, next] = linesOf(Buffer.from(`${'x'.repeat(50)}\nb\n`), chunkBytes, 20);
    expect(long).toMatchObject({ line: 1, kind: 'too-long', size: 50 });
    expect(Buffer.from(long?.kind === 'too-long' ? long.bytes : []).toString()).toMatch(/^x{20,50}$/);
    expect(next).toEqual({ line: 2, kind: 'text', text: 'b' });
  },
);

it('take no more memory for a line of a gigabyte than for what is kept of it', () => {
  const lines = new ByteLines();
  const chunk = Buffer.alloc(8 * 1024 * 1024, 0x20);
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 128; i++) expect([...lines.take(chunk)]).toEqual([]);
  const [long] = [...lines.take(Buffer.from('\n'))];
  expect(long).toMatchObject({ kind: 'too-long', size: 1024 ** 3 });
  // The longest line that is read is 128 MB.
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
});
