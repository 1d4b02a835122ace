// What went wrong on a tape, with the moments that show it: of a live tape up to its head, at the cost of what is new.
import type { AnswerOf } from '../../shared/contract/calls.ts';
import type { HazardRow } from '../../shared/contract/hazards.ts';
import { findMoment } from './findMoment.ts';
import type { OpenTape } from './openTape.ts';

export interface KnownHazards {
  readonly rows: readonly HazardRow[];
  readonly head: number;
}

/** By tape: what is known up to a head, and the seqs of moments, which never change once they are there. */
const known = new WeakMap<OpenTape, { latest: KnownHazards; readonly seqs: Map<string, number> }>();

export function hazardsList(tape: OpenTape): AnswerOf<'hazards.list'> {
  const { rows, head } = knownHazards(tape);
  return { hazards: [...rows], head };
}

export function knownHazards(tape: OpenTape): KnownHazards {
  const head = tape.reader.head();
  const before = known.get(tape);
  if (before?.latest.head === head) return before.latest;
  tape.follow(head);
  const seqs = before?.seqs ?? new Map<string, number>();
  const rows = tape.hazards.found().map((hazard): HazardRow => {
    // Moment and seq stand side by side, so one that the tape does not hold is left out of both.
    const found = hazard.evidence.map((moment) => ({ moment, seq: seqOf(tape, moment, seqs) }));
    const held = found.filter((one): one is { moment: string; seq: number } => one.seq !== undefined);
    return { ...hazard, evidence: held.map((one) => one.moment), evidenceSeqs: held.map((one) => one.seq) };
  });
  const latest = { rows, head };
  known.set(tape, { latest, seqs });
  return latest;
}

function seqOf(tape: OpenTape, moment: string, seqs: Map<string, number>): number | undefined {
  const seen = seqs.get(moment);
  if (seen !== undefined) return seen;
  const found = findMoment(tape, { moment });
  if (found.ok) seqs.set(moment, found.value.seq);
  return found.ok ? found.value.seq : undefined;
}
