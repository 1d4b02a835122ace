// What a run of a graph may be given: the graphIns that nothing inside the graph feeds (semantics §1, Inputs and outputs); of a
// socket graph what its state starts with.
import { assertNever } from '../../shared/base/assert.ts';
import type { CheckedGraph, CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import type { CheckedSocketGraph } from '../../shared/model/checkedSocketGraph.ts';
import type { Value } from '../../shared/model/value.ts';

export interface RunInput {
  /** The portName; the node's id where it has none. */
  readonly name: string;
  /** Of a pivot graph's. */
  readonly node?: string;
  readonly wireType?: string;
  /** Of a socket graph's: what the file itself starts with. */
  readonly preset?: Value;
}

export function runInputs(graph: CheckedGraph): RunInput[] {
  switch (graph.dialect) {
    case 'pivot':
      return portInputs(graph);
    case 'socket':
      return stateInputs(graph);
    case 'bounded':
      return [];
    default:
      return assertNever(graph);
  }
}

/** The keys that the file's `state` starts with, then the lists that loops go over and nothing makes. */
function stateInputs(graph: CheckedSocketGraph): RunInput[] {
  const presets = Object.keys(graph.state).map((name) => ({ name, preset: graph.state[name] as Value }));
  const made = new Set([
    ...Object.keys(graph.state),
    ...graph.sockets.flatMap(({ assigns }) => assigns.map(({ target }) => target[0] as string)),
    ...graph.loops.flatMap(({ from, output }) => (from === undefined || output === undefined ? [] : [output])),
  ]);
  const lists = new Set(graph.loops.flatMap(({ items }) => (items?.[0] === undefined ? [] : [items[0]])));
  return [...presets, ...[...lists].filter((name) => !made.has(name)).map((name) => ({ name }))];
}

function portInputs(graph: CheckedPivotGraph): RunInput[] {
  const fed = new Set(graph.edges.map((edge) => edge.target));
  return graph.nodes.flatMap((node) => {
    if (node.role !== 'graphIn' || fed.has(node.id)) return [];
    const { portName, wireType } = node.config;
    return [
      {
        name: typeof portName === 'string' && portName !== '' ? portName : node.id,
        node: node.id,
        ...(typeof wireType === 'string' ? { wireType } : {}),
      },
    ];
  });
}
