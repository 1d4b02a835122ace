// Every slot at a moment, the empty ones that the graph declares included: its value, who wrote it and when, how long it has held
// it, and how it changed since the iteration before.
import { assertNever } from '../../shared/base/assert.ts';
import type { SlotRow } from '../../shared/contract/moment.ts';
import type { CheckedGraph, CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import type { CheckedSocketGraph } from '../../shared/model/checkedSocketGraph.ts';
import { cursorSlot, stateSlot } from '../../shared/model/statePath.ts';
import type { Machine } from '../engine/machine.ts';
import { whyEmpty as whyEmptyNow } from '../engine/machineView.ts';
import { slotAddress } from './address.ts';
import { namedValue } from './chip.ts';
import type { OpenTape } from './openTape.ts';
import { EMPTY, type ValueRuns } from './valueRuns.ts';

interface KnownSlot {
  readonly scope: string;
  readonly slot: string;
  readonly writer: string;
  readonly persist?: boolean;
}

/** Declared slots by scope, in the graph's order; then latches, then states of containers; then what was written without being declared. */
export function knownSlots(tape: OpenTape): KnownSlot[] {
  const made = tape.graph ? declaredSlots(tape.graph) : [];
  const known = new Set(made.map(({ scope, slot }) => slotAddress(scope, slot)));
  for (const { scope, slot } of tape.reader.slots())
    if (!known.has(slotAddress(scope, slot))) made.push({ scope, slot, writer: writerOf(scope, slot) });
  return made;
}

function declaredSlots(graph: CheckedGraph): KnownSlot[] {
  switch (graph.dialect) {
    case 'pivot':
      return declaredOfPivot(graph);
    case 'socket':
      return declaredOfSockets(graph);
    default:
      return assertNever(graph);
  }
}

function declaredOfPivot(graph: CheckedPivotGraph): KnownSlot[] {
  const made: KnownSlot[] = [];
  for (const scope of Object.values(graph.scopes)) {
    for (const { name, writer, persist } of scope.slots) made.push({ scope: scope.scope, slot: name, writer, persist });
  }
  for (const node of graph.nodes) {
    if (node.role !== 'graphOut') continue;
    made.push({ scope: graph.forest.node_to_scope[node.id] ?? '', slot: `${node.id}.latch`, writer: 'latch' });
  }
  for (const { slot } of graph.containers.flatMap((container) => container.states))
    made.push({ scope: '', slot, writer: 'container' });
  return made;
}

/** The cursor of each loop and its list, then what the run starts with; a shared cursor or list stands once. */
function declaredOfSockets(graph: CheckedSocketGraph): KnownSlot[] {
  const loops = graph.loops.flatMap(({ cursor, items }) => [
    ...(cursor === undefined ? [] : [{ slot: cursorSlot(cursor), writer: 'advance' }]),
    ...(items === undefined ? [] : [{ slot: stateSlot(items), writer: 'assign' }]),
  ]);
  const seeds = Object.keys(graph.state).map((key) => ({ slot: stateSlot([key]), writer: 'seed' }));
  return [...new Map([...loops, ...seeds].map((slot) => [slot.slot, { scope: '', ...slot }])).values()];
}

function writerOf(scope: string, slot: string): string {
  if (slot.endsWith('.latch')) return 'latch';
  // A slot of the graph scope that is no latch is a state, whatever graph this is.
  if (scope === '') return 'container';
  return slot.startsWith('iterout_') ? 'iterout' : 'init';
}

/** `machine` is that of the moment; without it an empty slot's reason is told from the log alone. */
export function slotRows(tape: OpenTape, seq: number, head: number, machine: Machine | undefined): SlotRow[] {
  return knownSlots(tape).map((known) => {
    const runs = tape.runsOf({ kind: 'slot', scope: known.scope, slot: known.slot }, head);
    const place = runs.placeAt(seq);
    const event = (runs.chip[place] ?? EMPTY) === EMPTY ? undefined : tape.reader.event(runs.seq[place] as number);
    const row = {
      scope: known.scope,
      slot: known.slot,
      address: slotAddress(known.scope, known.slot),
      change: changeOf(tape, known.scope, runs, place, seq),
    };
    if (event?.kind !== 'slot.written') {
      const why = whyEmpty(tape, known, runs, place, machine);
      return {
        ...row,
        writer: known.writer,
        ...(known.persist === undefined ? {} : { persist: known.persist }),
        value: null,
        writtenSeq: null,
        writtenAt: null,
        heldIterations: 0,
        ...(why === undefined ? {} : { emptyWhy: why }),
      };
    }
    const persist = event.persist ?? known.persist;
    return {
      ...row,
      writer: event.writer,
      ...(persist === undefined ? {} : { persist }),
      value: namedValue(known.slot, event.value, { seq: event.seq, field: ['value'] }),
      writtenSeq: event.seq,
      writtenAt: event.at,
      heldIterations: heldIterations(tape, known.scope, runs, place, seq),
    };
  });
}

/**
 * Against the iteration before. What was put there in the running iteration (a hand-over at its boundary, a one-shot that
 * emptied) is held against what that iteration began with; anything older against what the one before began with.
 */
function changeOf(tape: OpenTape, scope: string, runs: ValueRuns, place: number, seq: number): SlotRow['change'] {
  const iterations = tape.scopes.of(scope);
  const current = tape.scopes.iterationAt(scope, seq);
  const openedSeq = iterations.openedSeq[current];
  const now = runs.chip[place] ?? EMPTY;
  let before = EMPTY;
  if (openedSeq !== undefined) {
    if ((runs.seq[place] ?? -1) > openedSeq) before = runs.chipAt(openedSeq);
    else if ((iterations.iteration[current] ?? 0) > 0)
      before = runs.chipAt(iterations.openedSeq[current - 1] as number);
  }
  if (now === EMPTY) return before === EMPTY ? 'empty' : 'emptied';
  if (before === EMPTY) return 'new';
  return before === now ? 'same' : 'changed';
}

/** Iterations that began since the value has stood there; a value handed over at a boundary counts as held in that one. */
function heldIterations(tape: OpenTape, scope: string, runs: ValueRuns, place: number, seq: number): number {
  const sinceSeq = runs.seq[runs.since[place] ?? place] ?? seq;
  const current = tape.scopes.iterationAt(scope, seq);
  const count = current - tape.scopes.iterationAt(scope, sinceSeq);
  if (count > 0 || current < 0) return count;
  const lastSeq = tape.scopes.of(scope).lastSeq[current] ?? -1;
  return lastSeq === -1 || sinceSeq <= lastSeq ? 1 : 0;
}

function whyEmpty(
  tape: OpenTape,
  known: KnownSlot,
  runs: ValueRuns,
  place: number,
  machine: Machine | undefined,
): string | undefined {
  const why = tape.graph && machine ? whyEmptyNow(tape.graph, machine, known.scope, known.slot) : undefined;
  if (why !== undefined) return why;
  if (place < 0) return known.writer === 'latch' ? 'nothing has reached it yet' : 'nothing has been written to it yet';
  const event = tape.reader.event(runs.seq[place] as number);
  if (event?.kind !== 'slot.cleared') return undefined;
  const by = event.by === undefined || event.by === '' ? '' : ` of ${event.by}`;
  return event.why === 'one-shot' || event.why === 're-entry'
    ? `cleared: ${event.why}`
    : `cleared by ${event.why}${by}`;
}
