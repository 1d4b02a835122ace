// The operator `expression`: each output is a JSONata expression over the inputs (semantics §4). It reaches nothing outside
// of its inputs and the states that its node was granted, so a graph of nothing but expressions needs no consent.
import type { Operator } from '../runner/ports.ts';
import type { Evaluator } from './evaluator.ts';
import { refusal } from './refusal.ts';
import { called, capital } from './wording.ts';

/**
 * Config: `inputs`, `outputs {port: JSONata}`, `writes? {"container.state": JSONata}`, `timeoutMs?`. The writes are worked out
 * first, in their order, so that `$read(container, state)` gives what the fire wrote itself. An expression that gives nothing
 * emits nothing on its port and writes nothing. In a socket the outputs are the keys of the object that it gives.
 * Errors: `expression-invalid`, `expression-failed`, `timeout`, `cancelled`, `bad-config`, `no-grant`, `bad-write`.
 */
export function expressionOperator(evaluator: Evaluator): Operator {
  return {
    outward: false,
    run(call) {
      const { writes, outputs } = call.config;
      if (outputs === undefined) {
        return refusal('bad-config', `${capital(called(call))} is an expression without outputs {name: JSONata}.`);
      }
      return evaluator.answer(call, outputs, writes ?? undefined);
    },
  };
}
