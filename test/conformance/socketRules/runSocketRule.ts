// Runs a rule's graph as its other fields say.
import { RunControls } from '../../../main/runner/controls.ts';
import { type RunFileOptions, type RunFileResult, runGraphFile } from '../../support/runGraphFile.ts';
import type { SocketRule } from './rule.ts';

export function runSocketRule(one: SocketRule): Promise<RunFileResult> {
  return runGraphFile(one.graph, optionsOf(one));
}

export function optionsOf({ budget, inputs, script, cancelIn, steps }: SocketRule): RunFileOptions {
  return {
    ...(budget === undefined ? {} : { budget }),
    ...(inputs === undefined ? {} : { inputs }),
    ...(script === undefined ? {} : { standIns: script }),
    ...(steps === undefined ? {} : { steps }),
    ...(cancelIn === undefined ? {} : cancelling(cancelIn)),
  };
}

function cancelling(socket: string): Pick<RunFileOptions, 'controls' | 'onEvents'> {
  const controls = new RunControls();
  return {
    controls,
    onEvents: (events) => {
      if (events.some((event) => event.kind === 'fire.started' && event.node === socket)) controls.cancel();
    },
  };
}
