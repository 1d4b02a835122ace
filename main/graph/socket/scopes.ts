// Loops as scopes (semantics §2, Scopes): one whose members are a strict subset of another's is nested in it; of other overlaps
// the smallest, then the first declared, owns the socket's path.
import { byName } from '../../../shared/base/byName.ts';
import { GRAPH_SCOPE } from '../../../shared/base/ids.ts';
import type { LoopSpec } from '../../../shared/model/checkedSocketGraph.ts';
import type { ScopeBase, ScopeForest } from '../../../shared/model/scope.ts';

export function socketForest(sockets: readonly string[], loops: readonly LoopSpec[]): ScopeForest<ScopeBase> {
  const bySize = loops.toSorted((a, b) => a.sockets.length - b.sockets.length);
  const owner = new Map(
    sockets.map((socket) => [socket, bySize.find((loop) => loop.sockets.includes(socket))?.id ?? GRAPH_SCOPE]),
  );
  const parents = new Map(
    loops.map((loop) => [loop.id, bySize.find((other) => isWithin(loop, other))?.id ?? null] as const),
  );
  const scopes = byName<ScopeBase>(
    loops.map(({ id, sockets: members }) => [
      id,
      {
        scope_id: id,
        parent_scope_id: parents.get(id) ?? null,
        child_scope_ids: loops.filter((other) => parents.get(other.id) === id).map((other) => other.id),
        member_node_ids: members.filter((member) => owner.get(member) === id),
      },
    ]),
  );
  return {
    scopes,
    root_scope_ids: loops.filter((loop) => parents.get(loop.id) === null).map((loop) => loop.id),
    node_to_scope: byName([...owner]),
    graph_scope_node_ids: sockets.filter((socket) => owner.get(socket) === GRAPH_SCOPE),
  };
}

function isWithin(inner: LoopSpec, outer: LoopSpec): boolean {
  return (
    inner.sockets.length > 0 &&
    inner.sockets.length < outer.sockets.length &&
    inner.sockets.every((socket) => outer.sockets.includes(socket))
  );
}
