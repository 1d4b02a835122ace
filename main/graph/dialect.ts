// Which of the three dialects a graph file is written in (semantics §1 to §3, File).
import { isRecord, type Value } from '../../shared/model/value.ts';

export type Dialect = 'pivot' | 'socket' | 'bounded';

/** By the file's own word (`dialect`), else by the keys that only one dialect has; undefined where nothing tells. */
export function dialectOf(source: Value): Dialect | undefined {
  if (!isRecord(source)) return undefined;
  if (source.dialect === 'pivot' || source.dialect === 'socket' || source.dialect === 'bounded') return source.dialect;
  if (Object.hasOwn(source, 'nodes') || Object.hasOwn(source, 'edges')) return 'pivot';
  if (isRecord(source.sockets) || isRecord(source.loadouts)) return 'socket';
  if (Object.hasOwn(source, 'prompt')) return 'bounded';
  return undefined;
}
