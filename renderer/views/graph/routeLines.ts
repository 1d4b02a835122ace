// What is written on the line of an edge or exit of sockets: when it is taken, how often at most, and the name of an exit that
// says more than that.
import type { GraphViewEdge, GraphViewRoute } from '../../../shared/contract/graph.ts';
import { conditionText } from '../../parts/conditionText.ts';

const NAME_ROOM = 20;

/** One or two lines; none for a line without a condition. */
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
