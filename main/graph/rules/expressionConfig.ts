// The config of an expression operator.
import { assertNever } from '../../../shared/base/assert.ts';
import { pivotUses } from '../pivot/operatorUses.ts';
import type { SocketDraft } from '../socket/draft.ts';
import { socketUses } from '../socket/operatorUses.ts';
import { type ConfigFault, configFindings, inputFaults, type OperatorUse, textsFault } from './operatorConfig.ts';
import type { Rule } from './rule.ts';

export const expressionConfig: Rule = {
  code: 'expression-config',
  source: 'semantics §4',
  sentence: 'An expression node has inputs, and outputs as an object of JSONata texts by port.',
  example: '`{"type": "expression", "config": {"inputs": ["x"], "outputs": ["y"]}}`',
  find: (draft) => configFindings(pivotUses(draft), 'expression', faultsOf),
};

export const socketExpressionConfig: Rule<SocketDraft> = {
  code: 'expression-config',
  source: 'semantics §4',
  sentence:
    'An expression materia has outputs, an object of JSONata texts by key of its output, and no writes, because a socket graph has no state containers.',
  example: '`{"operator": "expression", "outputs": ["y"]}`',
  find: (draft) => configFindings(socketUses(draft), 'expression', faultsOf),
};

export const boundedExpressionConfig: Rule<readonly OperatorUse[]> = {
  code: 'expression-config',
  source: 'semantics §4',
  sentence: 'An expression has outputs, an object of JSONata texts by key of its output, and no writes.',
  example: '`"judge": {"operator": "expression", "outputs": ["satisfied"]}`',
  find: (uses) => configFindings(uses, 'expression', faultsOf),
};

function faultsOf(use: OperatorUse): ConfigFault[] {
  const { config } = use;
  return [
    ...inputFaults(use),
    ...textsFault(config.outputs, 'outputs', 'JSONata by output'),
    ...(config.writes === undefined ? [] : writesFault(use)),
  ];
}

function writesFault({ form, config }: OperatorUse): ConfigFault[] {
  switch (form) {
    case 'ports':
      return textsFault(config.writes, 'writes', 'JSONata by container.state');
    case 'whole':
    case 'attempt':
      return [
        {
          key: 'writes',
          says: 'names state containers, which only a pivot graph has',
          hint: 'In a socket graph, let the socket assign what is to be kept.',
        },
      ];
    default:
      return assertNever(form);
  }
}
