// Small pivot graphs for tests, written as wires: `env0.obs > iterIn_1.init_obs`. Nodes that no test configures are scripted,
// with the ports that the wires name and nothing required but what stands in `requires`.

import { type CheckOptions, draftGraph, type GraphDraft } from '../../../main/graph/check.ts';
import { type ParsedGraph, type ParsedPivotGraph, parseGraphValue } from '../../../main/graph/parse.ts';
import type { CheckedPivotGraph } from '../../../shared/model/checkedGraph.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { snapshot } from '../../../shared/model/value.ts';

export interface Loop {
  readonly iterIn?: string;
  readonly iterOut?: string;
  /** Names, or whole entries. */
  readonly init?: readonly (string | object)[];
  readonly carry?: readonly (string | object)[];
  readonly budget?: unknown;
}

export interface GraphParts {
  readonly loops?: readonly Loop[];
  /** Whole nodes, beside or instead of those that follow from loops and wires. */
  readonly nodes?: readonly {
    readonly id: string;
    readonly type: string;
    readonly config?: object;
    readonly subgraph?: unknown;
  }[];
  readonly wires: readonly string[];
  /** Node → the inputs that it can't do without. */
  readonly requires?: Readonly<Record<string, readonly string[]>>;
  /** Nodes that wires name and that are not made. */
  readonly absent?: readonly string[];
  /** Further keys of the file. */
  readonly file?: object;
}

export function graphOf({ loops = [], nodes = [], wires, requires = {}, absent = [], file = {} }: GraphParts): object {
  const edges = wires.map((wire, index) => {
    const match = /^(\S+)\.(\S*) > (\S+)\.(\S*)$/.exec(wire);
    if (match === null) throw new Error(`not a wire: ${wire}`);
    const [, source, sourceHandle, target, targetHandle] = match as unknown as [string, string, string, string, string];
    return { id: `e${index}`, source, sourceHandle, target, targetHandle };
  });
  const pivots = loops.flatMap(({ iterIn = 'in', iterOut = 'out', init = [], carry = ['x'], budget }) => [
    {
      id: iterIn,
      type: 'iterIn',
      config: {
        version: 3,
        pairedWith: iterOut,
        initPorts: init.map(port),
        ...(budget === undefined ? {} : { step_budget: budget }),
      },
    },
    { id: iterOut, type: 'iterOut', config: { pairedWith: iterIn, ports: carry.map(port) } },
  ]);
  const named = new Set([...pivots, ...nodes].map((node) => node.id).concat(absent));
  const others = [...new Set(edges.flatMap((edge) => [edge.source, edge.target]))].filter((id) => !named.has(id));
  const scripted = others.map((id) => ({
    id,
    type: 'scripted',
    config: {
      inputs: [
        ...new Set(
          edges.filter((edge) => edge.target === id && edge.targetHandle !== '').map((edge) => edge.targetHandle),
        ),
      ],
      outputs: [
        ...new Set(
          edges.filter((edge) => edge.source === id && edge.sourceHandle !== '').map((edge) => edge.sourceHandle),
        ),
      ],
      required: requires[id] ?? [],
      seq: [{}],
    },
  }));
  return { ...file, nodes: [...pivots, ...nodes, ...scripted], edges };
}

function port(entry: string | object): object {
  return typeof entry === 'string' ? { name: entry, wire_type: 'ANY' } : entry;
}

export function parsedOf(parts: GraphParts): ParsedPivotGraph {
  const parsed = parseGraphValue(snapshot(graphOf(parts)), 'test.json');
  if (!parsed.ok) throw new Error(parsed.failure.problems.map((problem) => problem.message).join(' '));
  return asPivot(parsed.value);
}

export function asPivot(parsed: ParsedGraph): ParsedPivotGraph {
  if (parsed.dialect !== 'pivot') throw new Error(`${parsed.name} is no pivot graph`);
  return parsed;
}

export function draftOf(parts: GraphParts, options?: CheckOptions): GraphDraft<CheckedPivotGraph> {
  return draftGraph(parsedOf(parts), options);
}

/** Code and place of every problem, such as `iterin-handle policy.obs`. */
export function told(problems: readonly Problem[]): string[] {
  return problems.map(({ code, where }) => {
    const place = where.node === undefined ? '' : ` ${where.node}${where.port === undefined ? '' : `.${where.port}`}`;
    return code + place;
  });
}
