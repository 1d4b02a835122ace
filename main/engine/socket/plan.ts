// What the socket engine looks up of a graph again and again, worked out once: places instead of ids, and who lists whom.
import { present } from '../../../shared/base/assert.ts';
import type { CheckedSocketGraph, LoopSpec, SocketSpec } from '../../../shared/model/checkedSocketGraph.ts';
import { plannedWrites, type WritePlan } from './assign.ts';

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
  /** What its assigns write. */
  readonly writes: readonly WritePlan[];
  /** The lists of its output that are stored because a loop consumes them, by name. */
  readonly stores: readonly string[];
}

export interface SocketPlan {
  readonly graph: CheckedSocketGraph;
  readonly sockets: readonly PlanSocket[];
  readonly socketIndex: ReadonlyMap<string, number>;
  readonly loops: readonly PlanLoop[];
  readonly loopIndex: ReadonlyMap<string, number>;
  /** Innermost first, later declared ones before earlier ones of the same depth. */
  readonly innermostFirst: readonly PlanLoop[];
  /** Every cursor of a loop or an advance, at 0. */
  readonly noCursors: Readonly<Record<string, number>>;
}

const plans = new WeakMap<CheckedSocketGraph, SocketPlan>();

export function socketPlanOf(graph: CheckedSocketGraph): SocketPlan {
  const known = plans.get(graph);
  if (known) return known;
  const made = makePlan(graph);
  plans.set(graph, made);
  return made;
}

export function loopNamed(plan: SocketPlan, id: string): PlanLoop {
  return plan.loops[present(plan.loopIndex.get(id), `loop ${id}`)] as PlanLoop;
}

export function socketNamed(plan: SocketPlan, id: string): PlanSocket {
  return plan.sockets[present(plan.socketIndex.get(id), `socket ${id}`)] as PlanSocket;
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
      ...plannedWrites(
        socket,
        listedBy,
        loops.filter((loop) => loop.from === socket.id),
      ),
    };
  });
  const socketIndex = new Map(sockets.map((socket) => [socket.id, socket.index]));
  const cursors = [...loops.map((loop) => loop.cursor), ...sockets.map((socket) => socket.advance?.cursor)];
  const noCursors = Object.fromEntries(cursors.flatMap((name) => (name === undefined ? [] : [[name, 0]])));
  return { graph, sockets, socketIndex, loops, loopIndex, innermostFirst, noCursors };
}
