// When each candidate of a decision of sockets is taken and where it leads, for its card.
import type { GraphView } from '../../../shared/contract/graph.ts';
import type { DecisionCard } from '../../../shared/contract/moment.ts';
import { conditionText } from '../../parts/conditionText.ts';
import type { CandidateRoute } from '../../parts/DecisionCard.tsx';
import { routeOfCandidate } from '../../store/selectors/routes.ts';

export function routesOf(
  graph: GraphView | undefined,
  decision: DecisionCard,
): ((candidate: string) => CandidateRoute | undefined) | undefined {
  if (graph?.dialect !== 'socket') return undefined;
  return (candidate) => {
    const edge = routeOfCandidate(graph, decision, candidate);
    if (!edge?.route) return undefined;
    const { condition } = edge.route;
    return { when: conditionText(condition), target: edge.target, said: `${condition} → ${edge.target}: ` };
  };
}
