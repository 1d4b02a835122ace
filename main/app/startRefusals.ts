// Why a graph is not run, before anything is asked or made: a sentence each.
import type { ParsedRequestOf } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import { LOOP_VARIABLE } from '../../shared/model/loopVariable.ts';
import { missingOperators } from '../graph/missingOperators.ts';
import { runInputs } from '../graph/runInputs.ts';
import { OPERATOR_NAMES } from '../operators/operatorSet.ts';

/** A bounded loop is never started inside of one, child processes included (seed 002, Guardrails). */
export function nestedFailure({ dialect, name }: CheckedGraph): Failure | undefined {
  if (dialect !== 'bounded' || !process.env[LOOP_VARIABLE]) return undefined;
  const sentence = `${name} is a bounded loop, and this program was started by a fire of another run (${LOOP_VARIABLE} is set): a loop inside a loop would not be bounded. Run it by itself.`;
  return failure('loop-in-loop', sentence);
}

export function missingFailure(graph: CheckedGraph): Failure | undefined {
  const missing = missingOperators(graph, OPERATOR_NAMES);
  if (missing.length === 0) return undefined;
  const types = [...new Set(missing.map(({ type }) => type))];
  const sentence = `${graph.name} can't run here: no operator knows ${types.join(', ')}. Give stand-ins with --script, or use nodes of the types ${[...OPERATOR_NAMES].join(', ')}.`;
  return failure('missing-operators', sentence, { types, nodes: missing });
}

/** A socket graph's state may hold what no part of the file names, so it takes every input. */
export function inputFailure(
  graph: CheckedGraph,
  request: Pick<ParsedRequestOf<'run.start'>, 'inputs'>,
): Failure | undefined {
  const known = runInputs(graph).map(({ name }) => name);
  const unknown = Object.keys(request.inputs).filter((name) => !known.includes(name));
  if (unknown.length === 0 || graph.dialect === 'socket') return undefined;
  const takes = known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`;
  return failure('unknown-input', `${graph.name} has no input ${unknown.join(', ')}; ${takes}.`, { unknown, known });
}
