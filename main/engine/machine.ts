// The machine of any dialect: made new, copied, frozen into a keyframe and thawed from one.
import { assertNever } from '../../shared/base/assert.ts';
import type { CheckedGraph, CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import {
  fromPublic,
  fromPublicRecord,
  type PublicValue,
  toPublic,
  toPublicRecord,
} from '../../shared/model/publicValue.ts';
import type { Value } from '../../shared/model/value.ts';
import { type BoundedMachine, cloneMachine as cloneBounded, newMachine as newBounded } from './bounded/machine.ts';
import {
  cloneAgentcanvasState,
  freezeAgentcanvasState,
  newAgentcanvasState,
  thawAgentcanvasState,
} from './compat/agentcanvas/state.ts';
import { clonePiMateriaState, newPiMateriaState } from './compat/piMateria/state.ts';
import {
  cloneMachine as clonePivot,
  newMachine as newPivot,
  type PivotMachine,
  type Slot,
  type Wire,
} from './pivot/machine.ts';
import { planOf } from './pivot/plan.ts';
import { cloneMachine as cloneSocket, newMachine as newSocket, type SocketMachine } from './socket/machine.ts';

export type Machine = PivotMachine | SocketMachine | BoundedMachine;

/**
 * Which engine's machines a keyframe holds. Grows whenever a machine's parts or their meaning change; keyframes of another
 * number are passed over, and the state is folded from the log instead.
 */
const MACHINE_VERSION = 7;

/** The one place where compat is chosen: whoever steps or folds goes by the machine. */
export function newMachine(graph: CheckedPivotGraph): PivotMachine;
export function newMachine(graph: CheckedGraph): Machine;
export function newMachine(graph: CheckedGraph): Machine {
  if (graph.dialect === 'bounded') return newBounded(graph);
  if (graph.dialect === 'socket') {
    const machine = newSocket(graph);
    return graph.compat === 'pi-materia' ? { ...machine, compat: newPiMateriaState() } : machine;
  }
  const plan = planOf(graph);
  const machine = newPivot(plan);
  return graph.compat === 'agentcanvas' ? { ...machine, compat: newAgentcanvasState(plan) } : machine;
}

export function cloneMachine(machine: Machine): Machine {
  if (machine.dialect === 'bounded') return cloneBounded(machine);
  if (machine.dialect === 'socket') {
    const clone = cloneSocket(machine);
    return machine.compat ? { ...clone, compat: clonePiMateriaState(machine.compat) } : clone;
  }
  const clone = clonePivot(machine);
  return machine.compat ? { ...clone, compat: cloneAgentcanvasState(machine.compat) } : clone;
}

/** The machine as JSON data, values in their public form: the body of a keyframe. */
export function freezeMachine(machine: Machine): unknown {
  return { version: MACHINE_VERSION, ...frozen(machine) };
}

/** The machine that `freezeMachine` made the data of; undefined where another engine's did. */
export function thawMachine(data: unknown): Machine | undefined {
  const { version, ...machine } = structuredClone(data) as Machine & { version?: number };
  if (version !== MACHINE_VERSION) return undefined;
  return thawed(machine as Machine);
}

function frozen(machine: Machine): object {
  switch (machine.dialect) {
    case 'pivot':
      return frozenPivot(machine);
    case 'socket':
      return frozenSocket(machine);
    case 'bounded':
      return frozenBounded(machine);
    default:
      return assertNever(machine);
  }
}

function thawed(machine: Machine): Machine {
  switch (machine.dialect) {
    case 'pivot':
      return thawedPivot(machine);
    case 'socket':
      return thawedSocket(machine);
    case 'bounded':
      return thawedBounded(machine);
    default:
      return assertNever(machine);
  }
}

function frozenBounded(machine: BoundedMachine): object {
  return changedBounded(machine, toPublic);
}

function thawedBounded(machine: BoundedMachine): BoundedMachine {
  return changedBounded(machine, (value) => fromPublic(value as PublicValue));
}

function changedBounded(machine: BoundedMachine, change: (value: Value) => unknown): BoundedMachine {
  const changed = (value: Value): Value => change(value) as Value;
  const { attempt, verdict, ledger, slots } = machine;
  return {
    ...machine,
    slots: Object.fromEntries(
      Object.entries(slots).map(([name, slot]) => [name, { ...slot, value: changed(slot.value) }]),
    ),
    ledger: ledger.map((line) => ({ ...line, output: changed(line.output) })),
    attempt: attempt && { ...attempt, output: changed(attempt.output) },
    verdict: verdict && { ...verdict, raw: changed(verdict.raw) },
  };
}

function frozenSocket(machine: SocketMachine): object {
  const { completion, ran } = machine;
  return {
    ...machine,
    state: toPublicRecord(machine.state),
    lastJson: toPublic(machine.lastJson),
    completion: completion && { ...completion, output: toPublic(completion.output) },
    ran: { ...ran, items: toPublicRecord(ran.items) },
  };
}

function thawedSocket(machine: SocketMachine): SocketMachine {
  const { completion, ran } = machine;
  return {
    ...machine,
    state: { ...fromPublicRecord(machine.state) },
    lastJson: fromPublic(machine.lastJson as PublicValue),
    completion: completion && { ...completion, output: fromPublic(completion.output as PublicValue) },
    ran: { ...ran, items: fromPublicRecord(ran.items) },
  };
}

function frozenPivot(machine: PivotMachine): object {
  return {
    ...machine,
    wires: machine.wires.map((wire) => (wire ? { value: toPublic(wire.value), seq: wire.seq } : null)),
    scopes: machine.scopes.map((scope) => ({
      ...scope,
      slots: mapSlots(scope.slots, toPublic),
      finals: scope.finals ? toPublicRecord(scope.finals) : null,
    })),
    latches: mapSlots(machine.latches, toPublic),
    ending: machine.ending && { ...machine.ending, cleared: mapSlots(machine.ending.cleared, toPublic) },
    ...(machine.compat ? { compat: freezeAgentcanvasState(machine.compat) } : {}),
  };
}

function thawedPivot(machine: PivotMachine): PivotMachine {
  return {
    ...machine,
    wires: machine.wires.map((wire): Wire | null => (wire ? { value: fromPublic(wire.value), seq: wire.seq } : null)),
    scopes: machine.scopes.map((scope) => ({
      ...scope,
      slots: mapSlots(scope.slots, fromPublic),
      finals: scope.finals ? fromPublicRecord(scope.finals) : null,
    })),
    latches: mapSlots(machine.latches, fromPublic),
    ending: machine.ending && { ...machine.ending, cleared: mapSlots(machine.ending.cleared, fromPublic) },
    ...(machine.compat ? { compat: thawAgentcanvasState(machine.compat) } : {}),
  };
}

function mapSlots(slots: Readonly<Record<string, Slot>>, change: (value: Value) => unknown): Record<string, Slot> {
  return Object.fromEntries(
    Object.entries(slots).map(([name, slot]) => [name, { ...slot, value: change(slot.value) as Value }]),
  );
}
