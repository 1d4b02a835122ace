// What follows by itself, one event at a time, from the machine alone (seed 002, Canonical workflow): a run that was cut off or changed
// in the middle goes on from wherever it stands.
import {
  ATTEMPT,
  type CheckedBoundedGraph,
  CONFIRM,
  JUDGE,
  LOOP_SCOPE,
} from '../../../shared/model/checkedBoundedGraph.ts';
import { childPath } from '../../../shared/model/path.ts';
import type { Reason } from '../../../shared/model/status.ts';
import { adopt, type Value, type Values } from '../../../shared/model/value.ts';
import type { Draft } from '../draft.ts';
import { endOf, evidenceOf } from './evidence.ts';
import type { Attempt, BoundedMachine, LedgerLine } from './machine.ts';
import { predicateDecision } from './predicate.ts';
import { nextPrompt, readsPrompts, refinementOf } from './refinement.ts';
import { bestOf, bestValue } from './result.ts';

export type Next =
  | { readonly kind: 'emit'; readonly draft: Draft }
  /** The node of that id may be started. */
  | { readonly kind: 'start'; readonly node: string }
  | { readonly kind: 'end'; readonly reason: Reason }
  /** A fire runs, or the run is over. */
  | { readonly kind: 'wait' };

export function nextOf(graph: CheckedBoundedGraph, machine: BoundedMachine): Next {
  if (machine.phase !== 'running' || machine.running.length > 0 || machine.failure || machine.refused)
    return { kind: 'wait' };
  const { loop } = machine;
  switch (loop.phase) {
    case 'new':
      if (!machine.slots['loop.prompt'])
        return slotWrite(machine, 'loop.prompt', 'seed', graph.request.prompt, undefined);
      return { kind: 'emit', draft: { kind: 'scope.entered', at: '', scope: LOOP_SCOPE } };
    case 'between':
      return betweenAttempts(graph, machine);
    case 'open':
      return inAttempt(graph, machine);
    case 'exited':
      return { kind: 'end', reason: loop.reason ?? 'end' };
    case 'failed':
      return { kind: 'wait' };
  }
}

/** The most attempts that this run makes: never more than the request's, which is never more than ten. */
export function capOf(graph: CheckedBoundedGraph, machine: BoundedMachine): number {
  return machine.budget === null ? graph.request.maxIters : Math.min(machine.budget, graph.request.maxIters);
}

function betweenAttempts(graph: CheckedBoundedGraph, machine: BoundedMachine): Next {
  const { loop, ledger } = machine;
  const isDone = ledger.at(-1)?.satisfied === true;
  if (isDone || ledger.length >= capOf(graph, machine)) {
    const reason = isDone ? 'stop' : 'budget';
    return {
      kind: 'emit',
      draft: { kind: 'scope.exited', at: '', scope: LOOP_SCOPE, reason, iterations: loop.closed },
    };
  }
  // Every attempt after the first of a destructive step waits for a person's yes (semantics §3, Guardrails).
  if (graph.destructive !== undefined && ledger.length > 0 && !machine.confirmed)
    return { kind: 'start', node: CONFIRM };
  const iteration = loop.iteration + 1;
  const at = childPath('', { scope: LOOP_SCOPE, iteration });
  return {
    kind: 'emit',
    draft: { kind: 'iteration.opened', at, scope: LOOP_SCOPE, iteration, label: `attempt ${iteration + 1}` },
  };
}

