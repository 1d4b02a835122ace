// The value lanes of the timeline: which there are and in what order, and their spans. Inputs that a hazard names and inputs
// with several wires are lanes too, as what each fire read: a frozen input is a band that never changes.
import type { SlotLane } from '../../shared/contract/timeline.ts';
import type { CheckedScope } from '../../shared/model/checkedGraph.ts';
import { slotOfPlace, type TapeHazard } from '../../shared/model/hazard.ts';
import { inputsOfSeveralWires, type Place, portAddress, slotAddress } from './address.ts';
import { mergedSpans, type PixelWindow } from './mergedSpans.ts';
import type { OpenTape } from './openTape.ts';
import { type KnownSlot, knownSlots } from './slotRows.ts';
import { EMPTY, type ValueRuns } from './valueRuns.ts';

interface Lane {
  readonly place: Place;
  readonly scope: string;
  readonly slot: string;
  readonly address: string;
}

/** Collects the chips that are in sight, and numbers them anew. */
export interface ChipsInSight {
  numberOf(chip: number): number;
}

const NO_CHIP = 0xffffffff;

/**
 * Those that hazards name first, the most severe at the top; then inputs with several wires; then slots by scope, of sockets each
 * loop's cursor before its list, then the other states, the one that changed last at the top.
 */
export function lanesOf(tape: OpenTape, hazards: readonly TapeHazard[], head: number): Lane[] {
  const lanes = new Map<string, Lane>();
  const add = (lane: Lane | undefined): void => {
    if (lane && !lanes.has(lane.address)) lanes.set(lane.address, lane);
  };
  for (const { severity, where, writers } of hazards) {
    // What is only worth knowing is no reason to look at a value.
    if (severity === 'info') continue;
    if (where.node !== undefined && where.port !== undefined) add(portLane(tape, where.node, where.port));
    for (const writer of writers ?? []) add(slotLane(tape, writer));
    const named = slotOfPlace(where);
    if (named && where.scope !== undefined) add(slotOf(named.scope, named.slot));
  }
  for (const { node, port } of inputsOfSeveralWires(tape.graph)) add(portLane(tape, node, port));
  for (const { scope, slot } of slotsInOrder(tape, head)) add(slotOf(scope, slot));
  return [...lanes.values()];
}

function slotsInOrder(tape: OpenTape, head: number): readonly KnownSlot[] {
  const known = knownSlots(tape);
  if (tape.started?.dialect !== 'socket') return known;
  const changedSeq = ({ scope, slot }: KnownSlot): number => {
    const runs = tape.runsOf({ kind: 'slot', scope, slot }, head);
    return runs.seq[runs.since.at(-1) ?? -1] ?? -1;
  };
  const others = known.filter((slot) => slot.loop === undefined).map((slot) => ({ slot, seq: changedSeq(slot) }));
  return [
    ...known.filter((slot) => slot.loop !== undefined),
    ...others.sort((a, b) => b.seq - a.seq).map(({ slot }) => slot),
  ];
}

function slotOf(scope: string, slot: string): Lane {
  return { place: { kind: 'slot', scope, slot }, scope, slot, address: slotAddress(scope, slot) };
}

/** A writer is named `node.handle`; only a slot's has a lane. */
function slotLane(tape: OpenTape, writer: string): Lane | undefined {
  const scope = pivotScopes(tape).find(
    (one) => writer.startsWith(`${one.scope}.`) && one.slots.some((slot) => writer === `${one.scope}.${slot.name}`),
  );
  return scope && slotOf(scope.scope, writer.slice(scope.scope.length + 1));
}

function pivotScopes({ graph }: OpenTape): readonly CheckedScope[] {
  return graph?.dialect === 'pivot' ? Object.values(graph.scopes) : [];
}

function portLane(tape: OpenTape, node: string, port: string): Lane | undefined {
  const known = tape.graph?.nodes.find((one) => one.id === node);
  const iterOutOf = pivotScopes(tape).find((scope) => scope.iterOut === node);
  if (known?.role === 'iterIn') return slotOf(node, port);
  if (known?.role !== 'operator' && !iterOutOf) return undefined;
  const kind = iterOutOf ? 'boundary' : 'input';
  const scope = iterOutOf?.scope ?? tape.graph?.runsIn[node] ?? '';
  return { place: { kind, node, port }, scope, slot: `${node}.${port}`, address: portAddress(node, port) };
}

export function slotLaneSpans(
  tape: OpenTape,
  lane: Lane,
  head: number,
  window: PixelWindow,
  chips: ChipsInSight,
): { readonly lane: SlotLane; readonly merged: boolean } {
  const runs = tape.runsOf(lane.place, head);
  const from: number[] = [];
  const to: number[] = [];
  const chip: number[] = [];
  const state: number[] = [];
  const end = endsOf(tape, lane, runs, head);
  const spans = { count: runs.seq.length, from: (i: number) => runs.seq[i] as number, to: end };
  const merged = mergedSpans(spans, window, (first, last) => {
    from.push(spans.from(first));
    to.push(end(last));
    const value = runs.chip[last] ?? EMPTY;
    chip.push(value === EMPTY ? NO_CHIP : chips.numberOf(value));
    state.push(stateOf(runs, first, last));
  });
  return {
    lane: {
      scope: lane.scope,
      slot: lane.slot,
      address: lane.address,
      ...(lane.place.kind === 'slot' ? {} : { input: { node: lane.place.node, port: lane.place.port } }),
      from: Uint32Array.from(from),
      to: Uint32Array.from(to),
      chip: Uint32Array.from(chip),
      state: Uint8Array.from(state),
    },
    merged,
  };
}

/** A value stands until the next one does; what was read at a port is over with its scope. */
function endsOf(tape: OpenTape, lane: Lane, runs: ValueRuns, head: number): (i: number) => number {
  const last = runs.seq.length - 1;
  const lastSeq = runs.seq[last];
  let end = head + 1;
  if (lane.place.kind !== 'slot' && lane.scope !== '' && lastSeq !== undefined) {
    const activation = tape.scopes.activations(lane.scope)[tape.scopes.activationAt(lane.scope, lastSeq)];
    if (activation && activation.exitSeq >= lastSeq) end = activation.exitSeq + 1;
  }
  return (i) => (i === last ? end : (runs.seq[i + 1] as number));
}

/** 0 the same value as before, 1 a new value, 2 several merged with a change, 3 empty (contract/timeline.ts). */
function stateOf(runs: ValueRuns, first: number, last: number): number {
  if (first === last) {
    if (runs.chip[first] === EMPTY) return 3;
    return runs.since[first] === first ? 1 : 0;
  }
  // Unchanged all through where the last one's value began before the group did.
  const since = runs.since[last] as number;
  if (since < first) return runs.chip[last] === EMPTY ? 3 : 0;
  if (since === first) return runs.chip[last] === EMPTY ? 3 : 1;
  return 2;
}
