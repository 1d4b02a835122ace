// Tapes that this process records from outside while the app shows them. What must hold: such a tape is live from its first event to its
// end, as that of a run is; the push that says it has ended comes last.
import { resolve } from 'node:path';
import type { Push } from '../../shared/contract/pushes.ts';
import type { Readers } from './readers.ts';
import type { RecordingWatch } from './recording.ts';
import type { Tapes } from './tapes.ts';

export interface Recordings {
  isLive(path: string): boolean;
  /** Shows the tape, which is there, as live. */
  show(path: string): Promise<RecordingWatch | undefined>;
}

export interface RecordingsParts {
  readonly readers: Readers;
  readonly tapes: Tapes;
  readonly push: (push: Push) => void;
  readonly noted: (path: string) => Promise<void>;
}

export function createRecordings({ readers, tapes, push, noted }: RecordingsParts): Recordings {
  const live = new Set<string>();
  return {
    isLive: (path) => live.has(path),
    async show(given) {
      const path = resolve(given);
      live.add(path);
      await noted(path);
      const opened = await tapes.open(path);
      if (!opened.ok) {
        live.delete(path);
        return undefined;
      }
      const { tape } = opened.value;
      let { head } = opened.value;
      return {
        advanced(newest) {
          head = newest;
          push({ kind: 'run.advanced', tape, head, state: 'running' });
        },
        async finish(work) {
          const done = await readers.without(path, work);
          live.delete(path);
          await noted(path);
          const ended = await tapes.open(path);
          push({ kind: 'run.advanced', tape, head: ended.ok ? ended.value.head : head, state: 'finished' });
          return done;
        },
      };
    },
  };
}
