// A draft: everything that check knows of a socket graph before any rule has judged it. A draft can be made of every parsed
// graph, also of one that breaks rules, so that it can be drawn; rules and hazards are functions of it.
import type { CheckedEdge, CheckedNode } from '../../../shared/model/checkedGraph.ts';
import type { CheckedSocketGraph, ExitSpec, LoopSpec, SocketSpec } from '../../../shared/model/checkedSocketGraph.ts';
import { Condition, END, type Loop, type Materia, type SocketGraph } from '../../../shared/model/socketGraph.ts';
import { isRecord, snapshot, type Value, type ValueRecord } from '../../../shared/model/value.ts';
import type { CheckOptions } from '../checkOptions.ts';
import { filePath } from '../filePath.ts';
import { type Compilation, compileExits } from './compileExits.ts';
import { readLimits } from './limits.ts';
import { cursorOf, listOf } from './list.ts';
import { type TakenGraph, takeGraph } from './loadout.ts';
import type { ParsedSocketGraph } from './parse.ts';
import { type ConsumesRepair, repairConsumes } from './repairConsumes.ts';
import { socketForest } from './scopes.ts';
import { advanceOf, assignsOf, edgesOf, isGenerator, isParsedAsJson, isRepairable, socketNode } from './socketSpec.ts';

export interface SocketDraft {
  /** The graph as it can best be understood, without hazards. */
  readonly graph: CheckedSocketGraph;
  readonly parsed: ParsedSocketGraph;
  readonly taken: TakenGraph;
  /** The graph that counts, as authored. */
  readonly authored: SocketGraph;
  readonly standIns: ValueRecord;
  readonly compiled: Compilation;
  readonly repairs: readonly ConsumesRepair[];
  socket(id: string): SocketSpec | undefined;
  node(id: string): CheckedNode | undefined;
  /** The materia that sockets name, by name, in the file's order; a config file may have more. */
  readonly usedMateria: readonly (readonly [string, Materia])[];
  /** A place in the file, from the parts of the graph. */
  pathOf(...parts: readonly PropertyKey[]): string;
}

export function draftSocket(parsed: ParsedSocketGraph, options: CheckOptions = {}): SocketDraft {
  const taken = takeGraph(parsed, options.loadout);
  const authored = taken.graph;
  const compat = options.compat ?? authored.compat ?? undefined;
  // pi-materia: consumes.from is repaired from topology (semantics §5).
  const { graph: file, repairs } =
    compat === 'pi-materia' ? repairConsumes(authored) : { graph: authored, repairs: [] };
  const materiaOf = (id: string) => materiaNamed(file, file.sockets[id]?.materia);
  const entries = Object.entries(file.sockets);
  const ids = entries.map(([id]) => id);
  const known = new Set(ids);

  const compiled = compileExits(
    file,
    {
      advances: new Map(entries.flatMap(([id, socket]) => pair(id, advanceOf(socket)))),
      routes: new Map(Object.entries(file.loops ?? {}).map(([id, loop]) => [id, exitsOf(loop)])),
    },
    (id) => isParsedAsJson(file.sockets[id] ?? {}, materiaOf(id)),
  );
  const loops = Object.entries(file.loops ?? {}).map(([id, loop]) => loopSpec(id, loop, known, compiled, compat));
  const forest = socketForest(ids, loops);
  const standIns = snapshot(options.standIns ?? {});
  const stands = isRecord(standIns) ? standIns : {};
  const sockets = entries.map(([id, socket]): SocketSpec => {
    const materia = materiaOf(id);
    const advance = compiled.advances.get(id);
    return {
      id,
      materia: socket.materia ?? '',
      ...(materia?.operator ? { operator: materia.operator } : {}),
      parse: compiled.parsed.has(id) || isParsedAsJson(socket, materia) ? 'json' : 'text',
      generator: isGenerator(materia),
      repairable: isRepairable(materia, compat),
      assigns: assignsOf(socket, materia),
      ...(advance === undefined ? {} : { advance }),
      edges: edgesOf(socket),
    };
  });
  const walked = new Set(loops.flatMap((loop) => (loop.items ? loop.sockets : [])));
  const nodes = entries.map(([id, socket]) =>
    socketNode(id, socket, materiaOf(id), standInOf(id, stands), walked.has(id)),
  );
  const state = snapshot(file.state ?? {});
  const graph: CheckedSocketGraph = {
    dialect: 'socket',
    name: options.name ?? (taken.loadout === undefined ? parsed.name : `${parsed.name} ${taken.loadout}`),
    ...(compat === undefined ? {} : { compat }),
    ...(taken.loadout === undefined ? {} : { loadout: taken.loadout }),
    source: parsed.source,
    ...(options.standIns === undefined ? {} : { standIns }),
    // pi-materia starts at the first socket where no entry is named (semantics §5).
    entry: file.entry ?? (compat === 'pi-materia' ? ids[0] : undefined) ?? '',
    nodes,
    edges: sockets.flatMap((socket) => wiresOf(socket, known)),
    sockets,
    loops,
    forest,
    runsIn: forest.node_to_scope,
    limits: readLimits(file.limits ?? {}).limits,
    state: isRecord(state) ? state : {},
    cursors: Object.fromEntries(Object.entries(file.cursors ?? {}).filter(isCursor)),
    hazards: [],
  };
  const specs = new Map(sockets.map((socket) => [socket.id, socket]));
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  return {
    graph,
    parsed,
    taken,
    authored: file,
    standIns: stands,
    compiled,
    repairs,
    socket: (id) => specs.get(id),
    node: (id) => nodeOf.get(id),
    usedMateria: Object.entries(file.materia ?? {}).filter(([name]) => sockets.some(({ materia }) => materia === name)),
    pathOf: (...parts) => filePath([...taken.rootOf(parts[0], parts[1]), ...parts]),
  };
}

