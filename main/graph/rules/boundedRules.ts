// Every rule that the operators of a bounded loop are held against, in the order in which their problems are told; what its request
// asks for is the request's own to judge. A new rule is one file and one line here; docs/semantics.md is made from this list.
import { boundedAskConfig } from './askConfig.ts';
import { boundedCommandConfig } from './commandConfig.ts';
import { boundedExpressionConfig } from './expressionConfig.ts';
import { boundedExpressionSyntax } from './expressionSyntax.ts';
import { boundedHttpConfig } from './httpConfig.ts';
import { boundedModelConfig } from './modelConfig.ts';
import type { OperatorUse } from './operatorConfig.ts';
import type { Rule } from './rule.ts';
import { boundedScriptConfig } from './scriptConfig.ts';
import { boundedScriptedConfig } from './scriptedConfig.ts';

export const boundedRules: readonly Rule<readonly OperatorUse[]>[] = [
  boundedScriptedConfig,
  boundedExpressionConfig,
  boundedScriptConfig,
  boundedCommandConfig,
  boundedHttpConfig,
  boundedModelConfig,
  boundedAskConfig,
  boundedExpressionSyntax,
];
