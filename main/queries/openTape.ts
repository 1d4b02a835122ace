// An open tape as queries see it: the reader, the checked graph, and what was worked out of the log so far. What must hold:
// everything kept here can be worked out again from the log; a growing tape only ever adds to it.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EventOf } from '../../shared/model/event.ts';
import type { TapeHazard } from '../../shared/model/hazard.ts';
import type { Problem } from '../../shared/model/problem.ts';
import type { TapeReader } from '../tape/tapeReader.ts';
import { type Place, placeOf, portAddress, slotAddress } from './address.ts';
import { DecisionMarks } from './decisionMarks.ts';
import { FireSpans } from './fireSpans.ts';
import { Machines } from './machines.ts';
import { ScopeSpans } from './scopeSpans.ts';
import { tapeGraph } from './tapeGraph.ts';
import { ChipTable, ValueRuns } from './valueRuns.ts';

export interface KnownHazards {
  readonly hazards: readonly TapeHazard[];
  /** The tape's head when they were looked for. */
  readonly head: number;
}

export class OpenTape {
  readonly reader: TapeReader;
  /** Undefined for a tape without its first event. */
  readonly started: (EventOf<'run.started'> & { readonly t: number }) | undefined;
  /** Undefined where this build can't check the tape's graph; `problems` then say why. */
  readonly graph: CheckedGraph | undefined;
  /** The graph as far as it is understood, for drawing. */
  readonly drawn: CheckedGraph | undefined;
  readonly problems: readonly Problem[];
  readonly machines: Machines | undefined;
  readonly scopes: ScopeSpans;
  readonly fires: FireSpans;
  readonly decisions: DecisionMarks;
  readonly chips = new ChipTable();
  knownHazards: KnownHazards | undefined;
  knownDensity: { readonly density: Float32Array<ArrayBuffer>; readonly head: number } | undefined;
  readonly #runs = new Map<string, ValueRuns>();

  constructor(reader: TapeReader) {
    this.reader = reader;
    const first = reader.event(0);
    this.started = first?.kind === 'run.started' ? first : undefined;
    const known = tapeGraph(this.started);
    this.graph = known.graph;
    this.drawn = known.drawn;
    this.problems = known.problems;
    this.machines = known.graph ? new Machines(known.graph, reader) : undefined;
    this.scopes = new ScopeSpans(reader);
    this.fires = new FireSpans(reader);
    this.decisions = new DecisionMarks(reader);
  }

  /** The values of a slot or port up to `head`. */
  runsOf(place: Place, head: number): ValueRuns {
    const address = place.kind === 'slot' ? slotAddress(place.scope, place.slot) : portAddress(place.node, place.port);
    const key = `${place.kind} ${address}`;
    let runs = this.#runs.get(key);
    if (!runs) {
      runs = new ValueRuns(place, this.graph, this.reader, this.chips);
      this.#runs.set(key, runs);
    }
    return runs.extend(head);
  }

  /** What an address names; undefined where it names nothing on this tape. */
  placeOf(address: string): Place | undefined {
    return placeOf(address, this.graph, this.reader.slots());
  }

  /** True once the last event says that the run is over. */
  isFinished(): boolean {
    return this.reader.event(this.reader.head())?.kind === 'run.finished';
  }
}

/** The tape behind `reader`, which stays the caller's to close. Reads one event; everything else is read when asked for. */
export function openTape(reader: TapeReader): OpenTape {
  return new OpenTape(reader);
}