function materiaNamed({ materia }: SocketGraph, name: string | null | undefined): Materia | undefined {
  return typeof name === 'string' && Object.hasOwn(materia ?? {}, name) ? materia?.[name] : undefined;
}

function pair<T>(key: string, value: T | undefined): [string, T][] {
  return value === undefined ? [] : [[key, value]];
}

/** The exits that can be read; a rule tells of the others. */
function exitsOf({ exits }: Loop): ExitSpec[] {
  return (exits ?? []).flatMap(({ id, from, condition, targetSocketId }, index): ExitSpec[] => {
    const read = Condition.safeParse(condition).data;
    if (typeof from !== 'string' || typeof targetSocketId !== 'string' || read === undefined) return [];
    return [{ id: id || `exits[${index}]`, from, condition: read, target: targetSocketId, compiled: false }];
  });
}

function loopSpec(
  id: string,
  loop: Loop,
  known: ReadonlySet<string>,
  { advances, routes }: Compilation,
  compat: string | undefined,
): LoopSpec {
  const sockets = [...new Set(loop.sockets ?? [])].filter((socket) => known.has(socket));
  const list = listOf(loop);
  const { from, output } = loop.consumes ?? {};
  // pi-materia calls an item of `workItems` so without being asked (semantics §5).
  const given = compat === 'pi-materia' && !loop.iterator && output === 'workItems' ? 'workItem' : undefined;
  const as = loop.iterator?.as ?? loop.consumes?.as ?? given;
  return {
    id,
    sockets,
    ...(typeof from === 'string' && known.has(from) ? { from } : {}),
    ...(typeof output === 'string' ? { output } : {}),
    ...(list
      ? {
          items: list,
          cursor: cursorOf(
            loop,
            list,
            sockets.flatMap((s) => advances.get(s) ?? []),
          ),
        }
      : {}),
    ...(as ? { as } : {}),
    exits: (routes.get(id) ?? []).filter((exit) => exit.target === END || known.has(exit.target)),
  };
}

function standInOf(id: string, standIns: ValueRecord): ValueRecord | undefined {
  const standIn: Value | undefined = Object.hasOwn(standIns, id) ? standIns[id] : undefined;
  return isRecord(standIn) ? standIn : undefined;
}

/** Drawn wires: the normal edges that lead to a socket. */
function wiresOf({ id, edges }: SocketSpec, known: ReadonlySet<string>): CheckedEdge[] {
  return edges.flatMap((edge, index): CheckedEdge[] => {
    if (!known.has(edge.to)) return [];
    const handle = `edges[${index}]`;
    return [{ id: `${id}.${handle}`, source: id, sourceHandle: handle, target: edge.to, targetHandle: 'in' }];
  });
}

function isCursor(entry: [string, unknown]): entry is [string, number] {
  const value = entry[1];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
