// A socket graph file from a few lines, for tests: one scripted materia a socket, edges as `satisfied Next`, exits as
// `Work satisfied Next`.

export interface DrawnSocket {
  readonly socket: Readonly<Record<string, unknown>>;
  readonly materia: Readonly<Record<string, unknown>>;
}

export interface DrawnSockets {
  readonly sockets: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

/** What stands on the socket (`assign`, `advance`), and `materia`, which replaces the scripted one. */
export interface SocketMore {
  readonly materia?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

/** A socket in text mode. `outputs`: its raw outputs, one a fire. */
export function text(outputs: readonly unknown[], edges: readonly string[] = [], more: SocketMore = {}): DrawnSocket {
  const { materia, ...rest } = more;
  return {
    socket: { ...rest, edges: edges.map(edgeOf) },
    materia: materia ?? { operator: 'scripted', seq: outputs },
  };
}

/** A socket whose output is parsed as JSON. */
export function json(outputs: readonly unknown[], edges: readonly string[] = [], more: SocketMore = {}): DrawnSocket {
  return text(outputs, edges, { parse: 'json', ...more });
}

/** A socket whose output is worked out from `item`, `state` and `cursors`: output key → JSONata. */
export function working(
  expr: Readonly<Record<string, string>>,
  edges: readonly string[] = [],
  more: SocketMore = {},
): DrawnSocket {
  return json([], edges, { materia: { operator: 'scripted', expr }, ...more });
}

/** `advance('i', 'items')` asks for nothing; `advance('i', 'items', 'satisfied')` for satisfied true. */
export function advance(cursor: string, items: string, when?: string): { readonly advance: unknown } {
  return { advance: { cursor, items: `state.${items}`, ...(when === undefined ? {} : { when }) } };
}

/** Exits as `Work satisfied Next`; the id is `exit:Work:satisfied`, or what stands before a colon in front: `x: Work always end`. */
export function exits(...routes: readonly string[]): { readonly exits: readonly unknown[] } {
  return {
    exits: routes.map((route) => {
      const [, id, from, condition, targetSocketId] = /^(?:(\S+): )?(\S+) (\S+) (\S+)$/.exec(route) ?? [];
      return { id: id ?? `exit:${from}:${condition}`, from, condition, targetSocketId };
    }),
  };
}

/** The first socket is the entry unless `more` says otherwise. */
export function drawSockets(
  drawn: Readonly<Record<string, DrawnSocket>>,
  loops: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, unknown>> = {},
): DrawnSockets {
  const entries = Object.entries(drawn);
  return {
    entry: entries[0]?.[0],
    sockets: Object.fromEntries(entries.map(([id, { socket }]) => [id, { materia: id, ...socket }])),
    loops,
    materia: Object.fromEntries(entries.map(([id, { materia }]) => [id, materia])),
    ...more,
  };
}

/** `always Next`, or with its maxTraversals `always Next 2`. */
function edgeOf(route: string): Record<string, unknown> {
  const [when, to, maxTraversals] = route.split(' ');
  return { when, to, ...(maxTraversals === undefined ? {} : { maxTraversals: Number(maxTraversals) }) };
}
