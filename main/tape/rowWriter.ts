// Events as rows of an open transaction: names, values, places and iterations with them. What must hold: everything that
// is kept in memory about the tables is true of them, so after a rollback a new one is made.
import { invariant } from '../../shared/base/assert.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import { numberOf, type WriteConnection } from './driver.ts';
import { badField, KIND_NUMBERS } from './eventFields.ts';
import { bodyOf, microseconds } from './eventRow.ts';
import { packKeyframe } from './keyframeText.ts';
import { nameWriter } from './nameWriter.ts';
import { placeWriter } from './places.ts';
import { sumOfEvent } from './sum.ts';
import { valueWriter } from './valueWriter.ts';

export const ITERATION_SQL = `INSERT INTO iterations (path, opened, closed) VALUES (?, ?, ?) ON CONFLICT (path) DO UPDATE
  SET opened = coalesce(opened, excluded.opened), closed = coalesce(closed, excluded.closed)`;

export interface RowWriter {
  /** Seq of the last event that has a row; -1 where there is none. */
  head(): number;
  append(event: EngineEvent, t: number): void;
  /** Gives the keyframe's size before compression, in bytes. */
  keyframe(seq: number, machine: unknown): number;
  /** Writes what was held back; before every commit. */
  flush(): void;
  /** UTF-16 units of bodies and bytes of values so far, before compression. */
  loggedBytes(): number;
}

export function rowWriter(connection: WriteConnection): RowWriter {
  const insert = connection.prepare(
    'INSERT INTO events (seq, stream, path, time_us, body, sum) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertIteration = connection.prepare(ITERATION_SQL);
  const insertKeyframe = connection.prepare(
    'INSERT OR REPLACE INTO keyframes (seq, size, body, sum) VALUES (?, ?, ?, ?)',
  );
  const places = placeWriter(connection);
  const names = nameWriter(connection, places);
  const values = valueWriter(connection);
  let head = numberOf(connection, 'SELECT coalesce(max(seq), -1) FROM events');
  let bodies = 0;
  /** Iterations that opened in this transaction and have no row yet, by path id: most close in it too. */
  const opened = new Map<number, number>();

  return {
    head: () => head,
    append(event, t) {
      const { seq, kind } = event;
      invariant(seq === head + 1, `event #${seq} follows #${head}`);
      const number = KIND_NUMBERS.get(kind);
      invariant(number !== undefined, `event #${seq} is of a known kind`);
      const bad = badField(kind, event as unknown as Readonly<Record<string, unknown>>);
      invariant(bad === undefined, `event #${seq} (${kind}) has a proper ${bad}`);
      const path = names.path(event.at);
      const stream = names.stream(number, event);
      const body = bodyOf(number, event, values);
      const timeUs = microseconds(t);
      insert.run(seq, stream.id, path.id, timeUs, body, sumOfEvent(seq, timeUs, stream.sum, path.sum, body));
      places.add(stream.tail, seq);
      if (kind === 'iteration.opened') {
        if (!opened.has(path.id)) opened.set(path.id, seq);
      } else if (kind === 'iteration.closed') {
        insertIteration.run(path.id, opened.get(path.id) ?? null, seq);
        opened.delete(path.id);
      }
      bodies += body.length;
      head = seq;
    },
    keyframe(seq, machine) {
      const { size, body, sum } = packKeyframe(seq, machine, values);
      insertKeyframe.run(seq, size, body, sum);
      return size;
    },
    flush() {
      places.flush();
      for (const [path, seq] of opened) insertIteration.run(path, seq, null);
      opened.clear();
    },
    loggedBytes: () => bodies + values.storedBytes(),
  };
}
