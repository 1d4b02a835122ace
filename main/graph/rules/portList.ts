// The shape of the two port lists that authors write: initPorts of an iterIn, ports of an iterOut.
import { PortList } from '../../../shared/model/graph.ts';
import { typeName, type Value } from '../../../shared/model/value.ts';
import { filePath } from '../filePath.ts';
import type { Finding, Rule } from './rule.ts';

export const portList: Rule = {
  code: 'port-list',
  source: 'seed 001 §4',
  sentence:
    "initPorts and an iterOut's ports are lists of {name, wire_type, persist?, required?}, each name once; stop is no carry.",
  example: '`"ports": [{"name": "obs", "persist": "yes"}]`',
  find: ({ graph, pathOf }) =>
    graph.nodes.flatMap((node) => {
      const key = node.role === 'iterIn' ? 'initPorts' : 'ports';
      if (node.role !== 'iterIn' && node.role !== 'iterOut') return [];
      const value = node.config[key];
      return value === undefined ? [] : findIn(value, node.id, key, `${pathOf(node.id)}.config.${key}`);
    }),
};

function findIn(value: Value, node: string, key: string, path: string): Finding[] {
  if (!Array.isArray(value)) {
    const message = `${key} of ${node} must be a list of ports, but is of type ${typeName(value)}.`;
    return [{ message, where: { node, path }, hint: 'Write a list of objects with a name each.' }];
  }
  const taken = new Set<string>();
  return value.flatMap((item: Value, index): Finding[] => {
    const place = `${path}[${index}]`;
    const read = PortList.element.safeParse(item);
    if (!read.success) {
      const issue = read.error.issues[0];
      const field = filePath(issue?.path ?? []);
      const wanted = issue?.code === 'invalid_type' ? issue.expected : 'something else';
      const message =
        field === ''
          ? `Port ${index} of ${key} of ${node} must be an object with a name.`
          : `Port ${index} of ${key} of ${node} has a ${field} that is not of type ${wanted}.`;
      return [{ message, where: { node, path: field === '' ? place : `${place}.${field}` }, hint: 'Mend that entry.' }];
    }
    const { name } = read.data;
    const where = { node, port: name, path: `${place}.name` };
    if (name === '')
      return [{ message: `Port ${index} of ${key} of ${node} has an empty name.`, where, hint: 'Name it.' }];
    if (taken.has(name)) {
      const message = `${key} of ${node} declares the port "${name}" twice.`;
      return [{ message, where, hint: 'Remove one, or give it another name.' }];
    }
    taken.add(name);
    if (key === 'ports' && name === 'stop') {
      const message = `${node} declares a carry port "stop", but stop is the halt signal and takes no part in the carry.`;
      return [
        { message, where, hint: 'Remove it; the stop input is always there. To carry the value, use another name.' },
      ];
    }
    return [];
  });
}
