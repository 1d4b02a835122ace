// Which line of a socket graph a decision's candidate is, and which was taken: what the graph lights and cards name.
import type { GraphView, GraphViewEdge } from '../../../shared/contract/graph.ts';
import type { DecisionCard, MomentView } from '../../../shared/contract/moment.ts';
import type { Selection } from '../state.ts';

const ROUTE_QUESTIONS: ReadonlySet<string> = new Set(['edge', 'exit', 'empty-loop']);

type Asked = Pick<DecisionCard, 'question' | 'subject' | 'scope'>;

/** Undefined for a decision that is about no route, and where the graph has no such line. */
export function routeOfCandidate(view: GraphView, asked: Asked, candidate: string): GraphViewEdge | undefined {
  const { question, subject, scope } = asked;
  const named = view.edges.filter((edge) => edge.route?.candidate === candidate);
  switch (question) {
    case 'edge':
      return named.find((edge) => edge.role !== 'exit' && edge.source === subject);
    case 'exit': {
      // Exits of several loops may leave one socket under one name; the decision is recorded in the loop that it leaves.
      const leaving = named.filter((edge) => edge.role === 'exit' && edge.source === subject);
      return leaving.find((edge) => edge.route?.loop === scope) ?? leaving[0];
    }
    case 'empty-loop':
      // The way out may leave another socket than the one that was about to run.
      return named.find((edge) => edge.role === 'exit' && edge.route?.loop === scope);
    default:
      return undefined;
  }
}

export interface TakenRoutes {
  /** The id of the edge. */
  readonly taken: string | undefined;
  /** Those that the selected decision passed over. */
  readonly refused: ReadonlySet<string>;
}

/** The route of the selected decision, else the one by which the run came to the moment. */
export function takenRoutes(view: GraphView, moment: MomentView | undefined, selection: Selection | null): TakenRoutes {
  const decision =
    selection?.kind === 'decision' ? moment?.decisions.find((one) => one.seq === selection.seq) : undefined;
  if (!decision || !ROUTE_QUESTIONS.has(decision.question)) {
    return { taken: moment?.edges.find((one) => one.state === 'won')?.edge, refused: new Set() };
  }
  const idOf = (candidate: string) => routeOfCandidate(view, decision, candidate)?.id;
  const taken = decision.chosen === null ? undefined : idOf(decision.chosen);
  const lost = decision.candidates.filter(({ id }) => id !== decision.chosen).flatMap(({ id }) => idOf(id) ?? []);
  return { taken, refused: new Set(lost.filter((id) => id !== taken)) };
}
