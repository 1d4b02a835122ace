// A stand-in replaces the operator of a node or socket that is there.
import { isRecord, type Value } from '../../../shared/model/value.ts';
import type { SocketDraft } from '../socket/draft.ts';
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
        const hint = 'Name nodes of the graph; inside a composite they are called <composite>__<id>.';
        return [strange(id, 'node', known, hint)];
      }
      if (found.role !== 'operator') {
        const message = `The script answers for ${id}, but ${found.role.startsWith('i') ? 'an' : 'a'} ${found.role} has no operator.`;
        return [{ message, where: { node: id }, hint: 'Remove the entry.' }];
      }
      return shapeFindings(id, config);
    }),
};

export const socketStandIn: Rule<SocketDraft> = {
  code: 'stand-in',
  source: 'semantics §4',
  sentence: 'Every entry of --script names a socket and holds a scripted config.',
  example: '`--script` with `{"Socket-44": {"seq": […]}}` where there are `Socket-1` to `Socket-7`',
  find: ({ graph, standIns, socket, taken }) =>
    Object.entries(standIns).flatMap(([id, config]): Finding[] => {
      // Which sockets there are is known once it is known which graph is meant.
      if (taken.fault !== undefined || socket(id) !== undefined) return shapeFindings(id, config);
      const known = graph.sockets.map((one) => one.id);
      const named = graph.sockets.filter((one) => one.materia === id).map((one) => one.id);
      const hint =
        named.length === 0
          ? 'Name sockets of the graph.'
          : `That is a materia; name its socket, ${named.join(' or ')}.`;
      return [strange(id, 'socket', known, hint)];
    }),
};

function strange(id: string, what: string, known: readonly string[], hint: string): Finding {
  const message = `The script answers for "${id}", which is no ${what} of this graph.${didYouMean(id, known)}`;
  return { message, where: { node: id }, hint };
}

function shapeFindings(id: string, config: Value | undefined): Finding[] {
  if (isRecord(config)) return [];
  const message = `The script's entry for ${id} must be an object with seq, map, expr or throw.`;
  return [{ message, where: { node: id }, hint: 'Write a scripted config, such as {"seq": [{"x": 1}]}.' }];
}
