// Step 4 of a completion (seed 000, Decision order): the first normal edge whose condition matches is taken. Pure.
import type { Decision } from '../../../shared/model/decision.ts';
import { END } from '../../../shared/model/socketGraph.ts';
import type { Value } from '../../../shared/model/value.ts';
import type { PlanSocket } from './plan.ts';
import { matches, satisfiedOf, whyMatches } from './satisfied.ts';

export function edgeDecision(socket: PlanSocket, output: Value): Decision {
  const satisfied = satisfiedOf(output);
  const place = socket.edges.findIndex((edge) => matches(edge.when, satisfied));
  const taken = socket.edges[place];
  return {
    question: 'edge',
    subject: socket.id,
    scope: socket.owner?.id ?? '',
    operands: satisfied === undefined ? {} : { satisfied },
    candidates: socket.edges.map((edge, i) => ({
      id: `edges[${i}]`,
      matched: i === place,
      why:
        i === place || place < 0 || i < place
          ? `${edge.when} → ${edge.to}: ${whyMatches(edge.when, satisfied)}`
          : `${edge.when} → ${edge.to}: edges[${place}] stands before it`,
    })),
    chosen: place < 0 ? null : `edges[${place}]`,
    target: taken?.to ?? END,
  };
}
