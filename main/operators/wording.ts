// How operators speak of a fire's body and of its config, in the words of the graph that it stands in.
import { assertNever } from '../../shared/base/assert.ts';
import { CONFIRM, JUDGE } from '../../shared/model/checkedBoundedGraph.ts';
import type { Call } from '../runner/ports.ts';

type Body = Pick<Call, 'form' | 'node' | 'inputs'>;

/** `node "policy"`, `socket "Check"`, `the judge`. */
export function called(call: Body): string {
  switch (call.form) {
    case 'ports':
      return `node "${call.node}"`;
    case 'attempt':
      return 'the attempt';
    case 'whole':
      return partOf(call) ?? `socket "${call.node}"`;
    default:
      return assertNever(call.form);
  }
}

/** Where a key of its config stands: `config.seq of node "policy"`, `seq in the materia of socket "Check"`, `seq of the judge`. */
export function setting(call: Body, key: string): string {
  switch (call.form) {
    case 'ports':
      return `config.${key} of ${called(call)}`;
    case 'whole':
      return partOf(call) === undefined ? `${key} in the materia of ${called(call)}` : `${key} of ${called(call)}`;
    case 'attempt':
      return `${key} of ${called(call)}`;
    default:
      return assertNever(call.form);
  }
}

/** Who judges an attempt, or is asked before a further one: told by what it is handed, since a socket may have any name. */
function partOf({ node, inputs }: Body): string | undefined {
  if (node === JUDGE && typeof inputs.criterion === 'string') return 'the judge';
  return node === CONFIRM && typeof inputs.question === 'string' ? 'the confirmation' : undefined;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
