// A graph as it is drawn, with everything that check found.
import { z } from 'zod';
import { Hazard } from '../model/hazard.ts';
import { Problem } from '../model/problem.ts';
import { TapeRef } from './tape.ts';

export const GraphViewNode = z.object({
  id: z.string(),
  label: z.string(),
  type: z.string(),
  role: z.enum(['operator', 'iterIn', 'iterOut', 'graphIn', 'graphOut']),
  /** The scope in whose region it is drawn and in whose iterations it fires; "" = the graph scope. */
  scope: z.string(),
  band: z.boolean(),
  inputs: z.array(z.object({ port: z.string(), required: z.boolean() })),
  outputs: z.array(z.string()),
  /** Public form. */
  config: z.record(z.string(), z.unknown()),
  position: z.object({ x: z.number(), y: z.number() }).optional(),
});
export type GraphViewNode = z.infer<typeof GraphViewNode>;

export const GraphViewEdge = z.object({
  id: z.string(),
  source: z.string(),
  sourceHandle: z.string(),
  target: z.string(),
  targetHandle: z.string(),
  /** `carry` is not drawn by the author: it stands for the hand-over from an iterOut's port to the paired iterIn. */
  role: z.enum(['wire', 'init', 'body', 'final', 'carry']),
});
export type GraphViewEdge = z.infer<typeof GraphViewEdge>;

export const GraphViewScope = z.object({
  scope: z.string(),
  iterOut: z.string(),
  parent: z.string().nullable(),
  budget: z.number(),
  ownBudget: z.number().nullable(),
  slots: z.array(
    z.object({ name: z.string(), writer: z.enum(['init', 'iterout', 'surrogate']), persist: z.boolean() }),
  ),
  carries: z.array(z.object({ port: z.string(), required: z.boolean() })),
});
export type GraphViewScope = z.infer<typeof GraphViewScope>;

export const GraphView = z.object({
  name: z.string(),
  /** Undefined for the graph of a tape. */
  path: z.string().optional(),
  dialect: z.enum(['pivot', 'socket', 'bounded']),
  compat: z.string().optional(),
  nodes: z.array(GraphViewNode),
  edges: z.array(GraphViewEdge),
  scopes: z.array(GraphViewScope),
  /** What a run may be given: the graphIns without an incoming edge. */
  inputs: z.array(z.object({ name: z.string(), node: z.string(), wireType: z.string().optional() })),
  problems: z.array(Problem),
  /** What refuses nothing and is worth knowing, such as a key that stands twice in the file. */
  notes: z.array(Problem),
  hazards: z.array(Hazard),
  /** Node types that no operator here can run. */
  missingOperators: z.array(z.string()),
});
export type GraphView = z.infer<typeof GraphView>;

export const graphCalls = {
  'graph.ofTape': { request: TapeRef, answer: GraphView },
  /** A graph that breaks rules still answers, with its problems; only a file that is no graph fails. */
  'graph.ofFile': { request: z.object({ path: z.string() }), answer: GraphView },
};
