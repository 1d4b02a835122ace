// What a person counts on a graph: nodes and edges as written and flattened, scopes with their budgets, ports and wires, and the
// inputs that are wired in a way worth knowing. The facts are computed from what parse and check give, to be held against facts
// that were found in another way.

import { draftGraph } from '../../../main/graph/check.ts';
import { parseGraph } from '../../../main/graph/parse.ts';
import { portsIn } from '../../../main/graph/pivot/slots.ts';
import type { CheckedPivotGraph } from '../../../shared/model/checkedGraph.ts';
import { asPivot } from './pivotGraph.ts';

export interface ScopeFacts {
  readonly iter_in: string;
  readonly iter_out: string;
  readonly parent: string | null;
  readonly own_budget: number | null;
  readonly effective_budget: number;
  readonly init_ports: readonly { readonly name: string; readonly persist: boolean }[];
  readonly carry_ports: readonly {
    readonly name: string;
    readonly persist: boolean;
    readonly required: boolean;
    readonly wired: boolean;
  }[];
  readonly stop_wired: boolean;
  readonly final_handles_used: readonly string[];
  readonly init_ports_unwired: readonly string[];
  readonly undeclared_handles: readonly string[];
  readonly seeded_carry_handles: readonly string[];
  readonly carries_never_read: readonly string[];
}

export interface DualWire {
  readonly node: string;
  readonly input: string;
  readonly iter_in: string;
  readonly init: readonly string[];
  readonly carry: readonly string[];
  readonly init_persisted: boolean;
}

export interface GraphFacts {
  readonly nodes: number;
  readonly edges: number;
  readonly flattened: { readonly nodes: number; readonly edges: number };
  readonly graph_in: number;
  readonly graph_out: number;
  readonly containers: number;
  readonly access_grants: number;
  readonly scopes: readonly ScopeFacts[];
  readonly dual_wires: readonly DualWire[];
  /** Inputs whose only wires come from one-shot slots of an iterIn. */
  readonly vanishing_inputs: readonly { readonly node: string; readonly input: string; readonly iter_in: string }[];
  readonly fan_in_inputs: readonly {
    readonly node: string;
    readonly input: string;
    readonly wires: readonly string[];
  }[];
  readonly drawn_cycle: boolean;
}

export interface Loaded {
  readonly facts: GraphFacts;
  readonly graph: CheckedPivotGraph;
  /** The codes of what is wrong. */
  readonly problems: readonly string[];
}

export function loadFacts(text: string, fileName: string, compat?: string): Loaded {
  const parsed = parseGraph(text, fileName);
  if (!parsed.ok)
    throw new Error(`${fileName}: ${parsed.failure.problems.map((problem) => problem.message).join(' ')}`);
  const pivot = asPivot(parsed.value);
  const { graph, problems } = draftGraph(pivot, compat === undefined ? {} : { compat });
  const { authored } = pivot;
  const typed = (type: string): number => authored.nodes.filter((node) => node.type === type).length;
  return {
    graph,
    problems: problems.map((problem) => problem.code),
    facts: {
      nodes: authored.nodes.length,
      edges: authored.edges.length,
      flattened: { nodes: graph.nodes.length, edges: graph.edges.length },
      graph_in: typed('graphIn'),
      graph_out: typed('graphOut'),
      containers: (authored.containers ?? []).length,
      access_grants: (authored.access_grants ?? []).length,
      scopes: Object.keys(graph.scopes).map((scope) => scopeFacts(graph, scope)),
      dual_wires: dualWires(graph),
      vanishing_inputs: graph.hazards
        .filter(
          ({ code, where, writers = [] }) =>
            code === 'vanishing-input' && writers.every((w) => w.startsWith(`${where.scope}.`)),
        )
        .map(({ where }) => ({ node: where.node ?? '', input: where.port ?? '', iter_in: where.scope ?? '' })),
      fan_in_inputs: inputsOf(graph)
        .filter(({ wires }) => wires.length > 1)
        .map(({ node, input, wires }) => ({
          node,
          input,
          wires: wires.map((wire) => `${wire.source}.${wire.handle}`),
        })),
      drawn_cycle: problems.some((problem) => problem.code === 'cycle'),
    },
  };
}

