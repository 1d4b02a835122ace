// What an edge, an exit or an advance may ask of an output.
import { Condition } from '../../../../shared/model/socketGraph.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { didYouMean, listed } from '../../wording.ts';
import type { Finding, Rule } from '../rule.ts';

export const invalidCondition: Rule<SocketDraft> = {
  code: 'invalid-condition',
  source: 'seed 000, Terms',
  sentence:
    'The when of an edge, of an advance and of a singular exit, and the condition of an exit are always, satisfied or not_satisfied; an advance may have none.',
  example: '`{"when": "ok", "to": "Socket-4"}`',
  find: ({ authored, pathOf }) => {
    const findings: Finding[] = [];
    const hold = (what: string, said: string | null | undefined, where: Finding['where']) => {
      if (Condition.safeParse(said).success) return;
      const says = said === undefined || said === null ? 'is missing' : `is ${JSON.stringify(said)}`;
      const near = typeof said === 'string' ? didYouMean(said.replaceAll(/[^a-z]+/gi, '_'), Condition.options) : '';
      const hint = `Write one of ${listed(Condition.options)}.`;
      findings.push({
        message: `The condition of ${what} ${says}; it must be always, satisfied or not_satisfied.${near}`,
        where,
        hint,
      });
    };
    for (const [id, { edges, advance }] of Object.entries(authored.sockets)) {
      if (typeof advance?.when === 'string') {
        hold(`the advance of ${id}`, advance.when, { node: id, path: pathOf('sockets', id, 'advance', 'when') });
      }
      for (const [index, { when }] of (edges ?? []).entries()) {
        const path = pathOf('sockets', id, 'edges', index, 'when');
        hold(`edges[${index}] of ${id}`, when, { node: id, edge: `${id}.edges[${index}]`, path });
      }
    }
    for (const [id, { exits, exit }] of Object.entries(authored.loops ?? {})) {
      for (const [index, { from, condition }] of (exits ?? []).entries()) {
        const path = pathOf('loops', id, 'exits', index, 'condition');
        hold(`exits[${index}] of the loop ${id}`, condition, { ...(from ? { node: from } : {}), path });
      }
      if (exit) {
        const path = pathOf('loops', id, 'exit', 'when');
        hold(`the exit of the loop ${id}`, exit.when, { ...(exit.from ? { node: exit.from } : {}), path });
      }
    }
    return findings;
  },
};
