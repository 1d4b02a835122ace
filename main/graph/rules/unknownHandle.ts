// Wires end at ports that their nodes have, where the ports are known.
import { declaredPorts } from '../pivot/operatorPorts.ts';
import { didYouMean, listed } from '../wording.ts';
import type { Finding, Rule } from './rule.ts';

export const unknownHandle: Rule = {
  code: 'unknown-handle',
  source: 'semantics §4',
  sentence: 'An edge at an operator that declares its ports, or at a graphIn or graphOut, names one of them.',
  example: '`{"target": "policy", "targetHandle": "observation", …}` where `policy` declares the inputs `["obs"]`',
  find: ({ graph, wires }) =>
    graph.nodes.flatMap((node) => {
      const isBoundary = node.role === 'graphIn' || node.role === 'graphOut';
      const declared =
        node.role === 'operator'
          ? declaredPorts(node.type, node.config)
          : isBoundary
            ? { inputs: [{ port: 'value' }], outputs: ['value'] }
            : undefined;
      if (declared === undefined) return [];
      const inputs = declared.inputs.map((input) => input.port);
      const into = wires.into(node.id).map((edge) => ({ edge, port: edge.targetHandle, ports: inputs, side: 'input' }));
      const outOf = wires
        .outOf(node.id)
        .map((edge) => ({ edge, port: edge.sourceHandle, ports: declared.outputs, side: 'output' }));
      return [...into, ...outOf].flatMap(({ edge, port, ports, side }): Finding[] => {
        if (port === '' || ports.includes(port)) return [];
        return [
          {
            message: `Edge ${edge.id} names the ${side} "${port}" of ${node.id}, whose ${side}s are ${listed(ports)}.${didYouMean(port, ports)}`,
            where: { node: node.id, port, edge: edge.id },
            hint: isBoundary ? 'Use the handle value.' : `Name one of them, or declare "${port}" among its ${side}s.`,
          },
        ];
      });
    }),
};
