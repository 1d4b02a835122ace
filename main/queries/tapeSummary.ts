// A tape in a few lines: what the library, the title bar and the footer show.
import { tapeId } from '../../shared/base/ids.ts';
import type { TapeSummary } from '../../shared/contract/tape.ts';
import { toPublicRecord } from '../../shared/model/publicValue.ts';
import type { Values } from '../../shared/model/value.ts';
import type { OpenTape } from './openTape.ts';
import { tapeEnd } from './tapeEnd.ts';
import { dialectOf } from './tapeGraph.ts';

/** `live` is what the tape tells, that somebody is writing it; only the app knows whether it is the one. */
export function tapeSummary(tape: OpenTape): TapeSummary {
  const { reader, started } = tape;
  const info = reader.info();
  const end = tapeEnd(tape);
  const error = end.finished?.error;
  return {
    tape: tapeId(info.id),
    path: info.path,
    name: nameOf(info.path),
    graphName: started?.name ?? tape.graph?.name ?? nameOf(info.path),
    dialect: dialectOf(started),
    ...(started?.compat === undefined ? {} : { compat: started.compat }),
    status: end.status,
    reason: end.reason,
    head: end.head,
    startedAtMs: info.startedAtMs,
    durationMs: end.durationMs,
    sizeBytes: reader.sizeBytes(),
    iterations: { ...end.iterations },
    finals: publicFinals(end.finals),
    outputs: toPublicRecord(end.finished?.outputs ?? {}),
    ...(error ? { error } : {}),
    live: info.beingWritten,
    ...(info.graphFolder === undefined ? {} : { folder: info.graphFolder }),
    readOnly: info.readOnly,
    ...(started?.parent ? { parent: started.parent } : {}),
  };
}

export function publicFinals(finals: Readonly<Record<string, Values>>): Record<string, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(finals).map(([scope, values]) => [scope, toPublicRecord(values)]));
}

/** The file's name without its folder and ending. */
function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).replace(/\.looptape$/i, '');
}
