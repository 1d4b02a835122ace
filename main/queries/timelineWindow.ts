// The timeline of a window of events, as columns for a canvas. What must hold: the answer's size depends on the width in
// pixels, never on the tape's length, and no change, failure or kind of decision disappears by merging.
import type { FireLane, ScopeLane, TimelineView } from '../../shared/contract/timeline.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import { knownHazards } from './hazardsList.ts';
import { mergedMarks, mergedSpans, type PixelWindow } from './mergedSpans.ts';
import type { OpenTape } from './openTape.ts';
import { lanesOf, slotLaneSpans } from './slotLanes.ts';

const DENSITY_BUCKETS = 256;
const NO_LABEL = 0xffffffff;
const densities = new WeakMap<OpenTape, { readonly density: Float32Array<ArrayBuffer>; readonly head: number }>();

interface Part<T> {
  readonly lanes: T[];
  readonly merged: boolean;
}

/** `from` and `to` are echoed; what lies outside of the tape is empty. */
export function timelineWindow(tape: OpenTape, window: PixelWindow): TimelineView {
  const head = tape.reader.head();
  tape.follow(head);
  const { rows: hazards } = knownHazards(tape);
  const chips = new LocalChips(tape);
  const slots = lanesOf(tape, hazards, head).map((lane) => slotLaneSpans(tape, lane, head, window, chips));
  const labels = new LocalLabels(tape);
  const scopes = scopeLanes(tape, window, head, labels);
  const fires = fireLanes(tape, window, head);
  const decisions = mergedMarks(tape.decisions.seq, (i) => tape.decisions.question[i] as number, window);
  const errors = mergedMarks(errorSeqs(tape), () => 0, window);
  const hazardCodes = [...new Set(hazards.map((hazard) => hazard.code))];
  const evidence = hazards
    .flatMap(({ code, evidenceSeqs }) => evidenceSeqs.map((seq) => ({ seq, kind: hazardCodes.indexOf(code) })))
    .sort((a, b) => a.seq - b.seq);
  const hazardMarks = mergedMarks(
    evidence.map((mark) => mark.seq),
    (i) => evidence[i]?.kind ?? 0,
    window,
  );
  const passes = mergedMarks(tape.scopes.passes().seq, passScopes(tape, scopes.lanes), window);
  const parts = [scopes, fires, passes, decisions, errors, hazardMarks, ...slots];
  return {
    from: window.from,
    to: window.to,
    head,
    scopes: scopes.lanes,
    fires: fires.lanes,
    slots: slots.map((slot) => slot.lane),
    decisions: decisions.marks,
    hazards: hazardMarks.marks,
    errors: errors.marks,
    passes: passes.marks,
    hazardCodes,
    chips: chips.list,
    labels: labels.list,
    merged: parts.some((part) => part.merged),
    density: densityOf(tape, head),
  };
}

/** The chips that are in sight, numbered in the order in which they are met. */
class LocalChips {
  readonly list: { identity: string; text: string }[] = [];
  readonly #tape: OpenTape;
  readonly #numbers = new Map<number, number>();

  constructor(tape: OpenTape) {
    this.#tape = tape;
  }

  numberOf(chip: number): number {
    const known = this.#numbers.get(chip);
    if (known !== undefined) return known;
    const made = this.list.length;
    this.#numbers.set(chip, made);
    const { identity, text } = this.#tape.chips;
    this.list.push({ identity: identity[chip] as string, text: text[chip] as string });
    return made;
  }
}

/** Names of items that are in sight, numbered in the order in which they are met. */
class LocalLabels {
  readonly list: string[] = [];
  readonly #all: readonly string[];
  readonly #numbers = new Map<number, number>();

  constructor(tape: OpenTape) {
    this.#all = tape.scopes.labels;
  }

  numberOf(label: number): number {
    const text = this.#all[label];
    if (text === undefined) return NO_LABEL;
    const known = this.#numbers.get(label);
    if (known !== undefined) return known;
    const made = this.list.push(text) - 1;
    this.#numbers.set(label, made);
    return made;
  }
}

/** The lane of each pass's scope. */
function passScopes(tape: OpenTape, lanes: readonly ScopeLane[]): (pass: number) => number {
  const places = new Map(lanes.map((lane, i) => [lane.scope, i]));
  const { scope } = tape.scopes.passes();
  return (pass) => places.get(scope[pass] as string) ?? 0;
}

/** Outer scopes before the ones within them, in the order of the graph. */
function scopesInOrder(tape: OpenTape): { readonly scope: string; readonly depth: number }[] {
  const { graph } = tape;
  if (!graph) return tape.scopes.scopes().map((scope) => ({ scope, depth: 0 }));
  const made: { scope: string; depth: number }[] = [];
  const visit = (ids: readonly string[], depth: number): void => {
    for (const scope of ids) {
      made.push({ scope, depth });
      visit(graph.forest.scopes[scope]?.child_scope_ids ?? [], depth + 1);
    }
  };
  visit(graph.forest.root_scope_ids, 0);
  return made;
}

