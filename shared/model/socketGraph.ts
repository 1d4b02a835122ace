// A socket graph file (seed 000; semantics §2, File): its shape and nothing more. Unknown keys are kept and ignored. A config file
// holds several graphs as `loadouts.<name>` beside the materia that they share.
import { z } from 'zod';

export const Condition = z.enum(['always', 'satisfied', 'not_satisfied']);
/** What an edge, an exit or an advance asks of the parsed boolean `satisfied`. */
export type Condition = z.infer<typeof Condition>;

/** Ends the run, wherever a target may stand. */
export const END = 'end';

const Advance = z.looseObject({ cursor: z.string(), items: z.string(), when: z.string().nullish() });

const Edge = z.looseObject({ when: z.string(), to: z.string(), maxTraversals: z.unknown().optional() });

export const Socket = z.looseObject({
  materia: z.string().nullish(),
  parse: z.string().nullish(),
  assign: z.record(z.string(), z.string()).nullish(),
  advance: Advance.nullish(),
  edges: z.array(Edge).nullish(),
});
export type Socket = z.infer<typeof Socket>;

export const Loop = z.looseObject({
  sockets: z.array(z.string()),
  consumes: z
    .looseObject({ from: z.string(), output: z.string(), as: z.string().nullish(), cursor: z.string().nullish() })
    .nullish(),
  iterator: z.looseObject({ items: z.string(), as: z.string().nullish(), cursor: z.string().nullish() }).nullish(),
  exits: z
    .array(z.looseObject({ id: z.string(), from: z.string(), condition: z.string(), targetSocketId: z.string() }))
    .nullish(),
  exit: z.looseObject({ from: z.string(), when: z.string(), to: z.string() }).nullish(),
});
export type Loop = z.infer<typeof Loop>;

export const Materia = z.looseObject({
  operator: z.string().nullish(),
  kind: z.string().nullish(),
  type: z.string().nullish(),
  generator: z.boolean().nullish(),
  parse: z.string().nullish(),
  assign: z.record(z.string(), z.string()).nullish(),
});
export type Materia = z.infer<typeof Materia>;

export const SocketGraph = z.looseObject({
  entry: z.string(),
  sockets: z.record(z.string(), Socket),
  loops: z.record(z.string(), Loop).nullish(),
  materia: z.record(z.string(), Materia).nullish(),
  limits: z.record(z.string(), z.unknown()).nullish(),
  state: z.record(z.string(), z.unknown()).nullish(),
  cursors: z.record(z.string(), z.number()).nullish(),
  name: z.string().nullish(),
  compat: z.string().nullish(),
});
export type SocketGraph = z.infer<typeof SocketGraph>;
