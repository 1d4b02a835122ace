// Streams on their way into rows. A stream is a kind of event together with the thing that it is about, such as "slot.written
// of init_obs in iterIn_1", so that one index answers for kinds, slots and nodes. What must hold: an id never changes what it
// stands for.
import type { EngineEvent } from '../../shared/model/event.ts';
import { numberOf, rowsOf, type WriteConnection } from './driver.ts';
import { KIND_NUMBERS, SUBJECTS } from './eventFields.ts';
import type { StepsTaken } from './stepsTaken.ts';
import { addNumber, sumOfText } from './sum.ts';

export interface NameWriter {
  /** The id of an event's stream. */
  stream(event: EngineEvent): number;
}

/** Names stand as JSON texts, so that lone surrogates and U+0000 survive in them too. */
export function textOfSubject(subject: readonly string[]): string {
  return JSON.stringify(subject);
}

/** The sum of a stream's row. */
export function sumOfStream(id: number, kindNumber: number, subjectText: string): number {
  return sumOfText(subjectText, addNumber(addNumber(0, id), kindNumber));
}

type Tree = Map<string, Tree | number>;

/** Reads the names that are there, so it is made anew after a rollback. */
export function nameWriter(connection: WriteConnection, steps: StepsTaken): NameWriter {
  const insert = connection.prepare('INSERT INTO streams (id, kind, subject, sum) VALUES (?, ?, ?, ?)');
  const streams: Tree[] = SUBJECTS.map(() => new Map());
  let next = numberOf(connection, 'SELECT coalesce(max(id), 0) + 1 FROM streams');

  for (const row of rowsOf(connection, 'SELECT id, kind, subject FROM streams ORDER BY id').all()) {
    const [id, kind, text] = row as [number, number, string];
    place(streams[kind] as Tree, JSON.parse(text) as string[], id);
  }

  return {
    stream(event) {
      const kind = KIND_NUMBERS.get(event.kind) as number;
      const names = SUBJECTS[kind] as readonly string[];
      const fields = event as unknown as Record<string, string>;
      let at: Tree | number | undefined = streams[kind];
      for (let i = 0; i < names.length && at !== undefined; i++) {
        at = (at as Tree).get(fields[names[i] as string] as string);
      }
      if (names.length === 0) at = (at as Tree).get('');
      if (typeof at === 'number') return at;
      const subject = names.map((name) => fields[name] as string);
      const text = textOfSubject(subject);
      const id = next++;
      steps.take(() => insert.run(id, kind, text, sumOfStream(id, kind, text)));
      place(streams[kind] as Tree, subject, id);
      return id;
    },
  };
}

/** A kind without a subject has its one stream under "". */
function place(tree: Tree, subject: readonly string[], id: number): void {
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
  at.set(keys[keys.length - 1] as string, id);
}
