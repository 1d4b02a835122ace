// The operator `expression`: each output is a JSONata expression over the inputs (semantics §4). It reaches nothing outside
// of its inputs, so a graph of nothing but expressions needs no consent.
import { isRecord } from '../../shared/model/value.ts';
import type { Operator } from '../runner/ports.ts';
import type { Evaluator } from './evaluator.ts';
import { refusal } from './refusal.ts';

/**
 * Config: `inputs`, `outputs {port: JSONata}`, `timeoutMs?`. An expression that gives nothing emits nothing on its port.
 * Errors: `expression-invalid`, `expression-failed`, `timeout`, `cancelled`, `bad-config`, `unsupported`.
 */
export function expressionOperator(evaluator: Evaluator): Operator {
  return {
    outward: false,
    run(call) {
      const { writes, outputs } = call.config;
      if (writes !== undefined && writes !== null && !(isRecord(writes) && Object.keys(writes).length === 0)) {
        return refusal(
          'unsupported',
          `config.writes of node "${call.node}" writes to state containers, which this version does not have yet: carry the value through the loop's pivots instead.`,
        );
      }
      if (outputs === undefined) {
        return refusal('bad-config', `Node "${call.node}" is an expression without config.outputs {port: JSONata}.`);
      }
      return evaluator.answer(call, outputs);
    },
  };
}
