// What a case expects of a bounded loop's result, in the seed's output format. Read off the log alone, so that the same expectations
// judge a live run and a reopened tape.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import { snapshot, valuesEqual } from '../../shared/model/value.ts';
import type { Observed } from './expectations.ts';
import type { Expected } from './givenCase.ts';

const ORIGINS = { structured: 'args', text: 'text', default: 'default' } as const;

/** One sentence for each thing that is not as expected; empty where all is. */
export function boundedDifferences(expected: Expected, graph: CheckedGraph, { events, hazards }: Observed): string[] {
  const found: string[] = [];
  const differ = (what: string, wanted: unknown, got: unknown): void => {
    if (valuesEqual(snapshot(wanted), snapshot(got ?? null))) return;
    found.push(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
  };
  if (graph.dialect !== 'bounded') return [`it is a ${graph.dialect} graph`];
  if (expected.limitsOrigin)
    differ('origin of the limit', ORIGINS[expected.limitsOrigin], graph.request.maxItersFrom.from);
  const end = events.at(-1);
  if (end?.kind !== 'run.finished') return [...found, 'the run does not end'];
  const { outputs } = end;
  const { status, iterations_run, max_iters, predicate, matched } = expected;
  for (const [name, wanted] of Object.entries({ status, iterations_run, max_iters, predicate, matched }))
    if (wanted !== undefined) differ(name, wanted, outputs[name]);
  const evidence = Array.isArray(outputs.evidence) ? outputs.evidence.length : undefined;
  differ('pieces of evidence', expected.evidenceCount ?? outputs.iterations_run, evidence);
  differ('type of final_result', 'string', typeof outputs.final_result);
  // What to do next is said where the loop did not come to what was asked, and nowhere else.
  const says = typeof outputs.next_action === 'string' && outputs.next_action.trim() !== '';
  differ('next_action', status === 'max_iters_reached', says);
  if (status !== 'max_iters_reached' && Object.hasOwn(outputs, 'next_action')) found.push('next_action is there');
  if (hazards) {
    for (const code of expected.hazards?.must ?? []) if (!hazards.includes(code)) found.push(`no hazard ${code}`);
    if (!expected.hazards && hazards.includes('prompt-match')) found.push('there is a hazard prompt-match');
  }
  return found;
}
