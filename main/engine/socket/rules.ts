// What a public engine's rules may replace in a socket run, and our own rules for it (semantics §2). Each difference of an engine
// stands in a file of its own under engine/compat.
import type { Result } from '../../../shared/base/result.ts';
import type { EngineEvent, FireError } from '../../../shared/model/event.ts';
import type { Value } from '../../../shared/model/value.ts';
import type { Draft } from '../draft.ts';
import type { WritePlan } from './assign.ts';
import { writesOf } from './assign.ts';
import { type EmptyEntry, emptyEntry } from './exits.ts';
import { type HeldItem, heldItem } from './items.ts';
import type { SocketMachine } from './machine.ts';
import { parseOutput } from './parse.ts';
import type { PlanSocket, SocketPlan } from './plan.ts';

export interface SocketRules {
  /** What an output is read as; the failure is the rest of a sentence after `its output `. */
  parse(output: Value, mode: PlanSocket['parse']): Result<Value, string>;
  /** Why an output that was parsed is invalid all the same, as the rest of a sentence after `its output `. */
  refuses(machine: SocketMachine, socket: PlanSocket, output: Value): string | undefined;
  /** What an accepted output writes, in order. */
  writes(machine: SocketMachine, socket: PlanSocket, output: Value): readonly WritePlan[];
  /** Whether an assignment without a source empties its target, instead of leaving what is there. */
  readonly emptiesUnassigned: boolean;
  /** The item that the socket is about to run for; undefined outside of every list. */
  item(machine: SocketMachine, socket: PlanSocket): HeldItem | undefined;
  /** The empty loop that the socket can't run in, and where that leads; undefined where it may run. */
  emptyEntry(machine: SocketMachine, socket: PlanSocket): EmptyEntry | undefined;
  /** What a traversal of the limited edge `edge` of the socket that just ran counts under. */
  traversalKey(machine: SocketMachine, socket: PlanSocket, edge: number): string;
  /** What is written before the socket starts, its loops entered; undefined where nothing is left to write. */
  selection(plan: SocketPlan, machine: SocketMachine, socket: PlanSocket): Draft | undefined;
  /** Whether the loops of the socket were asked already, so that what `selection` writes can't empty them. */
  isEntered(machine: SocketMachine): boolean;
  /** Why the socket that the run goes to next may not be visited any more. */
  limit(plan: SocketPlan, machine: SocketMachine, socket: PlanSocket): FireError | undefined;
  /** Folds into the machine what only this engine counts; called after the event was folded. */
  count(plan: SocketPlan, machine: SocketMachine, event: EngineEvent): void;
}

/** Visits without an advance that no honest loop needs (semantics §2, Edges). */
export const VISIT_LIMIT = 10_000;

export const ourRules: SocketRules = {
  parse: parseOutput,
  refuses: () => undefined,
  writes: (_, socket, output) => writesOf(socket, output),
  emptiesUnassigned: false,
  item: (machine, { itemLoop }) => heldItem(machine, itemLoop),
  emptyEntry,
  traversalKey: (machine, socket, edge) => `${socket.id} edges[${edge}] ${machine.ran.place}`,
  selection: () => undefined,
  isEntered: () => false,
  limit: (_, machine, socket) =>
    machine.visitsSinceAdvance < VISIT_LIMIT
      ? undefined
      : {
          code: 'visit-limit',
          message: `${socket.id} would be visit ${VISIT_LIMIT + 1} since a cursor advanced last; a loop that goes on like this never ends.`,
        },
  count: () => {},
};
