// Export and import are inverse: any log, any value, and any damage to the lines.
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TapeEvent } from '../../../shared/model/event.ts';
import { anyLog, KIND_FIELDS } from '../../support/anyLog.ts';
import { temporaryFolder, writeTape } from '../../support/tapeFiles.ts';
import { exported, imported, lines, STARTED } from './importedTape.ts';

const ONE_RUN = new Set(['run.started', 'run.finished', 'run.continued']);

/** One run: started once, and ended once, as every run of ours is. */
const anyRun = fc
  .tuple(KIND_FIELDS['run.started'], anyLog, KIND_FIELDS['run.finished'])
  .map(([started, log, ended]) =>
    [
      { kind: 'run.started', at: '', t: 0, ...started },
      ...log.filter(({ kind }) => !ONE_RUN.has(kind)),
      { kind: 'run.finished', at: '', t: 9, ...ended },
    ].map((event, seq) => ({ ...event, seq }) as unknown as TapeEvent),
  );

async function tapeOf(log: readonly TapeEvent[]): Promise<string> {
  const path = join(temporaryFolder(), 'original.looptape');
  await writeTape(path, log);
  return path;
}

it('give back every run of ours byte for byte, without a word', async () => {
  await fc.assert(
    fc.asyncProperty(anyRun, fc.integer({ min: 1, max: 5000 }), async (log, chunkBytes) => {
      const first = exported(await tapeOf(log));
      const back = await imported(first, chunkBytes);
      expect(back.notes).toEqual([]);
      expect(exported(back.path)).toBe(first);
    }),
    { numRuns: 60 },
  );
}, 120_000);

it('give back whatever log byte for byte on the second trip', async () => {
  await fc.assert(
    fc.asyncProperty(anyLog, async (log) => {
      fc.pre(log.length > 0);
      const once = exported((await imported(exported(await tapeOf(log)))).path);
      const again = await imported(once);
      expect(exported(again.path)).toBe(once);
      expect(again.notes).toEqual([]);
    }),
    { numRuns: 60 },
  );
}, 120_000);

it('read whatever became of lines, name each line that is none, and keep it', async () => {
  const start = Buffer.from(lines(STARTED));
  await fc.assert(
    fc.asyncProperty(
      anyLog,
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat({ max: 255 })), {
        minLength: 1,
        maxLength: 20,
      }),
      async (log, changes) => {
        fc.pre(log.length > 0);
        const bytes = Buffer.from(exported(await tapeOf(log)));
        for (const [place, byte] of changes) bytes[Math.floor(place * bytes.length)] = byte;
        const made = await imported(Buffer.concat([start, bytes]));
        const kept = made.notes.filter((note) => note.kept);
        expect(made.kept).toBe(kept.length);
        for (const note of made.notes) expect(note.message).toMatch(new RegExp(`^line ${note.line}: .+\\.$`, 's'));
        const onTape = exported(made.path)
          .split('\n')
          .filter((line) => line.includes('"signal":"malformed-line"'));
        expect(onTape.length).toBeGreaterThanOrEqual(kept.length);
        // Every line that is not blank is an event.
        const written = Buffer.concat([start, bytes]).toString('latin1').split('\n');
        expect(made.events).toBe(written.filter((line) => /[^\s\x80-\xff]/.test(line)).length);
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);

it.each(Object.entries(KIND_FIELDS))('take a minimal %s, with seq, t and at filled in', async (kind, fields) => {
  const [own] = fc.sample(fields, { numRuns: 1, seed: 7 });
  const bare = JSON.parse(
    JSON.stringify({ kind, ...own }, (_, value: unknown) => (typeof value === 'bigint' ? 1 : value)),
  );
  const made = await imported(kind === 'run.started' ? lines(bare) : lines(STARTED, bare));
  expect(made.kept).toBe(0);
  const last = JSON.parse(exported(made.path).trimEnd().split('\n').at(-1) as string);
  expect(last).toMatchObject({ seq: kind === 'run.started' ? 0 : 1, kind, at: expect.any(String), t: 0 });
});
