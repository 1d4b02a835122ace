// Writes small tapes with the real writer: a graph of one node that gave 7 and ended.
import { randomUUID } from 'node:crypto';
import { createTape } from '../../../main/tape/write.ts';
import { snapshot } from '../../../shared/model/value.ts';

export const GRAPH = {
  nodes: [
    { id: 'seven', type: 'scripted', config: { inputs: [], outputs: ['n'], seq: [{ n: 7 }] } },
    { id: 'out', type: 'graphOut', config: { portName: 'n' } },
  ],
  edges: [{ source: 'seven', sourceHandle: 'n', target: 'out', targetHandle: 'value' }],
};

/** Five events, ended, in one file. Gives the tape's id. */
export async function writeSmallTape(path: string, id: string = randomUUID()): Promise<string> {
  const writer = createTape(path, { id, startedAtMs: Date.UTC(2026, 10, 30) });
  if (!writer.ok) throw new Error(writer.failure.message);
  const at = '';
  writer.value.appendAt(
    [
      { seq: 0, kind: 'run.started', at, id, dialect: 'pivot', graph: snapshot(GRAPH), inputs: {}, versions: {} },
      { seq: 1, kind: 'fire.started', at, fire: 0, node: 'seven', inputs: {}, from: {} },
      { seq: 2, kind: 'fire.finished', at, fire: 0, node: 'seven', outputs: { n: 7 }, durationMs: 1 },
      { seq: 3, kind: 'slot.written', at, slot: 'out.latch', scope: '', writer: 'latch', value: 7 },
      { seq: 4, kind: 'run.finished', at, status: 'ended', reason: 'end', outputs: { n: 7 } },
    ],
    1,
  );
  const finished = await writer.value.finish();
  if (!finished.ok) throw new Error(finished.failure.message);
  return id;
}
