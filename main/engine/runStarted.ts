// The first event of a run of any dialect: what is run, with what, by which rules (interfaces §3).
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EventOf } from '../../shared/model/event.ts';
import type { Input } from './input.ts';

export function runStarted(graph: CheckedGraph, input: Extract<Input, { kind: 'begin' }>): EventOf<'run.started'> {
  const { compat, standIns } = graph;
  const loadout = graph.dialect === 'socket' ? graph.loadout : undefined;
  return {
    seq: 0,
    kind: 'run.started',
    at: '',
    id: input.id,
    dialect: graph.dialect,
    ...(compat === undefined ? {} : { compat }),
    ...(loadout === undefined ? {} : { loadout }),
    graph: graph.source,
    name: input.name ?? graph.name,
    inputs: input.inputs,
    ...(input.budget === undefined ? {} : { budget: input.budget }),
    ...(standIns === undefined ? {} : { standIns }),
    versions: input.versions,
  };
}
