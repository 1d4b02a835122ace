// What the tests of imports share: JSON lines into a tape, and a tape into JSON lines.
import { join } from 'node:path';
import { type Recorded, recordLines } from '../../../main/app/recording.ts';
import type { LineNote } from '../../../main/imports/jsonl.ts';
import { toPublicEvent } from '../../../shared/model/publicEvent.ts';
import { reading, succeeding, temporaryFolder } from '../../support/tapeFiles.ts';

export interface Imported extends Recorded {
  readonly notes: readonly LineNote[];
}

/** `chunkBytes`: how much of it comes at once. */
export async function imported(content: string | Buffer, chunkBytes = 4096): Promise<Imported> {
  const bytes = Buffer.from(content);
  async function* input(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const notes: LineNote[] = [];
  const recorded = await recordLines({
    input: input(),
    source: 'the lines',
    path: join(temporaryFolder(), 'imported.looptape'),
    force: false,
    name: 'lines',
    live: false,
    note: (note) => notes.push(note),
  });
  return { ...succeeding(recorded), notes };
}

export function exported(path: string): string {
  const reader = reading(path);
  return [...reader.events({})].map((event) => `${JSON.stringify(toPublicEvent(event))}\n`).join('');
}

export function lines(...events: readonly (object | string)[]): string {
  return events.map((event) => `${typeof event === 'string' ? event : JSON.stringify(event)}\n`).join('');
}

export const STARTED = {
  kind: 'run.started',
  id: '6f1c1d2e-8a3b-4c5d-9e0f-1a2b3c4d5e6f',
  dialect: 'foreign',
  graph: null,
  inputs: { goal: 'x' },
  versions: {},
};
