// A stand-in replaces the operator of a node that is there.
import { isRecord } from '../../../shared/model/value.ts';
import { didYouMean } from '../wording.ts';
import type { Finding, Rule } from './rule.ts';

export const standIn: Rule = {
  code: 'stand-in',
  source: 'semantics §4',
  sentence: 'Every entry of --script names a node with an operator and holds a scripted config.',
  example: '`--script` with `{"polcy": {"seq": […]}}` where the node is called `policy`',
  find: ({ graph, standIns, node }) =>
    Object.entries(standIns).flatMap(([id, config]): Finding[] => {
      const found = node(id);
      const known = graph.nodes.filter((one) => one.role === 'operator').map((one) => one.id);
      if (found === undefined) {
        const message = `The script answers for "${id}", which is no node of this graph.${didYouMean(id, known)}`;
        return [
          {
            message,
            where: { node: id },
            hint: 'Name nodes of the graph; inside a composite they are called <composite>__<id>.',
          },
        ];
      }
      if (found.role !== 'operator') {
        const message = `The script answers for ${id}, but ${found.role.startsWith('i') ? 'an' : 'a'} ${found.role} has no operator.`;
        return [{ message, where: { node: id }, hint: 'Remove the entry.' }];
      }
      if (isRecord(config)) return [];
      const message = `The script's entry for ${id} must be an object with seq, map, expr or throw.`;
      return [{ message, where: { node: id }, hint: 'Write a scripted config, such as {"seq": [{"x": 1}]}.' }];
    }),
};
