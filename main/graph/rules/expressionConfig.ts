// The config of an expression node.
import type { ValueRecord } from '../../../shared/model/value.ts';
import { type ConfigFault, configFindings, inputFaults, textsFault } from './operatorConfig.ts';
import type { Rule } from './rule.ts';

export const expressionConfig: Rule = {
  code: 'expression-config',
  source: 'semantics §4',
  sentence: 'An expression node has inputs, and outputs as an object of JSONata texts by port.',
  example: '`{"type": "expression", "config": {"inputs": ["x"], "outputs": ["y"]}}`',
  find: (draft) => configFindings(draft, 'expression', faultsOf),
};

function faultsOf(config: ValueRecord): ConfigFault[] {
  return [
    ...inputFaults(config),
    ...textsFault(config.outputs, 'outputs', 'JSONata by output'),
    ...(config.writes === undefined ? [] : textsFault(config.writes, 'writes', 'JSONata by container.state')),
  ];
}
