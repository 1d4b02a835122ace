// A node reads and writes the containers that it was granted, and states that they have.
import type { CheckedNode } from '../../../shared/model/checkedGraph.ts';
import { accessOf } from '../../../shared/model/container.ts';
import type { PivotDraft } from '../pivot/draft.ts';
import { grantedState, type StateUse, stateUses } from '../pivot/stateUses.ts';
import { didYouMean } from '../wording.ts';
import type { Finding, Rule } from './rule.ts';

export const stateAccess: Rule = {
  code: 'no-grant',
  source: 'semantics §1, State containers',
  sentence:
    'A containerRead, a containerWrite, the writes and the $read of an expression name a state of a container that the node was granted.',
  example: '`{"type": "containerRead", "config": {"container": "notes", "state": "hint"}}` without a grant for `notes`',
  find: (draft) =>
    draft.graph.nodes.flatMap((node) => {
      const told = new Set<string>();
      return stateUses(node).flatMap((use): Finding[] => {
        const fault = faultOf(draft, node, use);
        if (fault === undefined || told.has(fault.message)) return [];
        told.add(fault.message);
        const path = { path: `${draft.pathOf(node.id)}.config.${use.key}` };
        return [{ ...fault, where: { node: node.id, ...(node.authoredType === undefined ? path : {}) } }];
      });
    }),
};

function faultOf(
  { graph, flat }: PivotDraft,
  { id, type }: CheckedNode,
  { kind, container, state, key }: StateUse,
): Pick<Finding, 'message' | 'hint'> | undefined {
  const verb = kind === 'read' ? 'reads' : 'writes';
  if (container === undefined || state === undefined) {
    return type === 'expression'
      ? { message: `config.${key} of ${id} names no state.`, hint: 'Write the key as "container.state".' }
      : { message: `${id} does not say which state it ${verb}.`, hint: 'Give it config.container and config.state.' };
  }
  if (grantedState(graph, id, container, state)) return undefined;
  const grant = accessOf(graph.grants, id).find((one) => one.name === container);
  const name = `${container}.${state}`;
  if (grant === undefined) {
    const known = [...new Set(flat.containers.map((one) => one.id))];
    const isThere = known.includes(container) || flat.grants.some((one) => one.name === container);
    if (!isThere) {
      const message = `${id} ${verb} ${name}, but there is no container "${container}".${didYouMean(container, known)}`;
      return { message, hint: 'Declare it in containers, and grant the node access to it.' };
    }
    const hint = `Add {"node_id": ${JSON.stringify(id)}, "container_id": ${JSON.stringify(container)}} to access_grants.`;
    return { message: `${id} ${verb} ${name} without having been granted access to ${container}.`, hint };
  }
  const states = graph.containers.find((one) => one.id === grant.container)?.states.map((one) => one.state) ?? [];
  const message = `${id} ${verb} ${name}, but the container has no state "${state}".${didYouMean(state, states)}`;
  return { message, hint: 'Declare the state in the container, or name one that it has.' };
}
