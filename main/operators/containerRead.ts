// The operator `containerRead`: hands out what a state of a container holds (semantics §4).
import { FireStates } from '../../shared/model/fireStates.ts';
import type { Operator } from '../runner/ports.ts';
import { containerPlace } from './containerPlace.ts';
import { refusal } from './refusal.ts';

/** Config: `container`, `state`. Input `trigger`; output `value`, absent when the state is empty. Errors: `no-grant`, `bad-config`. */
export function containerReadOperator(): Operator {
  return {
    outward: false,
    run(call) {
      const found = containerPlace(call);
      if (!found.ok) return found;
      const { container, state } = found.place;
      const read = new FireStates(call.node, call.states ?? []).read(container, state);
      if (!read.ok) return refusal(read.code, read.message);
      return { ok: true, outputs: read.value === undefined ? {} : { value: read.value } };
    },
  };
}
