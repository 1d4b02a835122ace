// The stall report (semantics §1, Boundary): which nodes waited when a scope came to rest, for which inputs, and why those
// were empty. Those whose own inputs were at fault come first; what merely waited for them comes after.
import type { Waiting } from '../../../shared/model/event.ts';
import { emptyWhy } from './emptyWhy.ts';
import type { Item, PivotMachine } from './machine.ts';
import type { Plan, PlanEdge, PlanNode, PlanScope } from './plan.ts';
import { winnerOf } from './winner.ts';

/** What one node of the current iteration waits for; empty where it has all that it needs. */
export function waitingFor(plan: Plan, machine: PivotMachine, node: PlanNode): Waiting['inputs'] {
  const required = node.inputs.filter((input) => input.required);
  const wanted = required.length > 0 ? required : node.inputs.filter((input) => input.edges.length > 0);
  const missing = wanted.filter((input) => winnerOf(plan, machine, input) < 0);
  if (required.length === 0 && missing.length < wanted.length) return [];
  return missing.map((input) => ({ port: input.port, why: whyEmpty(plan, machine, input.edges) }));
}

/** Everything that waited in a scope at rest, its iterOut included. */
export function waitingIn(plan: Plan, machine: PivotMachine, scope: PlanScope): Waiting[] {
  const idle = scope.items
    .map((i) => plan.nodes[i] as PlanNode)
    .filter((node) => node.node.role === 'operator' && machine.items[node.index]?.status === 'idle')
    .map((node) => ({ node, inputs: waitingFor(plan, machine, node) }))
    .filter(({ inputs }) => inputs.length > 0);
  const first = idle.filter(({ node }) => !waitsForIdle(plan, machine, node));
  const after = idle.filter(({ node }) => waitsForIdle(plan, machine, node));
  const waiting = [...first, ...after].map(({ node, inputs }) => ({ node: node.node.id, inputs }));
  const carries = scope.carryInputs.filter((input) => winnerOf(plan, machine, input) < 0);
  const some = scope.carryInputs.some((input) => input.required);
  const wanted = some ? carries.filter((input) => input.required) : carries;
  if (wanted.length === 0) return waiting;
  const iterOut = plan.nodes[scope.iterOut] as PlanNode;
  return [
    ...waiting,
    {
      node: iterOut.node.id,
      inputs: wanted.map((input) => ({ port: input.port, why: whyEmpty(plan, machine, input.edges) })),
    },
  ];
}

/** A root scope that nothing was delivered to: its iterIn waits for its init side. */
export function waitingToEnter(plan: Plan, machine: PivotMachine, scope: PlanScope): Waiting {
  const iterIn = plan.nodes[scope.iterIn] as PlanNode;
  const ports = [...new Set(iterIn.inEdges.map((e) => (plan.edges[e] as PlanEdge).port))];
  return {
    node: iterIn.node.id,
    inputs: ports.map((port) => ({
      port,
      why: whyEmpty(
        plan,
        machine,
        iterIn.inEdges.filter((e) => (plan.edges[e] as PlanEdge).port === port),
      ),
    })),
  };
}

function waitsForIdle(plan: Plan, machine: PivotMachine, node: PlanNode): boolean {
  return node.feeders.some((f) => {
    const feeder = machine.items[f] as Item;
    return feeder.status === 'idle' && (plan.nodes[f] as PlanNode).node.role === 'operator';
  });
}

function whyEmpty(plan: Plan, machine: PivotMachine, edges: readonly number[]): string {
  if (edges.length === 0) return 'nothing is wired to it';
  return edges.map((e) => emptyWhy(plan, machine, plan.edges[e] as PlanEdge)).join('; ');
}
