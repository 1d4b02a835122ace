// A grant gives one node access to one container; both must be there.
import { didYouMean } from '../wording.ts';
import type { Finding, Rule } from './rule.ts';

export const accessGrant: Rule = {
  code: 'access-grant',
  source: 'semantics §1, State containers',
  sentence: 'Every access grant names a node and a container of the graph, and no two grants are the same.',
  example: '`{"node_id": "scribe", "container_id": "note"}` where the container is called `notes`',
  find: ({ flat, node }) => {
    const containers = [...new Set(flat.containers.map((container) => container.id))];
    const known = new Set(containers);
    const seen = new Set<string>();
    return flat.grants.flatMap((grant): Finding[] => {
      const findings: Finding[] = [];
      const found = node(grant.node);
      if (found === undefined) {
        const ids = flat.nodes.map((one) => one.id);
        findings.push({
          message: `${grant.path} gives access to "${grant.node}", which is no node of this graph.${didYouMean(grant.node, ids)}`,
          where: { node: grant.node, path: `${grant.path}.node_id` },
          hint: 'Name a node of the graph; inside a composite they are called <composite>__<id>.',
        });
      } else if (found.role !== 'operator') {
        findings.push({
          message: `${grant.path} gives access to ${found.id}, but ${found.role.startsWith('i') ? 'an' : 'a'} ${found.role} reads and writes no container.`,
          where: { node: found.id, path: `${grant.path}.node_id` },
          hint: 'Give access to the node that reads or writes.',
        });
      }
      if (!known.has(grant.container)) {
        findings.push({
          message: `${grant.path} gives access to the container "${grant.container}", which there is not.${didYouMean(grant.container, containers)}`,
          where: { node: grant.node, path: `${grant.path}.container_id` },
          hint: 'Declare it in containers, or name one that is there.',
        });
      }
      const key = JSON.stringify([grant.node, grant.container]);
      if (seen.has(key)) {
        findings.push({
          message: `${grant.path} gives ${grant.node} access to ${grant.container} a second time.`,
          where: { node: grant.node, path: grant.path },
          hint: 'Remove one of the two.',
        });
      }
      seen.add(key);
      return findings;
    });
  },
};