function scopeFacts(graph: CheckedPivotGraph, scope: string): ScopeFacts {
  const checked = graph.scopes[scope];
  const info = graph.forest.scopes[scope];
  if (checked === undefined || info === undefined) throw new Error(`no scope ${scope}`);
  const into = (node: string) => graph.edges.filter((edge) => edge.target === node).map((edge) => edge.targetHandle);
  const outOf = (node: string) => graph.edges.filter((edge) => edge.source === node).map((edge) => edge.sourceHandle);
  const iterIn = graph.nodes.find((node) => node.id === scope);
  const carried = checked.slots.filter((slot) => slot.writer === 'iterout');
  const wiredIn = new Set(into(scope));
  const collected = new Set(into(checked.iterOut));
  const read = new Set([...outOf(scope), ...outOf(checked.iterOut)]);
  return {
    iter_in: scope,
    iter_out: checked.iterOut,
    parent: info.parent_scope_id,
    own_budget: info.step_budget,
    effective_budget: info.effective_budget,
    init_ports: portsIn(iterIn?.config.initPorts).map(({ name }) => ({
      name,
      persist: checked.slots.find((slot) => slot.name === `init_${name}`)?.persist ?? false,
    })),
    carry_ports: checked.carries.map(({ port, required }) => ({
      name: port,
      persist: carried.find((slot) => slot.port === port)?.persist ?? false,
      required,
      wired: collected.has(port),
    })),
    stop_wired: collected.has('stop'),
    final_handles_used: [...new Set(outOf(checked.iterOut))].sort(),
    init_ports_unwired: checked.slots
      .filter((s) => s.writer === 'init' && !wiredIn.has(s.name))
      .map((s) => s.port)
      .sort(),
    undeclared_handles: checked.slots
      .filter((slot) => slot.writer === 'surrogate')
      .map((slot) => slot.name)
      .sort(),
    seeded_carry_handles: carried
      .map((slot) => slot.name)
      .filter((name) => wiredIn.has(name))
      .sort(),
    carries_never_read: carried
      .filter((slot) => !read.has(slot.name) && !read.has(`final_${slot.port}`))
      .map((slot) => slot.port)
      .sort(),
  };
}

interface Input {
  readonly node: string;
  readonly input: string;
  readonly wires: readonly { readonly source: string; readonly handle: string }[];
}

function inputsOf(graph: CheckedPivotGraph): Input[] {
  return graph.nodes.flatMap((node) => {
    const edges = graph.edges.filter((edge) => edge.target === node.id);
    return [...new Set(edges.map((edge) => edge.targetHandle))].map((input) => ({
      node: node.id,
      input,
      wires: edges
        .filter((edge) => edge.targetHandle === input)
        .map((edge) => ({ source: edge.source, handle: edge.sourceHandle })),
    }));
  });
}

function dualWires(graph: CheckedPivotGraph): DualWire[] {
  return inputsOf(graph).flatMap(({ node, input, wires }) =>
    Object.values(graph.scopes).flatMap(({ scope, slots }) => {
      const read = wires.filter((wire) => wire.source === scope).map((wire) => wire.handle);
      const init = slots.filter((slot) => slot.writer === 'init' && read.includes(slot.name));
      const carry = slots.filter((slot) => slot.writer === 'iterout' && read.includes(slot.name));
      if (init.length === 0 || carry.length === 0) return [];
      return [
        {
          node,
          input,
          iter_in: scope,
          init: init.map((slot) => slot.name),
          carry: carry.map((slot) => slot.name),
          init_persisted: init.some((slot) => slot.persist),
        },
      ];
    }),
  );
}