function inAttempt(graph: CheckedBoundedGraph, machine: BoundedMachine): Next {
  const { attempt, verdict, loop, ledger, decided } = machine;
  if (!attempt) return { kind: 'start', node: ATTEMPT };
  const isJudged = graph.request.predicate.kind === 'judge';
  if (!decided) {
    // An attempt that failed has nothing to be judged.
    if (isJudged && !verdict && !attempt.error) return { kind: 'start', node: JUDGE };
    return {
      kind: 'emit',
      draft: { kind: 'decision.made', at: loop.path, ...predicateDecision(graph.request, attempt, verdict) },
    };
  }
  const line = ledger.at(-1) as LedgerLine;
  const best = bestOf(graph.request, ledger);
  if (best === ledger.length - 1 && (machine.slots['loop.best']?.seq ?? -1) < attempt.seq)
    return slotWrite(machine, 'loop.best', 'loop', bestValue(ledger, best), attempt.seq);
  const goesOn = !line.satisfied && ledger.length < capOf(graph, machine);
  if (goesOn && readsPrompts(graph) && (machine.slots['loop.prompt']?.seq ?? -1) < attempt.seq)
    return slotWrite(machine, 'loop.prompt', 'loop', nextPrompt(graph.request, ledger), attempt.seq);
  const carry = carryOf(graph, machine, line, goesOn);
  return {
    kind: 'emit',
    draft: {
      kind: 'iteration.closed',
      at: loop.path,
      scope: LOOP_SCOPE,
      iteration: loop.iteration,
      carry,
      stop: line.satisfied,
    },
  };
}

/** The ledger's line of an attempt (semantics §3, Ledger). */
function carryOf(graph: CheckedBoundedGraph, { ledger }: BoundedMachine, line: LedgerLine, goesOn: boolean): Values {
  const { summary, keyOutput, changed } = evidenceOf(line, ledger.at(-2));
  const refinement = goesOn ? refinementOf(graph.request, ledger) : undefined;
  return {
    summary,
    key_output: keyOutput,
    ...(line.exit === null ? {} : { exit: line.exit }),
    ...(line.signal === null ? {} : { signal: line.signal }),
    verdict: adopt({ satisfied: line.satisfied, reason: line.why }),
    ...(ledger.length > 1 ? { changed: adopt([...changed]) } : {}),
    ...(refinement === undefined ? {} : { refinement }),
  };
}

function slotWrite(
  machine: BoundedMachine,
  slot: string,
  writer: 'seed' | 'loop',
  value: Value,
  from: number | undefined,
): Next {
  const draft = { kind: 'slot.written', at: machine.loop.path, slot, scope: LOOP_SCOPE, writer, value } as const;
  return { kind: 'emit', draft: from === undefined ? draft : { ...draft, from } };
}

/** What the next fire of a node is given, and the events that it comes from. */
export function inputsOf(
  graph: CheckedBoundedGraph,
  machine: BoundedMachine,
  node: string,
): { readonly inputs: Values; readonly from: Readonly<Record<string, number>> } {
  const { request } = graph;
  const { ledger, attempt, slots } = machine;
  const prompt = slots['loop.prompt'];
  const told = prompt ? { prompt: prompt.seq } : {};
  switch (node) {
    case JUDGE: {
      const { output = null, exit = null, seq = -1 } = attempt ?? ({} as Partial<Attempt>);
      const criterion = request.predicate.kind === 'judge' ? request.predicate.criterion : request.predicateText;
      return {
        inputs: {
          criterion,
          prompt: request.prompt,
          output,
          ...(exit === null ? {} : { exit }),
          attempt: ledger.length + 1,
        },
        from: seq < 0 ? {} : { output: seq },
      };
    }
    case CONFIRM: {
      const last = ledger.at(-1);
      const question = `Attempt ${ledger.length} ${last ? `did not satisfy ${request.predicateText} (${endOf(last) || 'no'})` : 'was made'}. ${graph.destructive ?? 'It is destructive.'} Run it again?`;
      return { inputs: { question, prompt: request.prompt }, from: {} };
    }
    default: {
      const evidence = refinementOf(request, ledger);
      const last = ledger.at(-1);
      return {
        inputs: {
          prompt: prompt?.value ?? request.prompt,
          attempt: ledger.length + 1,
          max_iters: capOf(graph, machine),
          ...(evidence === undefined ? {} : { evidence }),
          ...(last && last.exit !== null ? { last_exit: last.exit } : {}),
        },
        from: { ...told, ...(last ? { evidence: last.seq } : {}) },
      };
    }
  }
}
