// What `run`, `fork` and `continue` print of a tape with --json (interfaces §4).
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { RunReport, ShowReport } from '../../shared/contract/report.ts';
import { toPublic, toPublicRecord } from '../../shared/model/publicValue.ts';
import { parseSlot, stateSlot } from '../../shared/model/statePath.ts';
import { knownHazards } from './hazardsList.ts';
import { loopReport } from './loopReport.ts';
import { usageTotals } from './modelUsage.ts';
import type { OpenTape } from './openTape.ts';
import { slotValueAt } from './stateValue.ts';
import { type TapeEnd, tapeEnd } from './tapeEnd.ts';
import { dialectOf } from './tapeGraph.ts';
import { publicFinals } from './tapeSummary.ts';

/** Failure `still-running` while the tape is being recorded. */
export function runReport(tape: OpenTape): Result<RunReport, Failure> {
  const end = tapeEnd(tape);
  const { status, reason } = end;
  const info = tape.reader.info();
  if (status === 'running')
    return failed(failure('still-running', `${info.path} is still being recorded; ask again when it is over.`));
  return succeeded({ tape: info.path, id: info.id, status, reason, ...commonPart(tape, end) });
}

/** What `show` prints of a tape with --json (interfaces §4). */
export function showReport(tape: OpenTape): ShowReport {
  const end = tapeEnd(tape);
  const { status, reason, head, durationMs } = end;
  return {
    id: tape.reader.info().id,
    status,
    reason,
    dialect: dialectOf(tape.started),
    name: tape.started?.name ?? 'graph',
    events: head + 1,
    ...commonPart(tape, end),
    durationMs,
    sizeBytes: tape.reader.sizeBytes(),
  };
}

function commonPart(tape: OpenTape, end: TapeEnd) {
  const { error, stalled } = end.finished ?? {};
  const raw = error ? rawOf(tape, error.node) : undefined;
  const loop = loopReport(tape, end);
  const usage = usageTotals(tape);
  return {
    ...(tape.started?.parent ? { parent: tape.started.parent } : {}),
    iterations: { ...end.iterations },
    finals: publicFinals(end.finals),
    outputs: toPublicRecord(end.finished?.outputs ?? {}),
    ...socketEnd(tape, end.head),
    ...(loop ? { loop } : {}),
    ...(usage ? { usage } : {}),
    hazards: [...new Set(knownHazards(tape).rows.map((hazard) => hazard.code))],
    ...(stalled ? { stalled: waitingOf(stalled) } : {}),
    ...(error ? { error: raw === undefined ? error : { ...error, raw } } : {}),
  };
}

/** What a run of a socket graph left behind: each state by its key at the top, each cursor by its name. */
function socketEnd(tape: OpenTape, head: number): Pick<RunReport, 'state' | 'cursors'> {
  if (tape.started?.dialect !== 'socket') return {};
  const state: Record<string, unknown> = {};
  const cursors: Record<string, number> = {};
  for (const { slot } of tape.reader.slots()) {
    const place = parseSlot(slot);
    if (place?.kind === 'cursor') {
      const value = slotValueAt(tape, slot, head);
      if (typeof value === 'number') cursors[place.name] = value;
    }
    const key = place?.kind === 'state' ? place.path[0] : undefined;
    if (key === undefined || Object.hasOwn(state, key)) continue;
    const value = slotValueAt(tape, stateSlot([key]), head);
    if (value !== undefined) state[key] = toPublic(value);
  }
  return { state, cursors };
}

function waitingOf({ scope, at, waiting }: NonNullable<NonNullable<TapeEnd['finished']>['stalled']>) {
  return {
    scope,
    at,
    waiting: waiting.map(({ node, inputs }) => ({ node, inputs: inputs.map((input) => ({ ...input })) })),
  };
}

/** What the failed node gave that could not be used, as it was. */
function rawOf(tape: OpenTape, node: string | undefined): unknown {
  if (node === undefined) return undefined;
  for (const event of tape.reader.fireEvents(node, { reverse: true }))
    if (event.kind === 'fire.failed') return event.raw === undefined ? undefined : toPublic(event.raw);
  return undefined;
}
