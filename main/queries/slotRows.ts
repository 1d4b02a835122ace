// Every slot at a moment, the empty ones that the graph declares included: its value, who wrote it and when, how long it has held
// it, and how it changed since the iteration before.
import { assertNever } from '../../shared/base/assert.ts';
import type { SlotRow } from '../../shared/contract/moment.ts';
import { LOOP_SCOPE } from '../../shared/model/checkedBoundedGraph.ts';
import type { CheckedGraph, CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import type { CheckedSocketGraph } from '../../shared/model/checkedSocketGraph.ts';
import { parsePath } from '../../shared/model/path.ts';
import { cursorSlot, stateSlot } from '../../shared/model/statePath.ts';
import type { Machine } from '../engine/machine.ts';
import { whyEmpty as whyEmptyNow } from '../engine/machineView.ts';
import { slotAddress } from './address.ts';
import { namedValue } from './chip.ts';
import type { OpenTape } from './openTape.ts';
import { writtenValue } from './stateValue.ts';
import { dialectOf } from './tapeGraph.ts';
import { EMPTY, type ValueRuns } from './valueRuns.ts';

export interface KnownSlot {
  readonly scope: string;
  readonly slot: string;
  readonly writer: string;
  readonly persist?: boolean;
  /** Of sockets: the loop whose items it goes with, where there is one. */
  readonly loop?: string;
}

/**
 * Declared slots by scope, in the graph's order; then latches, then states of containers; of sockets each loop's cursor and list,
 * then what the state starts with and what sockets write; then what was written without being declared.
 */
export function knownSlots(tape: OpenTape): KnownSlot[] {
  const made = tape.graph ? declaredSlots(tape.graph) : [];
  const known = new Set(made.map(({ scope, slot }) => slotAddress(scope, slot)));
  for (const { scope, slot } of tape.reader.slots())
    if (!known.has(slotAddress(scope, slot))) made.push({ scope, slot, writer: writerOf(tape, scope, slot) });
  return made;
}

function declaredSlots(graph: CheckedGraph): KnownSlot[] {
  switch (graph.dialect) {
    case 'pivot':
      return declaredOfPivot(graph);
    case 'socket':
      return declaredOfSockets(graph);
    case 'bounded':
      return ['loop.prompt', 'loop.best'].map((slot) => ({ scope: LOOP_SCOPE, slot, writer: 'loop' }));
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

/** The cursor of each loop and its list, then what the run starts with and what sockets write; what several share stands once. */
function declaredOfSockets(graph: CheckedSocketGraph): KnownSlot[] {
  const made = new Map<string, KnownSlot>();
  const add = (known: KnownSlot): void => {
    if (!made.has(known.slot)) made.set(known.slot, known);
  };
  for (const { id: loop, cursor, items } of graph.loops) {
    if (cursor !== undefined) add({ scope: '', slot: cursorSlot(cursor), writer: 'advance', loop });
    if (items !== undefined) add({ scope: '', slot: stateSlot(items), writer: 'assign', loop });
  }
  for (const key of Object.keys(graph.state)) add({ scope: '', slot: stateSlot([key]), writer: 'seed' });
  for (const name of Object.keys(graph.cursors)) add({ scope: '', slot: cursorSlot(name), writer: 'seed' });
  for (const { assigns, advance } of graph.sockets) {
    for (const { target } of assigns) add({ scope: '', slot: stateSlot(target), writer: 'assign' });
    if (advance) add({ scope: '', slot: cursorSlot(advance.cursor), writer: 'advance' });
  }
  for (const { output } of graph.loops)
    if (output !== undefined) add({ scope: '', slot: stateSlot([output]), writer: 'assign' });
  return [...made.values()];
}

function writerOf(tape: OpenTape, scope: string, slot: string): string {
  if (tape.started?.dialect === 'socket') return slot.startsWith('cursor.') ? 'advance' : 'assign';
  if (dialectOf(tape.started) === 'foreign') {
    for (const event of tape.reader.slotEvents(scope, slot)) if (event.kind === 'slot.written') return event.writer;
  }
  if (slot.endsWith('.latch')) return 'latch';
  // A slot of the graph scope that is no latch is a state, whatever graph this is.
  if (scope === '') return 'container';
  return slot.startsWith('iterout_') ? 'iterout' : 'init';
}

/** `machine` is that of the moment; without it an empty slot's reason is told from the log alone. */
export function slotRows(tape: OpenTape, seq: number, head: number, machine: Machine | undefined): SlotRow[] {
  const at = tape.reader.event(seq)?.at ?? '';
  return knownSlots(tape).map((known) => {
    const runs = tape.runsOf({ kind: 'slot', scope: known.scope, slot: known.slot }, head);
    const place = runs.placeAt(seq);
    const event = (runs.chip[place] ?? EMPTY) === EMPTY ? undefined : tape.reader.event(runs.seq[place] as number);
    const scope = roundsOf(tape, known, at);
    const row = {
      scope: known.scope,
      slot: known.slot,
      address: slotAddress(known.scope, known.slot),
      change: changeOf(tape, scope, runs, place, seq),
    };
    const written = event?.kind === 'slot.written' ? writtenValue(tape, known.slot, event) : undefined;
    if (event?.kind !== 'slot.written' || !written) {
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
      value: namedValue(known.slot, written.value, written.place),
      writtenSeq: event.seq,
      writtenAt: event.at,
      heldIterations: heldIterations(tape, scope, runs, place, seq),
    };
  });
}

/**
 * The scope by whose iterations a slot's changes are told: its own; of sockets, whose slots are all the graph's, the loop that it
 * is the cursor or list of, else the innermost loop that the moment lies in. Each pass over an item counts as one.
 */
function roundsOf(tape: OpenTape, known: KnownSlot, at: string): string {
  if (tape.started?.dialect !== 'socket') return known.scope;
  return known.loop ?? parsePath(at)?.at(-1)?.scope ?? '';
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
    else if ((iterations.iteration[current] ?? 0) > 0 || (iterations.pass[current] ?? 1) > 1)
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
  if (place < 0 && known.slot.startsWith('cursor.') && tape.started?.dialect === 'socket')
    return 'it has not moved yet, and counts as 0';
  if (place < 0) return known.writer === 'latch' ? 'nothing has reached it yet' : 'nothing has been written to it yet';
  const event = tape.reader.event(runs.seq[place] as number);
  if (event?.kind === 'slot.written') return `nothing stands there since ${event.slot} was written`;
  if (event?.kind !== 'slot.cleared') return undefined;
  if (event.why === 'no-source') return 'cleared: the source of its assignment was not there';
  const by = event.by === undefined || event.by === '' ? '' : ` of ${event.by}`;
  return event.why === 'one-shot' || event.why === 're-entry'
    ? `cleared: ${event.why}`
    : `cleared by ${event.why}${by}`;
}
