// The one loop of a graph that has no other, as the fast path wants it: what is the same in every iteration, looked up once.
import { encodeId } from '../../../../shared/model/path.ts';
import type { Plan, PlanEdge, PlanNode, PlanScope } from '../plan.ts';

/** A wire by which iterIn hands the body what a slot holds, or the index of the iteration. */
export interface Entry {
  readonly edge: number;
  readonly handle: string;
  readonly isStep: boolean;
}

export interface Loop {
  readonly scope: PlanScope;
  /** Its id as it stands in the path of an iteration. */
  readonly pathId: string;
  readonly slots: readonly string[];
  readonly entries: readonly Entry[];
  /** Whether several wires reach one input of iterOut, so that each boundary says which won. */
  readonly contested: boolean;
}

const loops = new WeakMap<Plan, Loop>();

/** Undefined for a graph without a loop. */
export function loopOf(plan: Plan): Loop | undefined {
  const known = loops.get(plan);
  if (known) return known;
  const scope = plan.scopes[1];
  if (!scope) return undefined;
  const inputs = scope.stop ? [...scope.carryInputs, scope.stop] : scope.carryInputs;
  const made = {
    scope,
    pathId: encodeId(scope.scope),
    slots: [...scope.slots.keys()],
    entries: (plan.nodes[scope.iterIn] as PlanNode).outEdges.map((edge) => {
      const { handle } = plan.edges[edge] as PlanEdge;
      return { edge, handle, isStep: handle === 'step' && !scope.slots.has('step') };
    }),
    contested: inputs.some(({ edges }) => edges.length > 1),
  };
  loops.set(plan, made);
  return made;
}
