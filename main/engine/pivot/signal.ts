// Signals and what they do to state containers (semantics §1): a state goes back to its initial value at each signal that it
// names, whatever the scope that emits it; the tape names that scope.
import { afterWrite, EPISODE_RESET, type StateChange } from '../../../shared/model/container.ts';
import type { FireError } from '../../../shared/model/event.ts';
import { valuesEqual } from '../../../shared/model/value.ts';
import type { Emit } from './emit.ts';
import type { PivotMachine } from './machine.ts';
import type { Plan, PlanNode } from './plan.ts';
import { stateIn } from './states.ts';

interface SignalPlace {
  /** The path of the iteration in which it is emitted. */
  readonly at: string;
  readonly signal: string;
  readonly scope: string;
}

/** Emits a signal and the resets that it causes, in the order in which the states are declared. */
export function emitSignal(plan: Plan, machine: PivotMachine, place: SignalPlace, emit: Emit): void {
  const { at, signal, scope } = place;
  const from = machine.seq;
  emit({ seq: machine.seq, kind: 'signal.emitted', at, signal, scope });
  for (const { states } of plan.graph.containers) {
    for (const { slot, resetOn, initial } of states) {
      const held = stateIn(machine, slot);
      if (!held || !resetOn.includes(signal) || (initial !== undefined && valuesEqual(held.value, initial))) continue;
      emit({ seq: machine.seq, kind: 'slot.cleared', at, slot, scope: '', why: signal, by: scope });
      if (initial !== undefined)
        emit({
          seq: machine.seq,
          kind: 'slot.written',
          at,
          slot,
          scope: '',
          writer: 'container',
          value: initial,
          from,
        });
    }
  }
}

/** States that have an initial value hold it from the run's start on. */
export function writeInitials(plan: Plan, machine: PivotMachine, from: number, emit: Emit): void {
  for (const { slot, initial } of plan.graph.containers.flatMap((container) => container.states)) {
    if (initial === undefined) continue;
    emit({
      seq: machine.seq,
      kind: 'slot.written',
      at: '',
      slot,
      scope: '',
      writer: 'container',
      value: initial,
      from,
    });
  }
}

/** Why the fire may not do one of these; undefined where it may do all. Nothing is changed. */
export function refusedChange(
  plan: Plan,
  machine: PivotMachine,
  node: PlanNode,
  changes: readonly StateChange[],
): FireError | undefined {
  const { id } = node.node;
  for (const change of changes) {
    if (!('write' in change)) {
      if (change.signal === EPISODE_RESET) continue;
      return {
        code: 'bad-signal',
        message: `${id} signalled "${change.signal}"; a fire may only signal ${EPISODE_RESET}.`,
      };
    }
    const { write: slot, value } = change;
    const isGranted = node.containers.some((c) =>
      plan.graph.containers[c]?.states.some((state) => state.slot === slot),
    );
    const spec = plan.states.get(slot);
    if (!spec || !isGranted) {
      const message = `${id} wrote into the state ${slot}, which ${spec ? 'it was not granted' : 'no container has'}.`;
      return { code: 'no-grant', message };
    }
    const written = afterWrite(spec, stateIn(machine, slot)?.value, value);
    if (!written.ok) return { code: 'bad-write', message: `${id} can't write: ${written.says}.` };
  }
  return undefined;
}

/** What a fire did to containers, after its `fire.finished`, which is the event `from`. */
export function emitChanges(
  plan: Plan,
  machine: PivotMachine,
  place: Omit<SignalPlace, 'signal'>,
  changes: readonly StateChange[],
  from: number,
  emit: Emit,
): void {
  for (const change of changes) {
    if (!('write' in change)) {
      emitSignal(plan, machine, { ...place, signal: change.signal }, emit);
      continue;
    }
    const slot = change.write;
    const spec = plan.states.get(slot);
    const written = spec && afterWrite(spec, stateIn(machine, slot)?.value, change.value);
    if (!written?.ok) continue;
    const { value } = written;
    emit({ seq: machine.seq, kind: 'slot.written', at: place.at, slot, scope: '', writer: 'container', value, from });
  }
}
