// What went wrong on a tape, with the moments that show it. Of a tape that is still being written the log is not looked through
// at every event: the answer says up to which head it holds, and is at most a quarter of the tape behind.
import type { AnswerOf } from '../../shared/contract/calls.ts';
import type { HazardRow } from '../../shared/contract/hazards.ts';
import type { TapeHazard } from '../../shared/model/hazard.ts';
import type { TapeView } from '../../shared/model/tapeView.ts';
import { tapeHazards } from '../hazards/tapeHazards.ts';
import { findMoment } from './findMoment.ts';
import type { KnownHazards, OpenTape } from './openTape.ts';

/** Shorter tapes are looked through anew whenever they have grown. */
const SHORT = 500;
const GROWTH = 1.25;

export function hazardsList(tape: OpenTape): AnswerOf<'hazards.list'> {
  const { hazards, head } = knownHazards(tape);
  return { hazards: hazards.map((hazard) => hazardRow(tape, hazard)), head };
}

export function knownHazards(tape: OpenTape): KnownHazards {
  const head = tape.reader.head();
  const known = tape.knownHazards;
  if (known?.head === head) return known;
  const mayWait = known && head > SHORT && head < known.head * GROWTH && tape.reader.info().beingWritten;
  if (mayWait && !tape.isFinished()) return known;
  const made = { hazards: tapeHazards(viewOf(tape, head)), head };
  tape.knownHazards = made;
  return made;
}

function viewOf(tape: OpenTape, head: number): TapeView {
  return { graph: tape.graph, events: (kinds) => tape.reader.eventsOfKind(kinds, { to: head }) };
}

function hazardRow(tape: OpenTape, hazard: TapeHazard): HazardRow {
  const evidenceSeqs = hazard.evidence.flatMap((moment) => {
    const found = findMoment(tape, { moment });
    return found.ok ? [found.value.seq] : [];
  });
  return { ...hazard, evidenceSeqs };
}