function scopeLanes(tape: OpenTape, window: PixelWindow, head: number, labels: LocalLabels): Part<ScopeLane> {
  let isMerged = false;
  const hasItems = tape.started?.dialect === 'socket';
  const lanes = scopesInOrder(tape).map(({ scope, depth }): ScopeLane => {
    const { openedSeq, lastSeq, iteration, final, closed, pass, label } = tape.scopes.of(scope);
    const from: number[] = [];
    const to: number[] = [];
    const number: number[] = [];
    const state: number[] = [];
    const passes: number[] = [];
    const names: number[] = [];
    const end = (i: number) => ((lastSeq[i] as number) === -1 ? head + 1 : (lastSeq[i] as number) + 1);
    const spans = { count: openedSeq.length, from: (i: number) => openedSeq[i] as number, to: end };
    const merged = mergedSpans(spans, window, (first, last) => {
      from.push(spans.from(first));
      to.push(end(last));
      number.push(iteration[first] as number);
      if (hasItems) {
        passes.push(pass[first] as number);
        names.push(labels.numberOf(label[first] as number));
      }
      state.push(last > first ? 3 : final[first] === 1 ? 2 : closed[first] === 1 ? 1 : 0);
    });
    if (merged) isMerged = true;
    return {
      scope,
      depth,
      from: Uint32Array.from(from),
      to: Uint32Array.from(to),
      iteration: Uint32Array.from(number),
      state: Uint8Array.from(state),
      ...(hasItems ? { pass: Uint32Array.from(passes), label: Uint32Array.from(names) } : {}),
    };
  });
  return { lanes, merged: isMerged };
}

/** Every operator of the graph, those that never fired included. */
function fireLanes(tape: OpenTape, window: PixelWindow, head: number): Part<FireLane> {
  const { graph } = tape;
  const nodes = graph ? operatorsInOrder(graph) : tape.fires.nodes();
  let isMerged = false;
  const lanes = nodes.map((node): FireLane => {
    const { startedSeq, endedSeq, state } = tape.fires.of(node);
    const from: number[] = [];
    const to: number[] = [];
    const states: number[] = [];
    const end = (i: number) => ((endedSeq[i] as number) === -1 ? head + 1 : (endedSeq[i] as number) + 1);
    const spans = { count: startedSeq.length, from: (i: number) => startedSeq[i] as number, to: end };
    const merged = mergedSpans(spans, window, (first, last) => {
      from.push(spans.from(first));
      to.push(end(last));
      let failed = false;
      for (let i = first; i <= last; i++) if (state[i] === 2) failed = true;
      states.push(last === first ? (state[first] as number) : failed ? 4 : 3);
    });
    if (merged) isMerged = true;
    return {
      node,
      scope: graph?.runsIn[node] ?? '',
      from: Uint32Array.from(from),
      to: Uint32Array.from(to),
      state: Uint8Array.from(states),
    };
  });
  return { lanes, merged: isMerged };
}

/** Sources before targets; other graphs have the order of their file alone: a socket graph may go round. */
function operatorsInOrder(graph: CheckedGraph): readonly string[] {
  if (graph.dialect !== 'pivot') return graph.nodes.map(({ id }) => id);
  const operators = new Set(graph.nodes.filter((node) => node.role === 'operator').map((node) => node.id));
  return graph.order.filter((node) => operators.has(node));
}

/** Fires that failed, and scopes that stalled. */
function errorSeqs(tape: OpenTape): number[] {
  const stalls = tape.scopes.stalledSeqs();
  return [...tape.fires.failedSeqs(), ...stalls].sort((a, b) => a - b);
}

/**
 * What happened in each bucket: iterations that began, fires, and values that changed. Every bucket covers as many events, so
 * counting events would give a flat line; this falls where a loop spins without anything changing.
 */
function densityOf(tape: OpenTape, head: number): Float32Array<ArrayBuffer> {
  const known = densities.get(tape);
  if (known?.head === head) return known.density;
  const density = new Float32Array(Math.min(DENSITY_BUCKETS, Math.max(1, head + 1)));
  const scale = density.length / (head + 1);
  const count = (seq: number) => {
    const bucket = Math.min(density.length - 1, Math.floor(seq * scale));
    density[bucket] = (density[bucket] as number) + 1;
  };
  for (const scope of tape.scopes.scopes()) for (const seq of tape.scopes.of(scope).openedSeq) count(seq);
  for (const node of tape.fires.nodes()) for (const seq of tape.fires.of(node).startedSeq) count(seq);
  for (const { scope, slot } of tape.reader.slots()) {
    const { seq, since } = tape.runsOf({ kind: 'slot', scope, slot }, head);
    for (let i = 0; i < seq.length; i++) if (since[i] === i) count(seq[i] as number);
  }
  densities.set(tape, { density, head });
  return density;
}
