// Tapes in temporary folders, and the successes of results, for tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { openTape } from '../../main/tape/read.ts';
import type { TapeReader } from '../../main/tape/tapeReader.ts';
import { createTape, type TapeOptions, type TapeWriter } from '../../main/tape/write.ts';
import type { Result } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { EngineEvent, TapeEvent } from '../../shared/model/event.ts';

const folders: string[] = [];
const readers: TapeReader[] = [];

afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'looptape-test-'));
  folders.push(folder);
  return folder;
}

/** The value of a success; throws the sentence of a failure. */
export function succeeding<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

export function newTape(path: string, options: Partial<TapeOptions> = {}): TapeWriter {
  return succeeding(createTape(path, { id: 'run', startedAtMs: 1_000, ...options }));
}

/** Writes a finished tape. */
export async function writeTape(path: string, events: readonly (TapeEvent | EngineEvent)[]): Promise<void> {
  const writer = newTape(path);
  writer.append(events.map((event) => ({ t: event.seq / 10, ...event }) as TapeEvent));
  succeeding(await writer.finish());
}

/** An open reader, closed after the test. */
export function reading(path: string): TapeReader {
  const reader = succeeding(openTape(path));
  readers.push(reader);
  return reader;
}
