// What there is to say of a graph file without running it: as it is drawn, and as `looptape check` reports it.
import { type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { GraphView } from '../../shared/contract/graph.ts';
import type { CheckReport } from '../../shared/contract/report.ts';
import { draftGraph } from '../graph/check.ts';
import { missingOperators } from '../graph/missingOperators.ts';
import type { ParsedGraph } from '../graph/parse.ts';
import { compiledForm } from '../graph/socket/compiledForm.ts';
import { loadoutsOf } from '../graph/socket/loadout.ts';
import { OPERATOR_NAMES } from '../operators/operatorSet.ts';
import { graphView } from '../queries/graphView.ts';
import { type CheckFileOptions, checkOptions, parseFile } from './checkFile.ts';

/** A graph that breaks rules answers too, with its problems. Failures: those of `parseFile`. */
export async function graphOfFile(path: string, loadout?: string): Promise<Result<GraphView, Failure>> {
  const file = await parseFile(path);
  if (!file.ok) return file;
  const { graph, problems, notes } = draftGraph(file.value.parsed, checkOptions({ loadout }));
  const missing = missingOperators(graph, OPERATOR_NAMES).map(({ type }) => type);
  const view = graphView(graph, { path, problems, notes, missingOperators: [...new Set(missing)] });
  return succeeded({ ...view, ...offered(file.value.parsed) });
}

/** Every problem and hazard, and the scope forest as far as it is understood. Failures: those of `parseFile`. */
export async function checkReportOf(
  path: string,
  options: Pick<CheckFileOptions, 'compat' | 'loadout'> = {},
): Promise<Result<CheckReport, Failure>> {
  const file = await parseFile(path);
  if (!file.ok) return file;
  const { graph, problems, notes } = draftGraph(file.value.parsed, checkOptions(options));
  const { forest } = graph;
  return succeeded({
    errors: problems,
    notes,
    hazards: graph.hazards.map(({ code, severity, message, where }) => ({ code, severity, message, where })),
    scopes: structuredClone(forest.scopes) as CheckReport['scopes'],
    root_scope_ids: [...forest.root_scope_ids],
    node_to_scope: { ...forest.node_to_scope },
    graph_scope_node_ids: [...forest.graph_scope_node_ids],
    ...(graph.dialect === 'socket' && graph.loadout !== undefined ? { loadout: graph.loadout } : {}),
    ...offered(file.value.parsed),
    ...(graph.dialect === 'socket'
      ? { compiled: structuredClone(compiledForm(graph)) as CheckReport['compiled'] }
      : {}),
  });
}

/** The loadouts of a config file. */
function offered(parsed: ParsedGraph): { loadouts?: string[] } {
  const loadouts = parsed.dialect === 'socket' ? loadoutsOf(parsed) : undefined;
  return loadouts === undefined ? {} : { loadouts };
}
