// What a log tells of a bounded loop, for expectations; and how a rule's loop is run.
import { operatorSet } from '../../main/operators/operatorSet.ts';
import { RunControls } from '../../main/runner/controls.ts';
import type { EngineEvent, EventKind, EventOf } from '../../shared/model/event.ts';
import type { RunFileOptions } from '../support/runGraphFile.ts';
import type { BoundedRule } from './boundedRules.ts';

export function boundedFacts(events: readonly EngineEvent[]) {
  const of = <K extends EventKind>(kind: K): EventOf<K>[] =>
    events.filter((event): event is EventOf<K> => event.kind === kind);
  const written = (slot: string) => of('slot.written').flatMap((event) => (event.slot === slot ? [event.value] : []));
  const started = of('fire.started');
  const finished = of('run.finished').at(-1);
  return {
    status: finished?.status,
    reason: finished?.reason,
    error: finished?.error,
    outputs: finished?.outputs,
    fires: started.map(({ node }) => node),
    failures: of('fire.failed').map(({ node, error }) => [node, error.code]),
    inputs: started.filter(({ node }) => node === 'attempt').map(({ inputs }) => inputs),
    decisions: of('decision.made').map(({ chosen, operands, candidates: [only] }) => ({
      chosen,
      operands,
      why: only?.why,
      value: only?.value,
    })),
    best: written('loop.best'),
    prompts: written('loop.prompt'),
    carries: of('iteration.closed').map(({ carry }) => carry),
    stops: of('iteration.closed').map(({ stop }) => stop),
    left: of('scope.exited').at(-1),
  };
}

/** The operators that answer as the person of the rule does. */
export function operatorsOf(answers: readonly string[] | undefined) {
  const left = [...(answers ?? [])];
  return operatorSet({
    graphFolder: import.meta.dirname,
    ...(answers === undefined ? {} : { ask: async () => left.shift() }),
  });
}

export function optionsOf({ budget, answers, cancelIn }: BoundedRule): RunFileOptions {
  return {
    operators: operatorsOf(answers),
    ...(budget === undefined ? {} : { budget }),
    ...(cancelIn === undefined ? {} : cancelling(cancelIn)),
  };
}

function cancelling(node: string): Pick<RunFileOptions, 'controls' | 'onEvents'> {
  const controls = new RunControls();
  return {
    controls,
    onEvents: (events) => {
      if (events.some((event) => event.kind === 'fire.started' && event.node === node)) controls.cancel();
    },
  };
}
