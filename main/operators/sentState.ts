// What a module's process was sent of a run's state. What must hold: it gets each value once and holds it until the key has
// another value, so that a fire over a list of 10,000 work items does not pay for the list.
import type { StatePart } from '../../shared/model/scriptMessage.ts';
import { toThread } from '../../shared/model/threadValue.ts';
import { isRecord, type Value } from '../../shared/model/value.ts';
import type { Call } from '../runner/ports.ts';

export class SentState {
  #held = new Map<string, Value>();

  /** The inputs of a call for its message; of a socket the state beside them. */
  inputsOf(call: Call): { readonly inputs: unknown; readonly state?: readonly StatePart[] } {
    const { state, ...inputs } = call.inputs;
    if (call.form !== 'whole' || !isRecord(state)) return { inputs: toThread(call.inputs) };
    const held = new Map<string, Value>();
    const parts = Object.keys(state).map((key): StatePart => {
      const value = state[key] as Value;
      // A value is immutable: while the key holds the same one, nothing in it has changed.
      if (this.#held.get(key) === value && typeof value === 'object') {
        held.set(key, value);
        return { key };
      }
      const sent = toThread(value);
      // What has bytes in it can't be frozen over there, and is sent each time.
      if (sent === value) held.set(key, value);
      return { key, value: sent };
    });
    this.#held = held;
    return { inputs: toThread(inputs), state: parts };
  }
}
