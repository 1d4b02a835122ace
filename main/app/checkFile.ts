// Stages 1 to 3 for one file: open, parse, check.
import { basename, dirname } from 'node:path';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { Problem } from '../../shared/model/problem.ts';
import { fromPublic, type PublicValue } from '../../shared/model/publicValue.ts';
import type { ValueRecord } from '../../shared/model/value.ts';
import { type CheckOptions, checkGraph } from '../graph/check.ts';
import { type ParsedGraph, parseGraph } from '../graph/parse.ts';
import { openFile } from './openFile.ts';

export interface CheckFileOptions {
  /** The graph itself, public form, where it stands in no file; the path then says where it would stand. */
  readonly graph?: Readonly<Record<string, unknown>> | undefined;
  readonly compat?: string | undefined;
  /** Which loadout of a config file; without it the active one, else the only one. */
  readonly loadout?: string | undefined;
  /** Node → scripted config, public form. */
  readonly standIns?: Readonly<Record<string, unknown>> | undefined;
}

export interface ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly parsed: ParsedGraph;
}

export interface CheckedFile extends ParsedFile {
  readonly graph: CheckedGraph;
  /** Where the graph's modules are looked for. */
  readonly folder: string;
}

/** Failures: those of `openFile`; `graph-invalid` with `{problems}` as its detail where the text is no graph. */
export async function parseFile(path: string, graph?: CheckFileOptions['graph']): Promise<Result<ParsedFile, Failure>> {
  const text = graph === undefined ? await openFile(path) : succeeded(JSON.stringify(graph));
  if (!text.ok) return text;
  const parsed = parseGraph(text.value, path);
  if (!parsed.ok) return failed(invalid(graph === undefined ? path : undefined, parsed.failure.problems));
  return succeeded({ path, text: text.value, parsed: parsed.value });
}

/** Failures: those of `parseFile`, and `graph-invalid` with all problems where it breaks rules. */
export async function checkFile(path: string, options: CheckFileOptions = {}): Promise<Result<CheckedFile, Failure>> {
  const file = await parseFile(path, options.graph);
  if (!file.ok) return file;
  const checked = checkGraph(file.value.parsed, checkOptions(options));
  if (!checked.ok) return failed(invalid(options.graph === undefined ? path : undefined, checked.failure.problems));
  return succeeded({ ...file.value, graph: checked.value, folder: dirname(path) });
}

export function checkOptions({ compat, loadout, standIns }: CheckFileOptions): CheckOptions {
  return {
    ...(compat === undefined ? {} : { compat }),
    ...(loadout === undefined ? {} : { loadout }),
    ...(standIns === undefined ? {} : { standIns: fromPublic(standIns as PublicValue) as ValueRecord }),
  };
}

/** `path`: that of the file that is at fault; undefined where there is none. */
function invalid(path: string | undefined, problems: readonly Problem[]): Failure {
  const [first] = problems;
  const more = problems.length > 1 ? ` And ${problems.length - 1} more: looptape check shows all.` : '';
  const said = first?.message ?? 'is no valid graph.';
  if (path === undefined) return failure('graph-invalid', `${said}${more}`, { problems });
  const name = basename(path);
  // What is wrong with the text names the file already, by its short name.
  const sentence = said.startsWith(name) ? `${path}${said.slice(name.length)}` : `${path}: ${said}`;
  return failure('graph-invalid', `${sentence}${more}`, { problems });
}
