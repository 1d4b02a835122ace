// A singular `exit` says in one line what `advance` and `exits` say in two: it is compiled into those (semantics §2, Exits), loop by
// loop as declared. What the file says itself is never replaced, but for an exit of the same socket and condition.
import type { AdvanceSpec, ExitSpec } from '../../../shared/model/checkedSocketGraph.ts';
import { Condition, END, type SocketGraph } from '../../../shared/model/socketGraph.ts';
import { declaredCursor, defaultCursor, listOf } from './list.ts';
import { samePath } from './statePath.ts';

/** What one singular exit became. */
export interface CompiledExit {
  readonly loop: string;
  readonly from: string;
  readonly when: Condition;
  readonly to: string;
  /** The advance that it asks for; undefined where the loop names no list. */
  readonly advance?: AdvanceSpec;
  /** True where its socket had none and got it. */
  readonly isAdvanceNew: boolean;
  /** An advance of its socket that says something else. */
  readonly conflict?: AdvanceSpec;
  /** True where its socket is parsed as JSON because of it. */
  readonly isParseNew: boolean;
  /** True where its socket says `parse: "text"`, so that no `satisfied` could be read. */
  readonly isTextSource: boolean;
  /** Undefined where the exit leads to `end`, which is where no exit leads. */
  readonly exit?: ExitSpec;
  /** The exit of the same socket and condition that it takes the place of. */
  readonly replaced?: ExitSpec;
}

export interface Compilation {
  readonly exits: readonly CompiledExit[];
  /** Socket → its advance, authored or compiled. */
  readonly advances: ReadonlyMap<string, AdvanceSpec>;
  /** Loop → its exits. */
  readonly routes: ReadonlyMap<string, readonly ExitSpec[]>;
  /** Sockets that are parsed as JSON because an exit asks for `satisfied`. */
  readonly parsed: ReadonlySet<string>;
}

/** `advances` and `routes`: as authored, as far as they can be read. `isJson`: whether a socket is parsed as JSON anyway. */
export function compileExits(
  { loops, sockets }: SocketGraph,
  authored: Pick<Compilation, 'advances' | 'routes'>,
  isJson: (socket: string) => boolean,
): Compilation {
  const advances = new Map(authored.advances);
  const routes = new Map(authored.routes);
  const parsed = new Set<string>();
  const exits = Object.entries(loops ?? {}).flatMap(([id, loop]): CompiledExit[] => {
    const when = Condition.safeParse(loop.exit?.when).data;
    const { from, to } = loop.exit ?? {};
    if (typeof from !== 'string' || typeof to !== 'string' || when === undefined) return [];
    if (!Object.hasOwn(sockets, from) || !loop.sockets?.includes(from)) return [];
    if (to !== END && !Object.hasOwn(sockets, to)) return [];

    const list = listOf(loop);
    const there = advances.get(from);
    // Without an output to name it after, the cursor of an authored advance is as good as any.
    const named = declaredCursor(loop) ?? (loop.consumes?.output ? undefined : there?.cursor);
    const advance = list && { cursor: named ?? defaultCursor(list), items: list, when, compiled: true };
    const isAdvanceNew = advance !== undefined && there === undefined;
    if (isAdvanceNew) advances.set(from, advance);

    const needsJson = when !== 'always';
    const isTextSource = needsJson && sockets[from]?.parse === 'text';
    const isParseNew = needsJson && !isTextSource && !isJson(from) && !parsed.has(from);
    if (isParseNew) parsed.add(from);

    const own = routes.get(id) ?? [];
    const isReplaced = (exit: ExitSpec) => exit.from === from && exit.condition === when;
    const exit =
      to === END ? undefined : { id: `exit:${from}:${when}`, from, condition: when, target: to, compiled: true };
    if (exit) routes.set(id, [...own.filter((one) => !isReplaced(one)), exit]);
    const replaced = own.find((one) => isReplaced(one) && one.target !== to);
    return [
      {
        loop: id,
        from,
        when,
        to,
        ...(advance ? { advance } : {}),
        isAdvanceNew,
        ...(advance && there && !sameAdvance(advance, there) ? { conflict: there } : {}),
        isParseNew,
        isTextSource,
        ...(exit ? { exit } : {}),
        ...(replaced ? { replaced } : {}),
      },
    ];
  });
  return { exits, advances, routes, parsed };
}

function sameAdvance(a: AdvanceSpec, b: AdvanceSpec): boolean {
  return a.cursor === b.cursor && a.when === b.when && samePath(a.items, b.items);
}
