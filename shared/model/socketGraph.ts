// A socket graph file (seed 000; semantics §2, File): its shape and nothing more. Unknown keys are kept and ignored; what is
// missing or malformed inside a part is told by a rule, so that the rest of the graph can still be drawn. A config file holds
// several graphs as `loadouts.<name>` beside the materia and limits that they share.
import { z } from 'zod';

export const Condition = z.enum(['always', 'satisfied', 'not_satisfied']);
/** What an edge, an exit or an advance asks of the parsed boolean `satisfied`. */
export type Condition = z.infer<typeof Condition>;

/** Ends the run, wherever a target may stand. */
export const END = 'end';

const text = z.string().nullish();

const Advance = z.looseObject({ cursor: text, items: text, when: text });
export type Advance = z.infer<typeof Advance>;

const Edge = z.looseObject({ when: text, to: text, maxTraversals: z.unknown().optional() });
export type Edge = z.infer<typeof Edge>;

export const Socket = z.looseObject({
  materia: text,
  parse: text,
  assign: z.record(z.string(), z.unknown()).nullish(),
  advance: Advance.nullish(),
  edges: z.array(Edge).nullish(),
  label: text,
  position: z.unknown().optional(),
});
export type Socket = z.infer<typeof Socket>;

export const Exit = z.looseObject({ id: text, from: text, condition: text, targetSocketId: text });
export type Exit = z.infer<typeof Exit>;

export const Loop = z.looseObject({
  sockets: z.array(z.string()).nullish(),
  consumes: z.looseObject({ from: text, output: text, as: text, cursor: text }).nullish(),
  iterator: z.looseObject({ items: text, as: text, cursor: text }).nullish(),
  exits: z.array(Exit).nullish(),
  exit: z.looseObject({ from: text, when: text, to: text }).nullish(),
});
export type Loop = z.infer<typeof Loop>;

export const Materia = z.looseObject({
  operator: text,
  kind: text,
  type: text,
  generator: z.boolean().nullish(),
  parse: text,
  assign: z.record(z.string(), z.unknown()).nullish(),
  label: text,
});
export type Materia = z.infer<typeof Materia>;

/** What a config file shares among its loadouts. */
const shared = {
  materia: z.record(z.string(), Materia).nullish(),
  limits: z.record(z.string(), z.unknown()).nullish(),
  state: z.record(z.string(), z.unknown()).nullish(),
  cursors: z.record(z.string(), z.unknown()).nullish(),
  name: text,
  compat: text,
};

export const SocketGraph = z.looseObject({
  entry: text,
  sockets: z
    .record(z.string(), Socket)
    .nullish()
    .transform((sockets) => sockets ?? {}),
  loops: z.record(z.string(), Loop).nullish(),
  ...shared,
});
export type SocketGraph = z.infer<typeof SocketGraph>;

export const SocketConfig = z.looseObject({
  loadouts: z.record(z.string(), SocketGraph),
  activeLoadout: text,
  ...shared,
});
export type SocketConfig = z.infer<typeof SocketConfig>;
