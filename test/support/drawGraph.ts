// A graph file from a few lines, for tests: nodes as they stand in a file but short, wires as `a.x -> b.y`, in the order of
// their declaration.

export interface Drawn {
  readonly nodes: readonly Record<string, unknown>[];
  readonly edges: readonly Record<string, unknown>[];
  readonly [key: string]: unknown;
}

interface LoopPort {
  readonly persist?: boolean;
  readonly required?: boolean;
}

/** A pair of pivots: `name` and `name-out`. */
export function loop(
  name: string,
  init: Readonly<Record<string, LoopPort>>,
  carries: Readonly<Record<string, LoopPort>>,
  budget?: number,
): Record<string, unknown>[] {
  const ports = (from: Readonly<Record<string, LoopPort>>): unknown[] =>
    Object.entries(from).map(([port, flags]) => ({ name: port, wire_type: 'ANY', ...flags }));
  return [
    {
      id: name,
      type: 'iterIn',
      config: {
        version: 3,
        pairedWith: `${name}-out`,
        initPorts: ports(init),
        ...(budget === undefined ? {} : { step_budget: budget }),
      },
    },
    { id: `${name}-out`, type: 'iterOut', config: { pairedWith: name, ports: ports(carries) } },
  ];
}

/** A scripted node; `more` holds seq, map, expr, throw, required, repeat. */
export function scripted(
  id: string,
  inputs: readonly string[],
  outputs: readonly string[],
  more: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return { id, type: 'scripted', config: { inputs, outputs, ...more } };
}

export function drawGraph(
  nodes: readonly (Record<string, unknown> | Record<string, unknown>[])[],
  wires: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): Drawn {
  return { nodes: nodes.flat(), edges: wires.map(edgeOf), ...more };
}

function edgeOf(text: string, index: number): Record<string, unknown> {
  const match = /^(\S+)\.(\S+) -> (\S+)\.(\S+)$/.exec(text);
  if (!match) throw new Error(`"${text}" is no wire`);
  const [, source, sourceHandle, target, targetHandle] = match;
  return { id: `e${index}`, source, sourceHandle, target, targetHandle };
}
