// The ports of a composite are the graphIns and graphOuts of its subgraph.
import { didYouMean, listed } from '../wording.ts';
import type { Rule } from './rule.ts';

export const compositePort: Rule = {
  code: 'composite-port',
  source: 'semantics §1',
  sentence: 'A wire to a composite names the portName of a graphIn in its subgraph, a wire from it that of a graphOut.',
  example: '`{"target": "box", "targetHandle": "y", …}` where the only graphIn inside `box` has the portName `x`',
  find: ({ flat }) =>
    flat.strays.map(({ composite, edge, path, side, port, ports }) => {
      const boundary = side === 'input' ? 'graphIn' : 'graphOut';
      return {
        message: `Edge ${edge} names the ${side} "${port}" of the composite ${composite}, whose ${side}s are ${listed(ports)}.${didYouMean(port, ports)}`,
        where: { node: composite, port, edge, path },
        hint: `Name one of them, or add a ${boundary} with the portName "${port}" to its subgraph.`,
      };
    }),
};
