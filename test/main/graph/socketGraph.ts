// Small socket graphs for tests: a plan, a loop of two sockets over the planned items, and what comes after it.
import { type CheckOptions, draftGraph, type GraphDraft } from '../../../main/graph/check.ts';
import { type ParsedGraph, parseGraphValue } from '../../../main/graph/parse.ts';
import type { ParsedSocketGraph } from '../../../main/graph/socket/parse.ts';
import type { CheckedSocketGraph, SocketSpec } from '../../../shared/model/checkedSocketGraph.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { snapshot } from '../../../shared/model/value.ts';

type Part = Readonly<Record<string, unknown>>;

/** Plan → Do → Check (goes round until the list runs out) → Report. Whole: no problem, no note, no hazard. */
const WHOLE = {
  entry: 'Plan',
  sockets: {
    Plan: { materia: 'plan', parse: 'json', edges: [{ when: 'always', to: 'Do' }] },
    Do: { materia: 'do', edges: [{ when: 'always', to: 'Check' }] },
    Check: {
      materia: 'check',
      parse: 'json',
      advance: { cursor: 'taskIndex', items: 'state.tasks', when: 'satisfied' },
      edges: [{ when: 'always', to: 'Do' }],
    },
    Report: { materia: 'report', edges: [] },
  },
  loops: {
    work: {
      sockets: ['Do', 'Check'],
      consumes: { from: 'Plan', output: 'tasks', cursor: 'taskIndex' },
      exits: [
        { id: 'done', from: 'Check', condition: 'satisfied', targetSocketId: 'Report' },
        { id: 'none', from: 'Do', condition: 'always', targetSocketId: 'Report' },
      ],
    },
  },
  materia: {
    plan: { operator: 'scripted', seq: [{ tasks: ['a', 'b'] }] },
    do: { operator: 'scripted', seq: ['made'] },
    check: { operator: 'scripted', seq: [{ satisfied: true }] },
    report: { operator: 'scripted', seq: ['reported'] },
  },
} as const;

export interface Changes {
  /** Keys of the file; undefined takes one away. */
  readonly file?: Part;
  /** By socket, loop or materia: keys that are put over those that are there; null takes the whole away. */
  readonly sockets?: Readonly<Record<string, Part | null>>;
  readonly loops?: Readonly<Record<string, Part | null>>;
  readonly materia?: Readonly<Record<string, Part | null>>;
}

export function socketFile({ file = {}, ...parts }: Changes = {}): object {
  const changed = (key: 'sockets' | 'loops' | 'materia'): Part => {
    const there: Readonly<Record<string, Part>> = WHOLE[key];
    const made: Record<string, Part> = { ...there };
    for (const [id, change] of Object.entries(parts[key] ?? {})) {
      if (change === null) delete made[id];
      else made[id] = { ...there[id], ...change };
    }
    return made;
  };
  return { ...WHOLE, sockets: changed('sockets'), loops: changed('loops'), materia: changed('materia'), ...file };
}

export function parsedFile(file: object): ParsedSocketGraph {
  const parsed = parseGraphValue(snapshot(JSON.parse(JSON.stringify(file))), 'test.json');
  if (!parsed.ok) throw new Error(parsed.failure.problems.map((problem) => problem.message).join(' '));
  return asSocket(parsed.value);
}

export function asSocket(parsed: ParsedGraph): ParsedSocketGraph {
  if (parsed.dialect !== 'socket') throw new Error(`${parsed.name} is no socket graph`);
  return parsed;
}

export function draftOfFile(file: object, options?: CheckOptions): GraphDraft<CheckedSocketGraph> {
  return draftGraph(parsedFile(file), options);
}

export function draftOf(changes?: Changes, options?: CheckOptions): GraphDraft<CheckedSocketGraph> {
  return draftOfFile(socketFile(changes), options);
}

export function socketOf({ graph }: GraphDraft<CheckedSocketGraph>, id: string): SocketSpec {
  const found = graph.sockets.find((socket) => socket.id === id);
  if (!found) throw new Error(`there is no socket ${id}`);
  return found;
}

/** Code and place of every problem, such as `unknown-endpoint sockets.Check.edges[0].to`. */
export function toldAt(problems: readonly Problem[]): string[] {
  return problems.map(({ code, where }) =>
    where.path === undefined ? `${code} ${where.node ?? ''}`.trim() : `${code} ${where.path}`,
  );
}
