// The operator `containerWrite`: writes its input into a state of a container and passes it on (semantics §4).
import { FireStates } from '../../shared/model/fireStates.ts';
import type { Operator } from '../runner/ports.ts';
import { containerPlace } from './containerPlace.ts';
import { refusal } from './refusal.ts';

/** Config: `container`, `state`. Input and output `value`. Errors: `no-grant`, `bad-write`, `bad-config`. */
export function containerWriteOperator(): Operator {
  return {
    outward: false,
    run(call) {
      const found = containerPlace(call);
      if (!found.ok) return found;
      const { container, state } = found.place;
      const { value } = call.inputs;
      if (!Object.hasOwn(call.inputs, 'value') || value === undefined) return { ok: true, outputs: {} };
      const fire = new FireStates(call.node, call.states ?? []);
      const written = fire.write(container, state, value);
      if (!written.ok) return refusal(written.code, written.message);
      return { ok: true, outputs: { value }, changes: fire.changes };
    },
  };
}
