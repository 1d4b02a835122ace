// An iterOut has two sides: carries and stop go in, the final side comes out.
import { didYouMean, listed } from '../wording.ts';
import type { Finding, Rule } from './rule.ts';

export const iteroutHandle: Rule = {
  code: 'iterout-handle',
  source: 'seed 001 §9',
  sentence:
    'Edges into an iterOut aim at a carry port or `stop`; edges out of it leave from `final_<name>` or `final_stop`.',
  example: '`{"source": "iterOut_1", "sourceHandle": "obs", …}` where the handle is `final_obs`',
  find: ({ graph, node, wires }) =>
    graph.nodes.flatMap((iterOut) => {
      // Without a port every handle would be unknown; that there is none is the fault.
      if (iterOut.role !== 'iterOut' || iterOut.outputs.length <= 1) return [];
      const inputs = [...iterOut.outputs.slice(0, -1).map((name) => name.slice('final_'.length)), 'stop'];
      const incoming = wires.into(iterOut.id).flatMap((edge): Finding[] => {
        if (edge.targetHandle === '' || inputs.includes(edge.targetHandle)) return [];
        return [
          {
            message: `Edge ${edge.id} aims at "${edge.targetHandle}" of iterOut ${iterOut.id}, which it does not carry.${didYouMean(edge.targetHandle, inputs)}`,
            where: { node: iterOut.id, port: edge.targetHandle, edge: edge.id },
            hint: `Use one of ${listed(inputs)}, or declare the port in its config.ports.`,
          },
        ];
      });
      const outgoing = wires.outOf(iterOut.id).flatMap((edge): Finding[] => {
        if (edge.sourceHandle === '' || iterOut.outputs.includes(edge.sourceHandle)) return [];
        const reader = node(edge.target)?.id ?? edge.target;
        return [
          {
            message: `Edge ${edge.id} leaves iterOut ${iterOut.id} from "${edge.sourceHandle}"; only its final side comes out, once, when the loop ends.${didYouMean(edge.sourceHandle, iterOut.outputs)}`,
            where: { node: iterOut.id, port: edge.sourceHandle, edge: edge.id },
            hint: `Use one of ${listed(iterOut.outputs)}, or wire ${reader} to a node of the body to read every iteration.`,
          },
        ];
      });
      return [...incoming, ...outgoing];
    }),
};
