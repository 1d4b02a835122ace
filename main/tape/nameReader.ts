// Streams on their way out of rows, by their ids. What must hold: a name that is not one of ours is damage.
import { EVENT_KINDS, type EventKind } from '../../shared/model/event.ts';
import { damaged } from './damage.ts';
import { KIND_NUMBERS, SUBJECTS } from './eventFields.ts';
import { sumOfStream, textOfSubject } from './nameWriter.ts';
import type { StreamName } from './pack/eventUnpacker.ts';

/** Every function is called while the file is open. */
export interface NameReader {
  stream(id: number): StreamName;
  /** All streams so far, in the order of their first events. */
  streams(): readonly StreamName[];
  /** The stream of that kind and subject: one, or none. */
  streamsOf(kind: EventKind, subject: readonly string[]): readonly StreamName[];
}

/** `rowsAfter` gives id, kind, subject and sum of every stream beyond an id, in order. */
export function nameReader(path: string, rowsAfter: (id: number) => readonly unknown[]): NameReader {
  const streams = new Map<number, StreamName>();
  const bySubject = new Map<string, StreamName>();
  let last = 0;

  function load(): void {
    for (const row of rowsAfter(last)) {
      const stream = streamOf(path, row as readonly unknown[]);
      streams.set(stream.id, stream);
      bySubject.set(keyOf(stream.kind, stream.subject), stream);
      last = stream.id;
    }
  }

  return {
    stream(id) {
      if (!streams.has(id)) load();
      const stream = streams.get(id);
      if (stream === undefined) throw damaged(path, `the name of stream ${id} is missing`);
      return stream;
    },
    streams() {
      load();
      return [...streams.values()];
    },
    streamsOf(kind, subject) {
      load();
      const stream = bySubject.get(keyOf(KIND_NUMBERS.get(kind) as number, subject));
      return stream === undefined ? [] : [stream];
    },
  };
}

export const STREAMS_SQL = 'SELECT id, kind, subject, sum FROM streams WHERE id > ? ORDER BY id';

function keyOf(kind: number, subject: readonly string[]): string {
  return `${kind} ${textOfSubject(subject)}`;
}

function streamOf(path: string, row: readonly unknown[]): StreamName {
  const [id, kind, text, sum] = row;
  if (typeof id === 'number' && typeof kind === 'number' && typeof text === 'string' && EVENT_KINDS[kind]) {
    const subject = sumOfStream(id, kind, text) === sum ? parsed(text) : undefined;
    if (Array.isArray(subject) && subject.length === SUBJECTS[kind]?.length && subject.every(isText)) {
      return { id, kind, subject: subject as string[] };
    }
  }
  throw damaged(path, `the name of stream ${String(id)}`);
}

function isText(item: unknown): item is string {
  return typeof item === 'string';
}

/** Undefined where the text is no JSON: the caller says what is damaged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
