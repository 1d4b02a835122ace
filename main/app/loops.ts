// Bounded loops that are asked for without a file: what they would come to, and the folders that a page may run one in. What must hold: a
// page can't name a folder that its user did not bring in before, by starting the program there or by opening a graph that lies there.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Result, succeeded } from '../../shared/base/result.ts';
import type { AnswerOf } from '../../shared/contract/calls.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import { draftBounded } from '../graph/bounded/draft.ts';
import { parseFile } from './checkFile.ts';

export interface Loops {
  places(): string[];
  /** Whether a graph without a file may stand there for a page. */
  allows(path: string, graph: Readonly<Record<string, unknown>>): boolean;
  draft(graph: Readonly<Record<string, unknown>>): Promise<Result<AnswerOf<'loop.draft'>, Failure>>;
}

/** `graphs`: the paths of graphs that the user has opened. */
export function createLoops(callerFolder: string, graphs: () => readonly string[]): Loops {
  const places = (): string[] => {
    const folders = [callerFolder, ...graphs().map((path) => dirname(path))];
    return [...new Set(folders.filter((folder) => existsSync(folder)).map((folder) => realpathSync(folder)))];
  };
  return {
    places,
    allows: (path, graph) => graph.dialect === 'bounded' && places().includes(dirname(resolve(path))),
    async draft(graph) {
      const file = await parseFile('loop.json', { ...graph, dialect: 'bounded' });
      // Text that is no graph at all has its problems as any other.
      if (!file.ok) return succeeded({ problems: problemsOf(file.failure) });
      if (file.value.parsed.dialect !== 'bounded') return succeeded({ problems: [] });
      const { graph: drafted, problems } = draftBounded(file.value.parsed);
      const isRead = !problems.some(({ code }) => /^[A-Z_]+$/.test(code));
      const { prompt, maxIters, maxItersFrom, predicateText, predicateFrom, notes } = drafted.request;
      return succeeded({
        problems,
        ...(drafted.destructive === undefined ? {} : { destructive: drafted.destructive }),
        ...(isRead
          ? {
              request: {
                prompt,
                maxIters,
                maxItersFrom: { from: maxItersFrom.from, clamped: maxItersFrom.clamped === true },
                predicate: predicateText,
                predicateFrom,
                notes: [...notes],
              },
            }
          : {}),
      });
    },
  };
}

function problemsOf({ detail }: Failure): AnswerOf<'loop.draft'>['problems'] {
  const problems = (detail as { problems?: AnswerOf<'loop.draft'>['problems'] } | undefined)?.problems;
  return problems ?? [];
}
