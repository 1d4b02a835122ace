// A wire has two ends that exist.
import { didYouMean } from '../wording.ts';
import type { Finding, Rule } from './rule.ts';

export const edgeEndpoint: Rule = {
  code: 'edge-endpoint',
  source: 'semantics §1',
  sentence: 'Both ends of an edge are nodes of the graph, and both handles are named.',
  example: '`{"source": "polcy", "sourceHandle": "action", …}` where the node is called `policy`',
  find: ({ flat }) => {
    const ids = [...new Set(flat.nodes.map((node) => node.id))];
    const known = new Set(ids);
    return flat.edges.flatMap((edge) => {
      const findings: Finding[] = [];
      for (const end of ['source', 'target'] as const) {
        const handle = `${end}Handle` as const;
        if (!known.has(edge[end])) {
          findings.push({
            message: `The ${end} of edge ${edge.id} is "${edge[end]}", which is no node of this graph.${didYouMean(edge[end], ids)}`,
            where: { edge: edge.id, path: `${edge.path}.${end}` },
            hint: `Name a node of the graph as its ${end}, or remove the edge.`,
          });
        } else if (edge[handle] === '') {
          findings.push({
            message: `Edge ${edge.id} does not say which ${end === 'source' ? 'output' : 'input'} of ${edge[end]} it is wired to.`,
            where: { edge: edge.id, node: edge[end], path: `${edge.path}.${handle}` },
            hint: `Give it a ${handle}.`,
          });
        }
      }
      return findings;
    });
  },
};
