// Chunks that a writer left unsealed, because it was killed or its disk was full, and the directory of sealed ones. What must hold:
// what can't be read stays as it is, for a reader to say so.
import { packsOfRow, sealedBody } from './chunkBody.ts';
import { type DirectoryWriter, directoryWriter, IterationRanges } from './chunkDirectory.ts';
import { ChunkReader, type ChunkSource } from './chunkReader.ts';
import { TapeError } from './damage.ts';
import { rowsOf, type WriteConnection } from './driver.ts';
import { KIND_NUMBERS } from './eventFields.ts';
import { nameReader, STREAMS_SQL } from './nameReader.ts';
import { BLOB_SQL, valueReader } from './valueReader.ts';

export function chunkSource(connection: WriteConnection): ChunkSource {
  const path = connection.name;
  const streams = rowsOf(connection, STREAMS_SQL);
  const blobs = rowsOf(connection, BLOB_SQL);
  const names = nameReader(path, (id) => streams.all(id));
  const values = valueReader(path, () => blobs);
  return {
    path,
    rows: (sql) => rowsOf(connection, sql),
    streamAt: (id) => names.stream(id),
    blobAt: (id) => values.blob(id),
  };
}

/** Reads a chunk for what the directory says of it. Gives the time of its last event, in microseconds. */
export function indexChunk(source: ChunkSource, chunk: number, directory: DirectoryWriter): number {
  const opened = KIND_NUMBERS.get('iteration.opened');
  const closed = KIND_NUMBERS.get('iteration.closed');
  const streams = new Set<number>();
  const iterations = new IterationRanges();
  const reader = new ChunkReader(source, chunk);
  const wants = (stream: number): boolean => {
    streams.add(stream);
    const { kind } = source.streamAt(stream);
    return kind === opened || kind === closed;
  };
  for (;;) {
    const events = reader.read(Number.POSITIVE_INFINITY, wants);
    if (events.length === 0) break;
    for (const { kind, at } of events) iterations.add(kind === 'iteration.opened' ? 'opened' : 'closed', at);
  }
  directory.add(chunk, streams, iterations);
  return reader.timeUs;
}

/** Seals what an earlier writer left open, within the transaction that is open. */
export function sealLeftOver(connection: WriteConnection): void {
  const left = rowsOf(connection, 'SELECT DISTINCT chunk FROM packs ORDER BY chunk').all() as [number][];
  if (left.length === 0) return;
  const source = chunkSource(connection);
  const directory = directoryWriter(connection);
  const packRows = rowsOf(
    connection,
    'SELECT first, chunk, count, body, sum FROM packs WHERE chunk = ? ORDER BY first',
  );
  const insert = connection.prepare('INSERT INTO chunks (first, count, size, body, sum) VALUES (?, ?, ?, ?, ?)');
  const remove = connection.prepare('DELETE FROM packs WHERE chunk = ?');
  for (const [chunk] of left) {
    try {
      const packs = (packRows.all(chunk) as unknown[][]).flatMap((row) => packsOfRow(connection.name, row));
      indexChunk(source, chunk, directory);
      const { size, body, sum } = sealedBody(chunk, packs);
      insert.run(
        chunk,
        packs.reduce((count, pack) => count + pack.count, 0),
        size,
        body,
        sum,
      );
      remove.run(chunk);
    } catch (error) {
      if (!(error instanceof TapeError)) throw error;
    }
  }
}

/** Time of the last event, in microseconds since the start; 0 where there is none. */
export function lastTimeUs(connection: WriteConnection): number {
  const row = rowsOf(
    connection,
    `SELECT first FROM (SELECT first FROM chunks UNION ALL SELECT chunk AS first FROM packs) ORDER BY first DESC LIMIT 1`,
  ).get() as [number] | undefined;
  if (row === undefined) return 0;
  const reader = new ChunkReader(chunkSource(connection), row[0]);
  while (reader.read(Number.POSITIVE_INFINITY, () => false).length > 0);
  return reader.timeUs;
}
