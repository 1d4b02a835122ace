// pi-materia: `consumes.from` is repaired from topology (semantics §5). Where exactly one generator outside of a loop has an edge
// into it, the loop consumes from that one, whatever it says.
import { byName } from '../../../shared/base/byName.ts';
import type { Loop, Materia, SocketGraph } from '../../../shared/model/socketGraph.ts';

export interface ConsumesRepair {
  readonly loop: string;
  /** What the file says; undefined where it says nothing. */
  readonly said?: string;
  readonly from: string;
}

/** The graph with its repaired loops, and what was repaired. */
export function repairConsumes(graph: SocketGraph): { graph: SocketGraph; repairs: ConsumesRepair[] } {
  const repairs: ConsumesRepair[] = [];
  const loops = Object.entries(graph.loops ?? {}).map(([id, loop]): [string, Loop] => {
    const feeding = generatorsInto(graph, new Set(loop.sockets ?? []));
    if (!loop.consumes && !loop.iterator) return [id, loop];
    // What generators make is called workItems there.
    const { from: said, output = 'workItems' } = loop.consumes ?? {};
    const [from] = feeding;
    if (from === undefined || feeding.length > 1) {
      return [id, loop.consumes ? { ...loop, consumes: { ...loop.consumes, output } } : loop];
    }
    if (said !== from) repairs.push({ loop: id, from, ...(typeof said === 'string' ? { said } : {}) });
    return [id, { ...loop, consumes: { ...loop.consumes, from, output } }];
  });
  return { graph: graph.loops ? { ...graph, loops: byName(loops) } : graph, repairs };
}

function generatorsInto({ sockets, materia }: SocketGraph, members: ReadonlySet<string>): string[] {
  return Object.entries(sockets).flatMap(([id, socket]) => {
    const name = socket.materia ?? '';
    const made = Object.hasOwn(materia ?? {}, name) ? materia?.[name] : undefined;
    if (members.has(id) || !isGeneratingAgent(made)) return [];
    return (socket.edges ?? []).some((edge) => members.has(edge.to ?? '')) ? [id] : [];
  });
}

function isGeneratingAgent(materia: Materia | undefined): boolean {
  const kind = materia?.kind ?? materia?.type ?? 'agent';
  return materia?.generator === true && kind === 'agent';
}
