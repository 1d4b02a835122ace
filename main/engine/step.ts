// One step of any dialect: (checked graph, machine, input) → events and effects, the machine moved on. And the fold alone, for
// time travel. A machine is owned by its caller and changed in place; `cloneMachine` keeps an old one.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import { apply as applyBounded } from './bounded/apply.ts';
import { decide as decideBounded } from './bounded/decide.ts';
import { agentcanvas } from './compat/agentcanvas/rules.ts';
import { piMateria } from './compat/piMateria/rules.ts';
import type { Input, Step } from './input.ts';
import type { Machine } from './machine.ts';
import { apply as applyPivot } from './pivot/apply.ts';
import { decide as decidePivot, ours, type Rules } from './pivot/decide.ts';
import type { PivotMachine } from './pivot/machine.ts';
import { type Plan, planOf } from './pivot/plan.ts';
import { single } from './pivot/single/rules.ts';
import { apply as applySocket } from './socket/apply.ts';
import { decide as decideSocket } from './socket/decide.ts';

export type { Step };

export function step(graph: CheckedGraph, machine: Machine, input: Input): Step {
  if (graph.dialect === 'pivot' && machine.dialect === 'pivot') {
    const plan = planOf(graph);
    return decidePivot(plan, machine, input, rulesOf(plan, machine));
  }
  if (graph.dialect === 'socket' && machine.dialect === 'socket')
    return machine.compat ? decideSocket(graph, machine, input, piMateria) : decideSocket(graph, machine, input);
  if (graph.dialect === 'bounded' && machine.dialect === 'bounded') return decideBounded(graph, machine, input);
  throw misfit(graph, machine);
}

function rulesOf({ scopes }: Plan, { compat }: PivotMachine): Rules {
  if (compat) return agentcanvas;
  // The graph scope is one of them.
  return scopes.length <= 2 ? single : ours;
}

export function apply(graph: CheckedGraph, machine: Machine, event: EngineEvent): void {
  if (graph.dialect === 'pivot' && machine.dialect === 'pivot')
    (machine.compat ? agentcanvas.apply : applyPivot)(planOf(graph), machine, event);
  else if (graph.dialect === 'socket' && machine.dialect === 'socket')
    machine.compat ? applySocket(graph, machine, event, piMateria) : applySocket(graph, machine, event);
  else if (graph.dialect === 'bounded' && machine.dialect === 'bounded') applyBounded(graph, machine, event);
  else throw misfit(graph, machine);
}

function misfit(graph: CheckedGraph, machine: Machine): Error {
  return new Error(`a machine of the ${machine.dialect} dialect can't step a graph of the ${graph.dialect} dialect`);
}
