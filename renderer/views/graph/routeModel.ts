// What the line of an edge or exit looks like at the moment, and what it says to a screen reader.
import type { GraphViewEdge } from '../../../shared/contract/graph.ts';
import { routeLines, routeSentence } from '../../parts/routeText.ts';
import type { TakenRoutes } from '../../store/selectors/routes.ts';

export interface RouteWords {
  readonly kind: 'edge' | 'back' | 'exit';
  /** `quiet` while another one is taken. */
  readonly state: 'taken' | 'refused' | 'quiet' | 'plain';
  /** On the line. */
  readonly lines: readonly string[];
  /** `Check → Keep when satisfied: taken`. */
  readonly sentence: string;
}

export function routeWords(edge: GraphViewEdge, { taken, refused }: TakenRoutes, hasMoment: boolean): RouteWords {
  const state = taken === edge.id ? 'taken' : refused.has(edge.id) ? 'refused' : hasMoment ? 'quiet' : 'plain';
  const said = state === 'taken' ? ': taken' : state === 'refused' ? ': not taken' : '';
  return { kind: kindOf(edge), state, lines: routeLines(edge), sentence: `${routeSentence(edge)}${said}` };
}

function kindOf({ role }: GraphViewEdge): RouteWords['kind'] {
  return role === 'exit' || role === 'back' ? role : 'edge';
}
