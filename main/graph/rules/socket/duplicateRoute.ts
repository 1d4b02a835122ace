// One outcome at one socket leads to one place.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Finding, Rule } from '../rule.ts';

export const duplicateRoute: Rule<SocketDraft> = {
  code: 'duplicate-route',
  source: 'seed 000, Loop exit route precedence',
  sentence: 'A loop has at most one exit for one source and condition.',
  example: '`{"from": "Socket-6", "condition": "satisfied", …}` twice in the exits of a loop',
  find: ({ authored, pathOf }) =>
    Object.entries(authored.loops ?? {}).flatMap(([loop, { exits }]) => {
      const seen = new Map<string, number>();
      return (exits ?? []).flatMap(({ from, condition }, index): Finding[] => {
        if (!from || !condition) return [];
        const key = JSON.stringify([from, condition]);
        const first = seen.get(key);
        if (first === undefined) {
          seen.set(key, index);
          return [];
        }
        return [
          {
            message: `exits[${index}] and exits[${first}] of the loop ${loop} both leave from ${from} when ${condition}: which of them is taken would be a matter of chance.`,
            where: { node: from, path: pathOf('loops', loop, 'exits', index) },
            hint: 'Remove one of the two, or change its condition.',
          },
        ];
      });
    }),
};
