// The operator `containerRead`: hands out what a state of a container holds (semantics §4).
import { FireStates } from '../../shared/model/fireStates.ts';
import type { Operator } from '../runner/ports.ts';
import { refusal } from './refusal.ts';

/** Config: `container`, `state`. Input `trigger`; output `value`, absent when the state is empty. Errors: `no-grant`, `bad-config`. */
export function containerReadOperator(): Operator {
  return {
    outward: false,
    run({ node, config, states }) {
      const { container, state } = config;
      if (typeof container !== 'string' || typeof state !== 'string') {
        return refusal('bad-config', `Node "${node}" must name config.container and config.state.`);
      }
      const read = new FireStates(node, states ?? []).read(container, state);
      if (!read.ok) return refusal(read.code, read.message);
      return { ok: true, outputs: read.value === undefined ? {} : { value: read.value } };
    },
  };
}
