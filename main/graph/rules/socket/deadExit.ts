// An exit that asks for what its source can't have said when the list runs out is never taken.
import type { ExitSpec } from '../../../../shared/model/checkedSocketGraph.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import type { HazardFinding, StaticHazard } from '../staticHazard.ts';

export const deadExit: StaticHazard<SocketDraft> = {
  code: 'dead-exit',
  severity: 'warning',
  source: 'seed 000, Decision order and Loop exit route precedence',
  sentence:
    'An exit asks for not_satisfied, but its source advances only when satisfied, so that the list can never run out on that outcome; or the other way round; or its source never advances at all.',
  example: '`{"from": "S", "condition": "not_satisfied", …}` where `S` has `"advance": {…, "when": "satisfied"}`',
  find: (draft) =>
    draft.graph.loops.flatMap((loop) =>
      loop.exits.flatMap((exit): HazardFinding[] => {
        const why = whyDead(exit, draft);
        if (why === undefined) return [];
        const fix = fixOf(exit, draft);
        return [
          {
            title: 'An exit that is never taken',
            message: `The exit ${exit.id} of the loop ${loop.id} leads to ${exit.target} when ${exit.from} is ${exit.condition}, but ${why}.`,
            where: { scope: loop.id, node: exit.from },
            ...(fix === undefined ? {} : { fix }),
          },
        ];
      }),
    ),
};

function whyDead({ from, condition }: ExitSpec, { socket }: SocketDraft): string | undefined {
  const source = socket(from);
  // An exit that asks for nothing is also taken from an empty loop; one from a text is the hazard text-satisfied.
  if (!source || condition === 'always' || source.parse === 'text') return undefined;
  if (!source.advance) return `${from} moves no cursor, so no list runs out there`;
  const { when } = source.advance;
  if (when === 'always' || when === condition) return undefined;
  return `the list runs out there only when ${from} is ${when}`;
}

/** An advance that the file has is easily made to move on every outcome; one that was compiled has no place in it. */
function fixOf({ from }: ExitSpec, { socket, taken }: SocketDraft): HazardFinding['fix'] {
  const advance = socket(from)?.advance;
  if (!advance || advance.compiled) return undefined;
  return {
    sentence: `Let ${from} advance on every outcome: set its advance.when to "always".`,
    path: [...taken.rootOf('sockets', from), 'sockets', from, 'advance', 'when'],
    from: advance.when,
    to: 'always',
  };
}
