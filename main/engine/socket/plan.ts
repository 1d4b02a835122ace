// What the socket engine looks up of a graph again and again, worked out once: places instead of ids, and who lists whom.
import type { CheckedSocketGraph, LoopSpec, SocketSpec } from '../../../shared/model/checkedSocketGraph.ts';

export interface PlanLoop extends LoopSpec {
  readonly index: number;
  /** 0 for a root. */
  readonly depth: number;
  /** Index of the loop that it is nested in; −1 for a root. */
  readonly parent: number;
}

export interface PlanSocket extends SocketSpec {
  readonly index: number;
  /** Loops that list it, in declaration order; and the same outermost first. */
  readonly listedBy: readonly PlanLoop[];
  readonly outermostFirst: readonly PlanLoop[];
  /** The loop that owns its path; undefined outside of every loop. */
  readonly owner: PlanLoop | undefined;
  /** The loop whose item it runs for: its owner, or where that names no list the innermost other one that does. */
  readonly itemLoop: PlanLoop | undefined;
  /** The loops whose `consumes.from` it is. */
  readonly feeds: readonly PlanLoop[];
}

export interface SocketPlan {
  readonly graph: CheckedSocketGraph;
  readonly sockets: readonly PlanSocket[];
  readonly socketIndex: ReadonlyMap<string, number>;
  readonly loops: readonly PlanLoop[];
  readonly loopIndex: ReadonlyMap<string, number>;
  /** Innermost first, later declared ones before earlier ones of the same depth. */
  readonly innermostFirst: readonly PlanLoop[];
}

const plans = new WeakMap<CheckedSocketGraph, SocketPlan>();

export function socketPlanOf(graph: CheckedSocketGraph): SocketPlan {
  const known = plans.get(graph);
  if (known) return known;
  const made = makePlan(graph);
  plans.set(graph, made);
  return made;
}

function makePlan(graph: CheckedSocketGraph): SocketPlan {
  const loopIndex = new Map(graph.loops.map((loop, index) => [loop.id, index]));
  const parentOf = (id: string): string | null => graph.forest.scopes[id]?.parent_scope_id ?? null;
  const depthOf = (id: string): number => {
    const parent = parentOf(id);
    return parent === null ? 0 : depthOf(parent) + 1;
  };
  const loops = graph.loops.map(
    (loop, index): PlanLoop => ({
      ...loop,
      index,
      depth: depthOf(loop.id),
      parent: loopIndex.get(parentOf(loop.id) ?? '') ?? -1,
    }),
  );
  const innermostFirst = [...loops].sort((a, b) => b.depth - a.depth || b.index - a.index);
  const sockets = graph.sockets.map((socket, index): PlanSocket => {
    const listedBy = loops.filter((loop) => loop.sockets.includes(socket.id));
    const outermostFirst = innermostFirst.filter((loop) => listedBy.includes(loop)).reverse();
    const owner = loops[loopIndex.get(graph.runsIn[socket.id] ?? '') ?? -1];
    return {
      ...socket,
      index,
      listedBy,
      outermostFirst,
      owner,
      itemLoop: owner?.items ? owner : outermostFirst.findLast((loop) => loop.items !== undefined),
      feeds: loops.filter((loop) => loop.from === socket.id && loop.output !== undefined),
    };
  });
  const socketIndex = new Map(sockets.map((socket) => [socket.id, socket.index]));
  return { graph, sockets, socketIndex, loops, loopIndex, innermostFirst };
}
