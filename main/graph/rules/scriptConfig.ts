// The config of a script node.
import type { Value, ValueRecord } from '../../../shared/model/value.ts';
import { type ConfigFault, configFindings, inputFaults, namesFault } from './operatorConfig.ts';
import type { Rule } from './rule.ts';

export const scriptConfig: Rule = {
  code: 'script-config',
  source: 'semantics §4',
  sentence:
    'A script node has a module, inputs and outputs; export is a name and timeoutMs a number above 0, where they are there.',
  example: '`{"type": "script", "config": {"inputs": [], "outputs": ["obs"]}}`',
  find: (draft) => configFindings(draft, 'script', faultsOf),
};

function faultsOf(config: ValueRecord): ConfigFault[] {
  const faults = [...inputFaults(config), ...namesFault(config.outputs, 'outputs')];
  if (!isText(config.module)) {
    const says = config.module === undefined ? 'is missing' : 'must be a path';
    faults.push({ key: 'module', says, hint: 'Name the module relative to the graph file, such as "./world.js".' });
  }
  if (config.export !== undefined && !isText(config.export)) {
    faults.push({ key: 'export', says: 'must be a name', hint: 'Without it the default export is called.' });
  }
  const { timeoutMs } = config;
  if (timeoutMs !== undefined && (typeof timeoutMs !== 'number' || !(timeoutMs > 0))) {
    faults.push({ key: 'timeoutMs', says: 'must be a number of milliseconds above 0', hint: 'Mend or remove it.' });
  }
  return faults;
}

function isText(value: Value | undefined): boolean {
  return typeof value === 'string' && value !== '';
}
