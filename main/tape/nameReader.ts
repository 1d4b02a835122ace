// Names on their way out of rows: paths and streams by their ids. What must hold: a name that is not one of ours is damage.
import { EVENT_KINDS, type EventKind } from '../../shared/model/event.ts';
import { damaged } from './damage.ts';
import { KIND_NUMBERS, SUBJECTS } from './eventFields.ts';
import type { PathName, StreamName } from './eventRow.ts';
import { sumOfStream, textOfPath, textOfSubject } from './nameWriter.ts';
import { sumOfText } from './sum.ts';
import type { TapeSession } from './tapeSession.ts';

/** Every function is called within the session's `use`. */
export interface NameReader {
  /** `seq` is the event that names it, for the sentence where it is missing. */
  path(id: number, seq: number): PathName;
  stream(id: number, seq: number): StreamName;
  pathId(path: string): number | undefined;
  /** All streams so far, in the order of their first events. */
  streams(): readonly StreamName[];
  /** The stream of that kind and subject: one, or none. */
  streamsOf(kind: EventKind, subject: readonly string[]): readonly StreamName[];
}

const REMEMBERED_PATHS = 8192;

export function nameReader(session: TapeSession): NameReader {
  const paths = new Map<number, PathName>();
  const streams = new Map<number, StreamName>();
  const bySubject = new Map<string, StreamName>();
  let lastStream = 0;

  function loadStreams(): void {
    const rows = session.rows('SELECT id, kind, subject FROM streams WHERE id > ? ORDER BY id').all(lastStream);
    for (const row of rows as [number, number, string][]) {
      const stream = streamOf(session.path, row);
      streams.set(stream.id, stream);
      bySubject.set(`${stream.kind} ${row[2]}`, stream);
      lastStream = stream.id;
    }
  }

  return {
    path(id, seq) {
      const seen = paths.get(id);
      if (seen !== undefined) return seen;
      const row = session.rows('SELECT path FROM paths WHERE id = ?').get(id) as [unknown] | undefined;
      const made = row === undefined ? undefined : pathOf(row[0]);
      if (made === undefined) throw damaged(session.path, `the path of event #${seq}`);
      if (paths.size >= REMEMBERED_PATHS) paths.clear();
      paths.set(id, made);
      return made;
    },
    stream(id, seq) {
      if (!streams.has(id)) loadStreams();
      const stream = streams.get(id);
      if (stream === undefined) throw damaged(session.path, `the name of event #${seq}`);
      return stream;
    },
    pathId(path) {
      const row = session.rows('SELECT id FROM paths WHERE path = ?').get(textOfPath(path)) as [number] | undefined;
      return row?.[0];
    },
    streams() {
      loadStreams();
      return [...streams.values()];
    },
    streamsOf(kind, subject) {
      loadStreams();
      const stream = bySubject.get(`${KIND_NUMBERS.get(kind)} ${textOfSubject(subject)}`);
      return stream === undefined ? [] : [stream];
    },
  };
}

function pathOf(text: unknown): PathName | undefined {
  if (typeof text !== 'string') return undefined;
  const path = parsed(text);
  return typeof path === 'string' ? { path, sum: sumOfText(text) } : undefined;
}

function streamOf(file: string, row: readonly unknown[]): StreamName {
  const [id, kind, text] = row;
  if (typeof id === 'number' && typeof kind === 'number' && typeof text === 'string' && EVENT_KINDS[kind]) {
    const subject = parsed(text);
    if (Array.isArray(subject) && subject.length === SUBJECTS[kind]?.length && subject.every(isText)) {
      return { id, kind, subject: subject as string[], sum: sumOfStream(kind, text) };
    }
  }
  throw damaged(file, `the name of stream ${String(id)}`);
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
