// A graph as it is drawn, with everything that check found.
import { z } from 'zod';
import { Hazard } from '../model/hazard.ts';
import { Problem } from '../model/problem.ts';
import { TapeRef } from './tape.ts';

/** `always`, `satisfied`, `not_satisfied`: what an edge, an exit or an advance asks of an output. */
const Condition = z.enum(['always', 'satisfied', 'not_satisfied']);

/** Slots stand as addresses: `state.workItems`, `cursor.workItemIndex`. */
export const GraphViewSocket = z.object({
  materia: z.string(),
  /** The run begins here. */
  entry: z.boolean(),
  parse: z.enum(['text', 'json']),
  generator: z.boolean(),
  /** In order; `source` as authored, such as `$.x`, `item.title`. */
  assigns: z.array(z.object({ slot: z.string(), source: z.string() })),
  /** `compiled`: the author wrote a single `exit`, which this comes from. */
  advance: z.object({ cursor: z.string(), items: z.string(), when: Condition, compiled: z.boolean() }).optional(),
});
export type GraphViewSocket = z.infer<typeof GraphViewSocket>;

export const GraphViewNode = z.object({
  id: z.string(),
  label: z.string(),
  /** The operator; of a socket its materia's, or the materia's name where it has none of its own. */
  type: z.string(),
  /** `end` is no socket: it is where a run of sockets ends, and is there only where something leads to it. */
  role: z.enum(['operator', 'iterIn', 'iterOut', 'graphIn', 'graphOut', 'end']),
  /** The scope in whose region it is drawn and in whose iterations it fires; "" = the graph scope. */
  scope: z.string(),
  band: z.boolean(),
  inputs: z.array(z.object({ port: z.string(), required: z.boolean() })),
  outputs: z.array(z.string()),
  /** Public form. */
  config: z.record(z.string(), z.unknown()),
  position: z.object({ x: z.number(), y: z.number() }).optional(),
  /** Of a socket: what it does with its output before it is left. */
  socket: GraphViewSocket.optional(),
});
export type GraphViewNode = z.infer<typeof GraphViewNode>;

export const GraphViewRoute = z.object({
  /** What a decision calls it: `edges[0]` of the socket that it leaves, or an exit's id. */
  candidate: z.string(),
  condition: Condition,
  /** `maxTraversals`: how often an item may take it. */
  limit: z.number().optional(),
  /** Of an exit: its loop. */
  loop: z.string().optional(),
  /** Of an exit that the author wrote as the single `exit` of its loop. */
  compiled: z.boolean(),
  /** In a few words, for the line: `always`, `satisfied`, `not satisfied, at most 3×`. */
  label: z.string(),
});
export type GraphViewRoute = z.infer<typeof GraphViewRoute>;

export const GraphViewEdge = z.object({
  id: z.string(),
  source: z.string(),
  sourceHandle: z.string(),
  target: z.string(),
  targetHandle: z.string(),
  /**
   * `carry` is not drawn by the author: it stands for the hand-over from an iterOut's port to the paired iterIn. Of sockets:
   * `edge`; `back`, an edge between two members of one loop that leads to the same socket or to one that the loop lists
   * before it, so that it goes round; `exit`, a way out of a loop whose list ran out.
   */
  role: z.enum(['wire', 'init', 'body', 'final', 'carry', 'edge', 'back', 'exit']),
  /** Of sockets: when it is taken. */
  route: GraphViewRoute.optional(),
});
export type GraphViewEdge = z.infer<typeof GraphViewEdge>;

/** What a loop of sockets goes over, and how it is left. */
export const GraphViewLoop = z.object({
  /** Members, in their order. A socket of several loops stands in each; its node's scope is the one that owns its path. */
  sockets: z.array(z.string()),
  /** The list and the cursor, as addresses of slots; absent where the loop names no list and is never empty. */
  items: z.string().optional(),
  cursor: z.string().optional(),
  /** A second name of `item`. */
  as: z.string().optional(),
  /** Where the list comes from: a socket and the key of its output. */
  consumes: z.object({ from: z.string(), output: z.string() }).optional(),
  /** In order; `edge` is the id of the edge that stands for it. */
  exits: z.array(
    z.object({
      id: z.string(),
      from: z.string(),
      condition: Condition,
      target: z.string(),
      compiled: z.boolean(),
      edge: z.string(),
    }),
  ),
});
export type GraphViewLoop = z.infer<typeof GraphViewLoop>;

export const GraphViewScope = z.object({
  scope: z.string(),
  parent: z.string().nullable(),
  /** Of a pivot's scope. */
  iterOut: z.string().optional(),
  /** Of a pivot's scope: what holds for it, and what it has of its own. A socket's loop goes as far as its list. */
  budget: z.number().optional(),
  ownBudget: z.number().nullable().optional(),
  /** Of a socket's loop. */
  loop: GraphViewLoop.optional(),
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
  /** `foreign` of a recording whose graph is of none of these. */
  dialect: z.enum(['pivot', 'socket', 'bounded', 'foreign']),
  compat: z.string().optional(),
  /** The loadout that was taken of a config file. */
  loadout: z.string().optional(),
  /** All that the file offers, where it is a config file. */
  loadouts: z.array(z.string()).optional(),
  nodes: z.array(GraphViewNode),
  edges: z.array(GraphViewEdge),
  scopes: z.array(GraphViewScope),
  /**
   * What a run may be given. Pivot: the graphIns without an incoming edge. Sockets, without a node: the keys of the file's
   * `state`, and lists that loops go over and nothing in the graph makes; `preset` is what stands in the file, on one line.
   */
  inputs: z.array(
    z.object({
      name: z.string(),
      node: z.string().optional(),
      wireType: z.string().optional(),
      preset: z.string().optional(),
    }),
  ),
  /** Of a bounded loop: what is tried, how often at most, and until what, as written. */
  bounded: z.object({ prompt: z.string(), maxIters: z.number(), predicate: z.string() }).optional(),
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
  'graph.ofFile': { request: z.object({ path: z.string(), loadout: z.string().optional() }), answer: GraphView },
};
