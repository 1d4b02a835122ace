// Signals match by name, not by scope: a loop's step ends also for states that nodes outside of it keep for a step of their own.
import { GRAPH_SCOPE } from '../../../shared/base/ids.ts';
import type { CheckedNode } from '../../../shared/model/checkedGraph.ts';
import { accessOf, type StateSpec } from '../../../shared/model/container.ts';
import type { HazardFix } from '../../../shared/model/hazard.ts';
import { isRecord, type Value } from '../../../shared/model/value.ts';
import type { PivotDraft } from '../pivot/draft.ts';
import { grantedState, stateUses } from '../pivot/stateUses.ts';
import type { HazardFinding, StaticHazard } from './staticHazard.ts';

export const foreignReset: StaticHazard = {
  code: 'foreign-reset',
  severity: 'warning',
  source: 'seed 001 §10, semantics §1, State containers',
  sentence:
    'A node writes a state that a step signal resets, and a loop that the node does not run in signals too: its steps empty the state.',
  example:
    '`{"hint": {"type": "lastWrite", "lifetime": "step"}}` written in the body of an outer loop, beside an inner loop',
  find: (draft) =>
    draft.graph.containers.flatMap(({ id, states }) =>
      states.flatMap((state): HazardFinding[] => {
        const signals = state.resetOn.filter((signal) => signal === 'step_start' || signal === 'step_end');
        if (signals.length === 0) return [];
        const writers = draft.graph.nodes.filter((node) => mayWrite(draft, node, id, state));
        for (const writer of writers) {
          // A side read-out runs in the iterations of the loop that feeds it, whatever a public engine calls that.
          const own = draft.placement.runsIn[writer.id] ?? GRAPH_SCOPE;
          const foreign = Object.keys(draft.graph.scopes).filter((scope) => !draft.placement.holds(scope, own));
          if (foreign.length > 0) return [finding(draft, id, state, signals, writer.id, own, foreign)];
        }
        return [];
      }),
    ),
};

/** What an operator of unknown kind, or a script, does with its access is not to be seen. */
function mayWrite({ graph }: PivotDraft, node: CheckedNode, container: string, { slot }: StateSpec): boolean {
  if (!accessOf(graph.grants, node.id).some((grant) => grant.container === container)) return false;
  if (['containerRead', 'containerWrite', 'expression', 'scripted'].includes(node.type)) {
    return stateUses(node).some(
      ({ kind, container: called = '', state = '' }) =>
        kind === 'write' && grantedState(graph, node.id, called, state)?.slot === slot,
    );
  }
  return true;
}

function finding(
  draft: PivotDraft,
  container: string,
  state: StateSpec,
  signals: readonly string[],
  node: string,
  own: string,
  foreign: readonly string[],
): HazardFinding {
  const where = own === GRAPH_SCOPE ? 'outside of every loop' : `in ${own}`;
  const fix = fixOf(draft, container, state);
  return {
    title: 'Reset by another loop',
    message: `${node} writes ${state.slot} ${where}, and ${signals.join(' and ')} of ${foreign.join(' and of ')} resets it too, because signals match by name and not by scope.`,
    where: { scope: GRAPH_SCOPE, node, slot: state.slot },
    ...(fix === undefined ? {} : { fix }),
  };
}

function fixOf({ flat }: PivotDraft, container: string, { state, slot, resetOn }: StateSpec): HazardFix | undefined {
  const authored = flat.containers.find((one) => one.id === container);
  const index = /^containers\[(\d+)\]$/.exec(authored?.path ?? '')?.[1];
  const states: Value | undefined = authored?.source.states;
  const declared = isRecord(states) ? states[state] : undefined;
  if (index === undefined || !isRecord(declared)) return undefined;
  const path = ['containers', Number(index), 'states', state];
  if (declared.lifetime === 'step') {
    const sentence = `Set the lifetime of ${slot} to "run", and write it anew where its value should change.`;
    return { sentence, path: [...path, 'lifetime'], from: 'step', to: 'run' };
  }
  const left = resetOn.filter((signal) => signal !== 'step_start' && signal !== 'step_end');
  const to = left.length > 0 ? left : ['run_end'];
  const sentence = `Reset ${slot} on ${to.join(' and ')} alone, and write it anew where its value should change.`;
  return { sentence, path: [...path, 'reset_on'], from: [...resetOn], to };
}
