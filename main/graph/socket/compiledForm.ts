// A socket graph as it was understood, in the file's own words: a singular `exit` as `advance` and `exits`, each loop with its list,
// each socket with the way it is parsed (semantics §2, Exits: the compiled form is shown).
import { byName } from '../../../shared/base/byName.ts';
import type { CheckedSocketGraph, LoopSpec, SocketSpec } from '../../../shared/model/checkedSocketGraph.ts';
import type { Condition } from '../../../shared/model/socketGraph.ts';
import { writtenStatePath } from './statePath.ts';

export interface CompiledLoop {
  readonly exits: readonly {
    readonly id: string;
    readonly from: string;
    readonly condition: Condition;
    readonly targetSocketId: string;
  }[];
  readonly iterator: { readonly items: string; readonly as?: string; readonly cursor: string } | null;
  readonly consumes: { readonly from: string; readonly output: string } | null;
}

export interface CompiledSocket {
  readonly parse: 'text' | 'json';
  readonly advance: { readonly cursor: string; readonly items: string; readonly when: Condition } | null;
}

export interface CompiledForm {
  readonly loops: Readonly<Record<string, CompiledLoop>>;
  readonly sockets: Readonly<Record<string, CompiledSocket>>;
}

export function compiledForm({ loops, sockets }: CheckedSocketGraph): CompiledForm {
  return {
    loops: byName(loops.map((loop) => [loop.id, compiledLoop(loop)] as const)),
    sockets: byName(sockets.map((socket) => [socket.id, compiledSocket(socket)] as const)),
  };
}

function compiledLoop({ exits, items, cursor, as, from, output }: LoopSpec): CompiledLoop {
  return {
    exits: exits.map(({ id, from: source, condition, target }) => ({
      id,
      from: source,
      condition,
      targetSocketId: target,
    })),
    iterator:
      items === undefined || cursor === undefined
        ? null
        : { items: writtenStatePath(items), ...(as === undefined ? {} : { as }), cursor },
    consumes: from === undefined || output === undefined ? null : { from, output },
  };
}

function compiledSocket({ parse, advance }: SocketSpec): CompiledSocket {
  return {
    parse,
    advance: advance ? { cursor: advance.cursor, items: writtenStatePath(advance.items), when: advance.when } : null,
  };
}
