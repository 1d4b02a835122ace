// An edge or an exit of sockets in words: the few that stand on its line, and the sentence that says all of it.
import type { GraphViewEdge, GraphViewRoute } from '../../shared/contract/graph.ts';
import { conditionText, whenText } from './conditionText.ts';

const NAME_ROOM = 20;

/**
 * When it is taken, how often at most, and the name of an exit that says more than that: one or two lines; none for a line
 * without a condition.
 */
export function routeLines({ role, route }: GraphViewEdge): readonly string[] {
  if (!route) return [];
  const condition = conditionText(route.condition);
  if (role !== 'exit') return route.limit === undefined ? [condition] : [condition, `at most ${route.limit}×`];
  const name = exitName(route);
  return name === undefined ? [`exit · ${condition}`] : [`exit · ${condition}`, name];
}

/** Undefined where the name only repeats what it leaves and when, as `exit:Socket-6:satisfied` does. */
function exitName({ candidate, condition }: GraphViewRoute): string | undefined {
  if (candidate.startsWith('exit:') && candidate.endsWith(`:${condition}`)) return undefined;
  return candidate.length <= NAME_ROOM ? candidate : `${candidate.slice(0, NAME_ROOM - 1)}…`;
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
