// Names on their way into rows: the paths that events happened in and the streams that they belong to. A stream is a kind
// of event together with the thing that it is about, such as "slot.written of init_obs in iterIn_1", so that one index
// answers for kinds, slots and nodes. What must hold: an id never changes what it stands for.
import type { EngineEvent } from '../../shared/model/event.ts';
import { numberOf, rowsOf, type WriteConnection } from './driver.ts';
import { SUBJECTS } from './eventFields.ts';
import type { PlaceWriter, Tail } from './places.ts';
import { sumOfText } from './sum.ts';

/** A name in use: its id, and the sum of its text, which goes into the sum of every row that uses it. */
export interface Name {
  readonly id: number;
  readonly sum: number;
}

/** A stream in use, with the end of its list of places. */
export interface StreamInUse extends Name {
  readonly tail: Tail;
}

export interface NameWriter {
  path(path: string): Name;
  stream(kindNumber: number, event: EngineEvent): StreamInUse;
}

/** Paths that are remembered before the table is asked: only open iterations still get events. */
const REMEMBERED_PATHS = 4096;

/** Names stand as JSON texts, so that lone surrogates and U+0000 survive in them too. */
export function textOfPath(path: string): string {
  return JSON.stringify(path);
}

export function textOfSubject(subject: readonly string[]): string {
  return JSON.stringify(subject);
}

/** The sum of a stream's name. */
export function sumOfStream(kindNumber: number, subjectText: string): number {
  return sumOfText(subjectText, kindNumber + 1);
}

type Tree = Map<string, Tree | StreamInUse>;

/** Reads the names that are there, so it is made anew after a rollback. */
export function nameWriter(connection: WriteConnection, places: PlaceWriter): NameWriter {
  const insertPath = connection.prepare('INSERT OR IGNORE INTO paths (id, path) VALUES (?, ?)');
  const findPath = rowsOf(connection, 'SELECT id FROM paths WHERE path = ?');
  const insertStream = connection.prepare('INSERT INTO streams (id, kind, subject) VALUES (?, ?, ?)');
  const streams: Tree[] = SUBJECTS.map(() => new Map());
  let nextPath = numberOf(connection, 'SELECT coalesce(max(id), 0) + 1 FROM paths');
  let nextStream = numberOf(connection, 'SELECT coalesce(max(id), 0) + 1 FROM streams');
  const paths = new Map<string, Name>();
  let lastPath: string | undefined;
  let lastName: Name = { id: 0, sum: 0 };

  for (const row of rowsOf(connection, 'SELECT id, kind, subject FROM streams ORDER BY id').all()) {
    const [id, kind, text] = row as [number, number, string];
    place(streams[kind] as Tree, JSON.parse(text) as string[], {
      id,
      sum: sumOfStream(kind, text),
      tail: places.tail(id),
    });
  }

  function pathName(path: string): Name {
    const seen = paths.get(path);
    if (seen !== undefined) return seen;
    const text = textOfPath(path);
    const isNew = insertPath.run(nextPath, text).changes === 1;
    const name = { id: isNew ? nextPath++ : (findPath.get(text) as [number])[0], sum: sumOfText(text) };
    if (paths.size >= REMEMBERED_PATHS) paths.clear();
    paths.set(path, name);
    return name;
  }

  function newStream(kindNumber: number, subject: readonly string[]): StreamInUse {
    const text = textOfSubject(subject);
    const name = { id: nextStream, sum: sumOfStream(kindNumber, text), tail: places.tail(nextStream) };
    insertStream.run(name.id, kindNumber, text);
    nextStream++;
    place(streams[kindNumber] as Tree, subject, name);
    return name;
  }

  return {
    path(path) {
      if (path === lastPath) return lastName;
      lastName = pathName(path);
      lastPath = path;
      return lastName;
    },
    stream(kindNumber, event) {
      const fields = event as unknown as Record<string, string>;
      const names = SUBJECTS[kindNumber] as readonly string[];
      let at: Tree | StreamInUse | undefined = streams[kindNumber];
      for (let i = 0; i < names.length && at !== undefined; i++) {
        at = (at as Tree).get(fields[names[i] as string] as string);
      }
      if (names.length === 0) at = (at as Tree).get('');
      if (at !== undefined) return at as StreamInUse;
      return newStream(
        kindNumber,
        names.map((name) => fields[name] as string),
      );
    },
  };
}

/** A kind without a subject has its one stream under "". */
function place(tree: Tree, subject: readonly string[], name: StreamInUse): void {
  const keys = subject.length === 0 ? [''] : subject;
  let at = tree;
  for (let i = 0; i < keys.length - 1; i++) {
    const key = keys[i] as string;
    const inner = at.get(key);
    if (inner instanceof Map) at = inner;
    else {
      const made: Tree = new Map();
      at.set(key, made);
      at = made;
    }
  }
  at.set(keys[keys.length - 1] as string, name);
}
