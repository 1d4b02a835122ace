// What a machine of any dialect holds, told in the words that all dialects share: open iterations, slots, and what scopes came to.
// Whoever reads a machine from outside of the engine reads it here, so that no view knows how a dialect keeps its state.
import { assertNever } from '../../shared/base/assert.ts';
import { LOOP_SCOPE } from '../../shared/model/checkedBoundedGraph.ts';
import type { CheckedGraph, CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import type { CheckedSocketGraph } from '../../shared/model/checkedSocketGraph.ts';
import { parseSlot, valueAtPath } from '../../shared/model/statePath.ts';
import type { Value, Values } from '../../shared/model/value.ts';
import type { BoundedMachine } from './bounded/machine.ts';
import type { Machine } from './machine.ts';
import { emptyWhy } from './pivot/emptyWhy.ts';
import type { PivotMachine, Slot } from './pivot/machine.ts';
import { planOf } from './pivot/plan.ts';
import type { SocketMachine } from './socket/machine.ts';

export interface OpenIteration {
  readonly scope: string;
  readonly path: string;
  readonly iteration: number;
  /** From 2 on; absent for the first pass and where items are not repeated. */
  readonly pass?: number;
}

export interface HeldSlot {
  readonly scope: string;
  /** As events name it: `init_obs`, `<graphOut>.latch`, `state.a.b`, `cursor.i`. */
  readonly slot: string;
  readonly value: Value;
  /** The event that wrote it last. */
  readonly seq: number;
  readonly writer: string;
  /** Of a pivot's own slots alone. */
  readonly persist?: boolean;
  /** The path it was written at. */
  readonly at: string;
}

/** What a scope came to so far. */
export interface ScopeEnd {
  readonly scope: string;
  /** Closed iterations over all activations. */
  readonly closedInAll: number;
  /** The final side of its last activation; null where it has emitted none. */
  readonly finals: Values | null;
}

/** Those outside first. An iteration that has just been closed counts, until what follows it is known. */
export function openIterations(graph: CheckedGraph, machine: Machine): OpenIteration[] {
  switch (machine.dialect) {
    case 'pivot':
      return byDepth(openScopes(graph as CheckedPivotGraph, machine));
    case 'socket':
      return byDepth(openLoops(graph as CheckedSocketGraph, machine));
    case 'bounded':
      return openAttempts(machine);
    default:
      return assertNever(machine);
  }
}

/** Every slot that holds a value, by scope in the graph's order, each with the value that stands there now. */
export function heldSlots(graph: CheckedGraph, machine: Machine): HeldSlot[] {
  switch (machine.dialect) {
    case 'pivot':
      return heldOfPivot(graph as CheckedPivotGraph, machine);
    case 'socket':
      return heldOfSocket(machine);
    case 'bounded':
      return Object.entries(machine.slots).map(([slot, held]) => ({ scope: LOOP_SCOPE, slot, ...held }));
    default:
      return assertNever(machine);
  }
}

/** Every scope of the graph, those that were never entered included. */
export function scopeEnds(graph: CheckedGraph, machine: Machine): ScopeEnd[] {
  if (machine.dialect === 'socket')
    return (graph as CheckedSocketGraph).loops.map(({ id }, i) => ({
      scope: id,
      closedInAll: machine.loops[i]?.closedInAll ?? 0,
      finals: null,
    }));
  if (machine.dialect === 'bounded') return [{ scope: LOOP_SCOPE, closedInAll: machine.loop.closed, finals: null }];
  return Object.keys((graph as CheckedPivotGraph).scopes).map((scope, i) => ({
    scope,
    closedInAll: machine.scopes[i + 1]?.closedInAll ?? 0,
    finals: machine.scopes[i + 1]?.finals ?? null,
  }));
}

/** Why a slot that the graph declares is empty, in a sentence; undefined where only the log can tell. */
export function whyEmpty(graph: CheckedGraph, machine: Machine, scope: string, slot: string): string | undefined {
  if (graph.dialect !== 'pivot' || machine.dialect !== 'pivot') return undefined;
  if (!graph.scopes[scope]?.slots.some(({ name }) => name === slot)) return undefined;
  const plan = planOf(graph);
  const index = plan.nodeIndex.get(scope);
  if (index === undefined) return undefined;
  const edge = { index: -1, source: index, handle: slot, target: index, port: '', candidate: '' };
  return emptyWhy(plan, machine, edge).replace(/^empty: /, '');
}

function byDepth(open: readonly OpenIteration[]): OpenIteration[] {
  return open.toSorted((a, b) => a.path.split('/').length - b.path.split('/').length);
}

function openScopes(graph: CheckedPivotGraph, machine: PivotMachine): OpenIteration[] {
  return Object.keys(graph.scopes).flatMap((scope, i) => {
    const state = machine.scopes[i + 1];
    if (state?.phase !== 'open' && state?.phase !== 'closed') return [];
    return [{ scope, path: state.path, iteration: state.iteration }];
  });
}

function openAttempts({ loop }: BoundedMachine): OpenIteration[] {
  const isOpen = (loop.phase === 'open' || loop.phase === 'between') && loop.path !== '';
  return isOpen ? [{ scope: LOOP_SCOPE, path: loop.path, iteration: loop.iteration }] : [];
}

function openLoops(graph: CheckedSocketGraph, machine: SocketMachine): OpenIteration[] {
  return graph.loops.flatMap(({ id }, i) => {
    const state = machine.loops[i];
    if (state?.phase !== 'open' && state?.phase !== 'between') return [];
    const { path, iteration, pass } = state;
    return [{ scope: id, path, iteration, ...(pass > 1 ? { pass } : {}) }];
  });
}

function heldOfPivot(graph: CheckedPivotGraph, machine: PivotMachine): HeldSlot[] {
  const held = Object.keys(graph.scopes).flatMap((scope, i) =>
    Object.entries(machine.scopes[i + 1]?.slots ?? {}).map(([slot, value]) => heldSlot(scope, slot, value)),
  );
  const latches = Object.entries(machine.latches).map(([node, value]) =>
    heldSlot(graph.forest.node_to_scope[node] ?? '', `${node}.latch`, value),
  );
  const states = Object.entries(machine.scopes[0]?.slots ?? {}).map(([slot, value]) => heldSlot('', slot, value));
  return [...held, ...latches, ...states];
}

function heldSlot(scope: string, slot: string, { value, seq, writer, persist, at }: Slot): HeldSlot {
  // Only a pivot's slots have the choice.
  const beside = writer === 'latch' || writer === 'container' ? {} : { persist };
  return { scope, slot, value, seq, writer, ...beside, at };
}

/**
 * Every address that was ever written; one whose place is gone since holds nothing. What stands at `state.a.b` may have come with
 * `state.a`, and a write of `state.a.b` is one of `state.a` too: the last of them is named.
 */
function heldOfSocket(machine: SocketMachine): HeldSlot[] {
  const writes = Object.entries(machine.written).map(([slot, write]) => ({ slot, place: parseSlot(slot), ...write }));
  return writes.flatMap((own) => {
    const value = slotValue(machine, own.slot);
    if (value === undefined) return [];
    const last = writes.reduce((latest, one) => (one.seq > latest.seq && isRelated(own, one) ? one : latest), own);
    return [{ scope: '', slot: own.slot, value, seq: last.seq, writer: last.writer, at: last.at }];
  });
}

type Place = ReturnType<typeof parseSlot>;

function isRelated({ place: a }: { readonly place: Place }, { place: b }: { readonly place: Place }): boolean {
  if (a?.kind !== 'state' || b?.kind !== 'state') return false;
  const length = Math.min(a.path.length, b.path.length);
  return a.path.slice(0, length).every((part, i) => b.path[i] === part);
}

/** The value of a socket graph's slot, by its address, also where it was only ever written as a part of another. */
export function slotValue(machine: Machine, slot: string): Value | undefined {
  if (machine.dialect !== 'socket') return undefined;
  const place = parseSlot(slot);
  switch (place?.kind) {
    case 'state':
      return valueAtPath(machine.state, place.path);
    case 'cursor':
      return Object.hasOwn(machine.cursors, place.name) ? machine.cursors[place.name] : undefined;
    case undefined:
      return undefined;
  }
}
