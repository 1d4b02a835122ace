// What can be found without reading chunks: which streams lie in which chunk, and which iterations of a loop begin or end in it.
// Made when a chunk is sealed, and made again from the chunks themselves (rebuild.ts).
import type { WriteConnection } from './driver.ts';
import { placeWriter } from './places.ts';

export const EDGES = { opened: 0, closed: 1 } as const;
export type Edge = keyof typeof EDGES;

/** An iteration's path as loop and number: `plan[2]/act[7]` is the 7 of `plan[2]/act`. Passes count with their item. */
export interface LoopNumber {
  readonly loop: string;
  readonly number: number;
}

export function loopNumberOf(path: string): LoopNumber {
  const end = path.lastIndexOf(']');
  const from = path.lastIndexOf('[', end);
  const digits = path.slice(from + 1, end);
  // Foreign paths may end in anything.
  if (from < 0 || digits.length > 15 || !/^\d+$/.test(digits)) return { loop: path, number: 0 };
  return { loop: path.slice(0, from), number: Number(digits) };
}

/** Loops stand as JSON texts, so that lone surrogates and U+0000 survive in them too. */
export function textOfLoop(loop: string): string {
  return JSON.stringify(loop);
}

/** The iterations that begin or end in one chunk. */
export class IterationRanges {
  readonly #ranges: Record<Edge, Map<string, { least: number; most: number }>> = {
    opened: new Map(),
    closed: new Map(),
  };
  #last: { readonly loop: string; readonly edge: Edge; readonly range: { least: number; most: number } } | undefined;

  add(edge: Edge, path: string): void {
    const { loop, number } = loopNumberOf(path);
    let range = this.#last?.edge === edge && this.#last.loop === loop ? this.#last.range : this.#ranges[edge].get(loop);
    if (range === undefined) {
      range = { least: number, most: number };
      this.#ranges[edge].set(loop, range);
    } else if (number < range.least) range.least = number;
    else if (number > range.most) range.most = number;
    this.#last = { loop, edge, range };
  }

  *entries(): Generator<{
    readonly loop: string;
    readonly edge: number;
    readonly least: number;
    readonly most: number;
  }> {
    for (const edge of Object.keys(EDGES) as Edge[]) {
      for (const [loop, range] of this.#ranges[edge]) yield { loop, edge: EDGES[edge], ...range };
    }
  }
}

export interface DirectoryWriter {
  /** Chunks are added in their order. */
  add(chunk: number, streams: Iterable<number>, iterations: IterationRanges): void;
}

/** Reads what is there, so it is made anew after a rollback. */
export function directoryWriter(connection: WriteConnection): DirectoryWriter {
  const insert = connection.prepare(
    'INSERT OR REPLACE INTO iterations (loop, edge, least, chunk, most) VALUES (?, ?, ?, ?, ?)',
  );
  const places = placeWriter(connection);
  return {
    add(chunk, streams, iterations) {
      for (const stream of streams) places.add(stream, chunk);
      for (const { loop, edge, least, most } of iterations.entries()) {
        insert.run(textOfLoop(loop), edge, least, chunk, most);
      }
    },
  };
}
