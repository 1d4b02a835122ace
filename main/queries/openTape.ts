// An open tape as queries see it: the reader, the checked graph, and what was worked out of the log so far. What must hold:
// everything kept here can be worked out again from the log; it is read once, in order, and a growing tape only adds to it.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EventOf, TapeEvent } from '../../shared/model/event.ts';
import type { Problem } from '../../shared/model/problem.ts';
import type { StatePath } from '../../shared/model/statePath.ts';
import { HazardWatch } from '../hazards/tapeHazards.ts';
import type { TapeReader } from '../tape/tapeReader.ts';
import { inputsOfSeveralWires, type Place, placeOf, portAddress, slotAddress } from './address.ts';
import { DecisionMarks } from './decisionMarks.ts';
import { FireSpans } from './fireSpans.ts';
import { Machines } from './machines.ts';
import { ScopeSpans } from './scopeSpans.ts';
import { tapeGraph } from './tapeGraph.ts';
import { ChipTable, statePathOf, ValueRuns } from './valueRuns.ts';

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
  readonly scopes = new ScopeSpans();
  readonly fires = new FireSpans();
  readonly decisions = new DecisionMarks();
  readonly hazards: HazardWatch;
  readonly chips = new ChipTable();
  readonly #slots = new Map<string, ValueRuns>();
  /** States of sockets by their key at the top: a write to one can change what others hold. */
  readonly #families = new Map<string, ValueRuns[]>();
  readonly #ports = new Map<string, ValueRuns>();
  /** The first event that has not been followed. */
  #next = 0;

  constructor(reader: TapeReader) {
    this.reader = reader;
    const first = reader.event(0);
    this.started = first?.kind === 'run.started' ? first : undefined;
    const known = tapeGraph(this.started);
    this.graph = known.graph;
    this.drawn = known.drawn;
    this.problems = known.problems;
    this.machines = known.graph ? new Machines(known.graph, reader) : undefined;
    this.hazards = new HazardWatch(known.graph);
    // The timeline shows these as lanes, so they are followed from the start.
    for (const { node, port } of inputsOfSeveralWires(known.graph)) this.#port({ kind: 'input', node, port });
  }

  /** Reads on to `head`, so that scopes, fires, decisions, hazards and the values of slots are known up to there. */
  follow(head: number): void {
    if (head < this.#next) return;
    for (const event of this.reader.events({ from: this.#next, to: head })) {
      this.scopes.see(event);
      this.fires.see(event);
      this.decisions.see(event);
      this.hazards.see(event);
      if (event.kind === 'slot.written' || event.kind === 'slot.cleared')
        for (const runs of this.#changedBy(event)) runs.see(event);
      else for (const runs of this.#ports.values()) runs.see(event);
      this.#next = event.seq + 1;
    }
  }

  /** The values of a slot or port up to `head`. */
  runsOf(place: Place, head: number): ValueRuns {
    this.follow(head);
    if (place.kind === 'slot') return this.#slot(place.scope, place.slot);
    const known = this.#ports.get(keyOf(place));
    if (known) return known;
    const made = this.#port(place);
    for (const event of this.#eventsAt(place)) made.see(event);
    return made;
  }

  /** What an address names; undefined where it names nothing on this tape. */
  placeOf(address: string): Place | undefined {
    return placeOf(address, this.graph, this.reader.slots());
  }

  /** What has been followed of a port that nobody asked about before. */
  #eventsAt(place: Exclude<Place, { kind: 'slot' }>): Iterable<TapeEvent> {
    const range = { to: this.#next - 1 };
    if (place.kind === 'boundary') return this.reader.eventsOfKind(['iteration.closed'], range);
    return this.reader.fireEvents(place.node, range);
  }

  #slot(scope: string, slot: string): ValueRuns {
    const key = slotAddress(scope, slot);
    const known = this.#slots.get(key);
    if (known) return known;
    const made = new ValueRuns({ kind: 'slot', scope, slot }, this.graph, this.chips);
    this.#slots.set(key, made);
    const path = this.#statePath({ scope, slot });
    if (path) this.#join(made, path);
    return made;
  }

  /** The slot's own values, and those of states that hold it or that it holds. */
  #changedBy(event: EventOf<'slot.written' | 'slot.cleared'>): readonly ValueRuns[] {
    const own = this.#slot(event.scope, event.slot);
    const path = this.#statePath(event);
    return (path && this.#families.get(path[0] as string)) ?? [own];
  }

  /** A state that is asked about or written for the first time may long have stood in another that was. */
  #join(runs: ValueRuns, path: StatePath): void {
    const family = this.#families.get(path[0] as string) ?? [];
    this.#families.set(path[0] as string, [...family, runs]);
    const range = { to: this.#next - 1 };
    if (range.to < 0) return;
    const past = family.flatMap(({ place }) =>
      place.kind === 'slot' ? [...this.reader.slotEvents(place.scope, place.slot, range)] : [],
    );
    for (const event of past.sort((a, b) => a.seq - b.seq)) runs.see(event);
  }

  #statePath(slot: { readonly scope: string; readonly slot: string }): StatePath | undefined {
    return this.started?.dialect === 'socket' ? statePathOf(slot) : undefined;
  }

  #port(place: Exclude<Place, { kind: 'slot' }>): ValueRuns {
    const made = new ValueRuns(place, this.graph, this.chips);
    this.#ports.set(keyOf(place), made);
    return made;
  }
}

function keyOf(place: Exclude<Place, { kind: 'slot' }>): string {
  return `${place.kind} ${portAddress(place.node, place.port)}`;
}

/** The tape behind `reader`, which stays the caller's to close. Reads one event; everything else is read when asked for. */
export function openTape(reader: TapeReader): OpenTape {
  return new OpenTape(reader);
}
