// The operator `containerWrite`: writes its input into a state of a container and passes it on (semantics §4).
import { FireStates } from '../../shared/model/fireStates.ts';
import type { Operator } from '../runner/ports.ts';
import { refusal } from './refusal.ts';

/** Config: `container`, `state`. Input and output `value`. Errors: `no-grant`, `bad-write`, `bad-config`. */
export function containerWriteOperator(): Operator {
  return {
    outward: false,
    run({ node, config, inputs, states }) {
      const { container, state } = config;
      if (typeof container !== 'string' || typeof state !== 'string') {
        return refusal('bad-config', `Node "${node}" must name config.container and config.state.`);
      }
      if (!Object.hasOwn(inputs, 'value') || inputs.value === undefined) return { ok: true, outputs: {} };
      const fire = new FireStates(node, states ?? []);
      const written = fire.write(container, state, inputs.value);
      if (!written.ok) return refusal(written.code, written.message);
      return { ok: true, outputs: { value: inputs.value }, changes: fire.changes };
    },
  };
}
