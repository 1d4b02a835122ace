// The real operators, each of which answers after some turns of the event loop, told by a seed: another seed is another order
// in which fires finish.
import { operatorSet } from '../../main/operators/operatorSet.ts';
import type { OperatorSet } from '../../main/runner/ports.ts';

export function tardyOperators(seed: number): OperatorSet {
  const real = operatorSet({ graphFolder: import.meta.dirname });
  return {
    get(name) {
      const operator = real.get(name);
      return (
        operator && {
          outward: false,
          async run(call) {
            const turns = (Math.imul(call.fire + 1, seed * 2 + 1) >>> 5) % 5;
            for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
            return operator.run(call);
          },
        }
      );
    },
    close: () => real.close(),
  };
}
