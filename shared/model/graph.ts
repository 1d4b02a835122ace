// A graph file of the pivot dialect (semantics §1, File): its shape and nothing more. Unknown keys are kept and ignored.
import { z } from 'zod';

const Port = z.looseObject({
  name: z.string(),
  wire_type: z.string().optional(),
  persist: z.boolean().optional(),
  required: z.boolean().optional(),
});
export type Port = z.infer<typeof Port>;

export const GraphNode = z.looseObject({
  id: z.string().min(1),
  type: z.string().min(1),
  label: z.string().nullish(),
  position: z.looseObject({ x: z.number(), y: z.number() }).nullish(),
  config: z.record(z.string(), z.unknown()).nullish(),
});
export type GraphNode = z.infer<typeof GraphNode>;

export const GraphEdge = z.looseObject({
  id: z.string().nullish(),
  source: z.string(),
  sourceHandle: z.string().nullish(),
  target: z.string(),
  targetHandle: z.string().nullish(),
});
export type GraphEdge = z.infer<typeof GraphEdge>;

export const PivotGraph = z.looseObject({
  nodes: z.array(GraphNode),
  edges: z.array(GraphEdge),
  name: z.string().nullish(),
  step_budget: z.unknown().optional(),
  maxIterations: z.unknown().optional(),
  containers: z.array(z.looseObject({ id: z.string() })).nullish(),
  access_grants: z.array(z.looseObject({ node_id: z.string(), container_id: z.string() })).nullish(),
  compat: z.string().nullish(),
});
export type PivotGraph = z.infer<typeof PivotGraph>;

export const PortList = z.array(Port);
