// The config of a script operator.
import type { Value } from '../../../shared/model/value.ts';
import { pivotUses } from '../pivot/operatorUses.ts';
import type { SocketDraft } from '../socket/draft.ts';
import { socketUses } from '../socket/operatorUses.ts';
import {
  type ConfigFault,
  configFindings,
  inputFaults,
  type OperatorUse,
  outputFaults,
  timeoutFault,
} from './operatorConfig.ts';
import type { Rule } from './rule.ts';

export const scriptConfig: Rule = {
  code: 'script-config',
  source: 'semantics §4',
  sentence:
    'A script node has a module, inputs and outputs; export is a name and timeoutMs a number above 0, where they are there.',
  example: '`{"type": "script", "config": {"inputs": [], "outputs": ["obs"]}}`',
  find: (draft) => configFindings(pivotUses(draft), 'script', faultsOf),
};

export const socketScriptConfig: Rule<SocketDraft> = {
  code: 'script-config',
  source: 'semantics §4',
  sentence: 'A script materia has a module; export is a name and timeoutMs a number above 0, where they are there.',
  example: '`{"operator": "script", "export": "plan"}`',
  find: (draft) => configFindings(socketUses(draft), 'script', faultsOf),
};

export const boundedScriptConfig: Rule<readonly OperatorUse[]> = {
  code: 'script-config',
  source: 'semantics §4',
  sentence: 'A script has a module; export is a name and timeoutMs a number above 0, where they are there.',
  example: '`"judge": {"operator": "script", "export": "judge"}`',
  find: (uses) => configFindings(uses, 'script', faultsOf),
};

function faultsOf(use: OperatorUse): ConfigFault[] {
  const { config } = use;
  const faults = [...inputFaults(use), ...outputFaults(use)];
  if (!isText(config.module)) {
    const says = config.module === undefined ? 'is missing' : 'must be a path';
    faults.push({ key: 'module', says, hint: 'Name the module relative to the graph file, such as "./world.js".' });
  }
  if (config.export !== undefined && !isText(config.export)) {
    faults.push({ key: 'export', says: 'must be a name', hint: 'Without it the default export is called.' });
  }
  return [...faults, ...timeoutFault(config.timeoutMs)];
}

function isText(value: Value | undefined): boolean {
  return typeof value === 'string' && value !== '';
}
