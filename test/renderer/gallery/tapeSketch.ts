// Sketches a tape by hand, event by event, as the lanes that the contract asks for. For the gallery and for tests of views.
import type { TimelineView } from '../../../shared/contract/timeline.ts';
import { QUESTIONS } from '../../../shared/contract/timeline.ts';
import type { Chip } from '../../../shared/contract/value.ts';
import { identityOf } from '../../../shared/model/identity.ts';
import { snapshot } from '../../../shared/model/value.ts';

interface Span {
  from: number;
  to: number;
  value: number;
  state: number;
}
interface Mark {
  seq: number;
  kind: number;
}

export function chipOf(source: unknown): Chip {
  const value = snapshot(source);
  const text = JSON.stringify(source);
  return { identity: identityOf(value), type: typeof source, text, size: text.length };
}

export interface SketchedLane {
  readonly scope: string;
  readonly name: string;
  readonly depth: number;
  readonly spans: Span[];
}

/** Events come one after another; `seq` is the next one's. */
export class TapeSketch {
  seq = 0;
  readonly scopes: SketchedLane[] = [];
  readonly slots: SketchedLane[] = [];
  readonly fires: SketchedLane[] = [];
  readonly decisions: Mark[] = [];
  readonly hazards: Mark[] = [];
  readonly errors: Mark[] = [];
  readonly chips: Chip[] = [];
  readonly #chipIndex = new Map<string, number>();

  scope(name: string, depth = 0): SketchedLane {
    return this.#lane(this.scopes, name, name, depth);
  }
  slot(scope: string, name: string): SketchedLane {
    return this.#lane(this.slots, scope, name, 0);
  }
  node(scope: string, name: string): SketchedLane {
    return this.#lane(this.fires, scope, name, 0);
  }
  #lane(lanes: SketchedLane[], scope: string, name: string, depth: number): SketchedLane {
    const lane: SketchedLane = { scope, name, depth, spans: [] };
    lanes.push(lane);
    return lane;
  }

  /** Events that no lane shows. */
  pass(events = 1): void {
    this.seq += events;
  }
  open(lane: SketchedLane, iteration: number): void {
    lane.spans.push({ from: this.seq++, to: Number.POSITIVE_INFINITY, value: iteration, state: 0 });
  }
  close(lane: SketchedLane, isLast = false): void {
    const span = lane.spans.at(-1);
    if (span) Object.assign(span, { to: ++this.seq, state: isLast ? 2 : 1 });
  }
  write(lane: SketchedLane, value: unknown): void {
    const chip = chipOf(value);
    const index = this.#chipIndex.get(chip.identity) ?? this.chips.push(chip) - 1;
    this.#chipIndex.set(chip.identity, index);
    const last = this.#end(lane);
    lane.spans.push({
      from: this.seq++,
      to: Number.POSITIVE_INFINITY,
      value: index,
      state: last?.value === index ? 0 : 1,
    });
  }
  clear(lane: SketchedLane): void {
    this.#end(lane);
    lane.spans.push({ from: this.seq++, to: Number.POSITIVE_INFINITY, value: 0xffffffff, state: 3 });
  }
  #end(lane: SketchedLane): Span | undefined {
    const last = lane.spans.at(-1);
    if (last) last.to = this.seq;
    return last;
  }
  /** `state`: 0 running, 1 finished, 2 failed. */
  fire(lane: SketchedLane, events = 2, state = 1): void {
    if (state === 2) this.errors.push({ seq: this.seq + events - 1, kind: 0 });
    const to = state === 0 ? Number.POSITIVE_INFINITY : this.seq + events;
    lane.spans.push({ from: this.seq, to, value: 0, state });
    this.seq += events;
  }
  decide(question: (typeof QUESTIONS)[number]): void {
    this.decisions.push({ seq: this.seq++, kind: QUESTIONS.indexOf(question) });
  }
  hazard(code = 0): void {
    this.hazards.push({ seq: this.seq - 1, kind: code });
  }

  /** Everything, nothing merged, whatever window was asked for. */
  view(hazardCodes: readonly string[] = []): TimelineView {
    const end = this.seq;
    const columns = (lane: SketchedLane) => ({
      from: Uint32Array.from(lane.spans, (span) => span.from),
      to: Uint32Array.from(lane.spans, (span) => Math.min(end, span.to)),
      state: Uint8Array.from(lane.spans, (span) => span.state),
    });
    const values = (lane: SketchedLane) => Uint32Array.from(lane.spans, (span) => span.value);
    const marks = (list: readonly Mark[]) => ({
      seq: Uint32Array.from(list, (mark) => mark.seq),
      kind: Uint16Array.from(list, (mark) => mark.kind),
      count: Uint16Array.from(list, () => 1),
    });
    const density = new Float32Array(240).map((_, i) => (end / 240) * (0.35 + 0.65 * ((i * 7919) % 9) * 0.11));
    return {
      from: 0,
      to: end,
      head: end - 1,
      scopes: this.scopes.map((lane) => ({
        scope: lane.scope,
        depth: lane.depth,
        ...columns(lane),
        iteration: values(lane),
      })),
      fires: this.fires.map((lane) => ({ node: lane.name, scope: lane.scope, ...columns(lane) })),
      slots: this.slots.map((lane) => ({
        scope: lane.scope,
        slot: lane.name,
        address: lane.scope === '' ? lane.name : `${lane.scope}.${lane.name}`,
        ...columns(lane),
        chip: values(lane),
      })),
      decisions: marks(this.decisions),
      hazards: marks(this.hazards),
      errors: marks(this.errors),
      passes: marks([]),
      labels: [],
      hazardCodes: [...hazardCodes],
      chips: this.chips.map(({ identity, text }) => ({ identity, text })),
      merged: false,
      density,
    };
  }
}
