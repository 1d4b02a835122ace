// How operators speak of a fire's body and of its config, in the words of the graph that it stands in.
import { assertNever } from '../../shared/base/assert.ts';
import type { Call } from '../runner/ports.ts';

type Body = Pick<Call, 'form' | 'node'>;

/** `node "policy"`, `socket "Check"`. */
export function called(call: Body): string {
  switch (call.form) {
    case 'ports':
      return `node "${call.node}"`;
    case 'attempt':
      return 'the attempt';
    case 'whole':
      return `socket "${call.node}"`;
    default:
      return assertNever(call.form);
  }
}

/** Where a key of its config stands: `config.seq of node "policy"`, `seq in the materia of socket "Check"`. */
export function setting(call: Body, key: string): string {
  switch (call.form) {
    case 'ports':
      return `config.${key} of ${called(call)}`;
    case 'whole':
      return `${key} in the materia of ${called(call)}`;
    case 'attempt':
      return `${key} of ${called(call)}`;
    default:
      return assertNever(call.form);
  }
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
