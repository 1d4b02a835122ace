// The operators that this version can run, as one set per run.
import type { Operator, OperatorSet } from '../runner/ports.ts';
import { type Ask, askOperator } from './ask.ts';
import { type CommandOptions, commandOperator } from './command.ts';
import { containerReadOperator } from './containerRead.ts';
import { containerWriteOperator } from './containerWrite.ts';
import { createEvaluator } from './evaluator.ts';
import { expressionOperator } from './expression.ts';
import { httpOperator } from './http.ts';
import { modelOperator } from './model.ts';
import { type ScriptOptions, scriptOperator } from './script.ts';
import { scriptedOperator } from './scripted.ts';

/** A graph with a node of another type loads and is drawn, but is refused before it runs. */
export const OPERATOR_NAMES: ReadonlySet<string> = new Set([
  'scripted',
  'expression',
  'script',
  'command',
  'http',
  'model',
  'ask',
  'containerRead',
  'containerWrite',
]);

export interface OperatorSetOptions extends ScriptOptions, CommandOptions {
  /** How a person is asked; without it no one is there. */
  readonly ask?: Ask;
}

/** Nothing starts before the first fire that needs it. `close` must be called when the run is over. */
export function operatorSet(options: OperatorSetOptions): OperatorSet {
  const evaluator = createEvaluator();
  const script = scriptOperator(options);
  const command = commandOperator(options);
  const http = httpOperator();
  const model = modelOperator();
  const operators: Readonly<Record<string, Operator>> = {
    scripted: scriptedOperator(evaluator),
    expression: expressionOperator(evaluator),
    script,
    command,
    http,
    model,
    ask: askOperator(options.ask),
    containerRead: containerReadOperator(),
    containerWrite: containerWriteOperator(),
  };
  return {
    get: (name) => (OPERATOR_NAMES.has(name) ? operators[name] : undefined),
    close: async () => {
      await Promise.all([script, command, http, model].map((operator) => operator.close()));
    },
  };
}
