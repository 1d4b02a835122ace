// What the line of an edge or exit looks like at the moment, and what it says to a screen reader.
import type { GraphViewEdge } from '../../../shared/contract/graph.ts';
import { whenText } from '../../parts/conditionText.ts';
import type { TakenRoutes } from '../../store/selectors/routes.ts';
import { routeLines } from './routeLines.ts';

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

/** `Check → Mend when not satisfied, at most 5 times for an item`; of an exit with its name and its loop. */
export function routeSentence(edge: GraphViewEdge): string {
  const { source, target, role, route } = edge;
  const way = `${source} → ${target}`;
  if (!route) return way;
  const when = whenText(route.condition);
  if (role === 'exit') {
    const compiled = route.compiled ? ', written as the loop’s single exit' : '';
    return `${way}, exit ${route.candidate} of ${route.loop ?? 'its loop'}, ${when}${compiled}`;
  }
  const round = role === 'back' ? ', round the loop' : '';
  const limit = route.limit === undefined ? '' : `, at most ${route.limit} times for an item`;
  return `${way}, ${when}${limit}${round}`;
}

function kindOf({ role }: GraphViewEdge): RouteWords['kind'] {
  return role === 'exit' || role === 'back' ? role : 'edge';
}
