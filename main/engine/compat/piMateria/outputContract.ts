// What pi-materia asks of a JSON output before any decision is made. An output that breaks it is invalid, as one that is no JSON:
// an agent is asked once more, a utility fails at once.
import { parseStatePath, valueAtPath } from '../../../../shared/model/statePath.ts';
import { isRecord, type Value } from '../../../../shared/model/value.ts';
import type { PlanSocket } from '../../socket/plan.ts';
import type { SocketRules } from '../../socket/rules.ts';
import { satisfiedWords } from '../../socket/satisfied.ts';
import type { Difference } from '../difference.ts';

export const outputContract: Difference = {
  what: 'An output without what its socket needs',
  ours: 'is accepted: without a boolean `satisfied` only `always` matches and a conditional advance is not eligible; an assignment without a source is reported',
  theirs:
    'is invalid: `satisfied` must be a boolean where it is given, and given where an edge or the advance asks for it, and every `$.x` that is assigned must be there',
  file: 'outputContract.ts',
};

export const refuses: SocketRules['refuses'] = (_machine, socket, output) => {
  if (socket.parse !== 'json' || !isRecord(output)) return undefined;
  const faults = [...satisfiedFaults(socket, output), ...assignFaults(socket, output)];
  return faults.length === 0 ? undefined : faults.join(', and ');
};

/** Not where a missing one is told as the source of an assignment. */
function satisfiedFaults(socket: PlanSocket, output: { readonly [key: string]: Value }): string[] {
  const given = Object.hasOwn(output, 'satisfied') ? output.satisfied : undefined;
  if (typeof given === 'boolean') return [];
  if (given !== undefined) return [`has ${satisfiedWords(given)}, at $.satisfied`];
  const asks = socket.edges.some(({ when }) => when !== 'always')
    ? 'its edges ask for'
    : socket.advance && socket.advance.when !== 'always'
      ? 'its advance asks for'
      : undefined;
  const isAssigned = socket.assigns.some(({ source }) => source === '$.satisfied');
  return asks === undefined || isAssigned ? [] : [`has no $.satisfied, which ${asks}`];
}

function assignFaults({ assigns }: PlanSocket, output: Value): string[] {
  const missing = assigns.filter(({ source }) => {
    const [root, ...path] = parseStatePath(source) ?? [];
    return root === '$' && valueAtPath(output, path) === undefined;
  });
  return missing.map(({ source, target }) => `has no ${source}, which is assigned to state.${target.join('.')}`);
}
