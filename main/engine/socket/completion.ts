// What follows from an accepted output, one event at a time and in the decision order (seed 000): its writes, the advance, the route.
import { cursorSlot, stateSlot, valueAtPath } from '../../../shared/model/statePath.ts';
import type { Value } from '../../../shared/model/value.ts';
import type { Draft } from '../draft.ts';
import { advanceDecision } from './advance.ts';
import { sourcesOf } from './assign.ts';
import { edgeDecision } from './edges.ts';
import { exitDecision } from './exits.ts';
import { cursorAt } from './items.ts';
import { pathOf } from './loops.ts';
import type { Completion, SocketMachine } from './machine.ts';
import type { PlanSocket, SocketPlan } from './plan.ts';
import type { SocketRules } from './rules.ts';

/** Why a slot was cleared: the assignment to it found no source. */
export const NO_SOURCE = 'no-source';

export function nextOfCompletion(
  plan: SocketPlan,
  machine: SocketMachine,
  completion: Completion,
  rules: SocketRules,
): Draft {
  const socket = plan.sockets[completion.node] as PlanSocket;
  const { output, seq: from } = completion;
  const at = pathOf(machine, socket);
  const write = dueWrite(machine, socket, completion, rules);
  if (write) {
    const { slot, value } = write;
    return value === undefined
      ? { kind: 'slot.cleared', at, slot, scope: '', why: NO_SOURCE }
      : { kind: 'slot.written', at, slot, scope: '', writer: 'assign', value, from };
  }
  if (socket.advance && completion.advance === 'open')
    return { kind: 'decision.made', at, ...advanceDecision(machine, socket, socket.advance, output) };
  if (socket.advance && completion.advance === 'due') {
    const { cursor } = socket.advance;
    const value = cursorAt(machine, cursor) + 1;
    return {
      kind: 'slot.written',
      at,
      slot: cursorSlot(cursor),
      scope: '',
      writer: 'advance',
      value,
      from,
    };
  }
  const decision = completion.exhausted ? exitDecision(socket, output) : edgeDecision(socket, output);
  return { kind: 'decision.made', at, ...decision };
}

/** One write of an output: `value` undefined where the slot is emptied. */
export interface DueWrite {
  /** Its place among all writes of the output. */
  readonly place: number;
  readonly slot: string;
  readonly value: Value | undefined;
}

/** The write that is to be done next; those without a source are passed over. */
export function dueWrite(
  machine: SocketMachine,
  socket: PlanSocket,
  { output, written }: Completion,
  rules: SocketRules,
): DueWrite | undefined {
  const sources = sourcesOf(machine, socket, output, machine.lastOutput ?? undefined);
  for (const [place, { target, value: read, optional }] of rules.writes(machine, socket, output).entries()) {
    if (place < written) continue;
    const value = read(sources);
    const isEmptied = rules.emptiesUnassigned && !optional && valueAtPath(machine.state, target) !== undefined;
    if (value !== undefined || isEmptied) return { place, slot: stateSlot(target), value };
  }
  return undefined;
}
