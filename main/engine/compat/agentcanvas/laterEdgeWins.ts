// Which writer wins under agentcanvas: whoever wrote last. The writes of one fire go in the order of its edges, so that among
// several slots of one iterIn the later-declared edge wins, whether its slot is an init or a carry.
import type { Wire } from '../../pivot/machine.ts';
import type { Difference } from '../difference.ts';

export const laterEdgeWins: Difference = {
  what: 'Several writers of one input',
  ours: 'an init slot that holds a value beats a carry slot; among equals the later-declared edge wins',
  theirs:
    'the later write wins; what one fire writes goes in the order of the edges, so the later-declared edge of an iterIn wins, init or carry',
  file: 'laterEdgeWins.ts',
};

/** The edge that was written last among those that hold a value; -1 where none does. */
export function laterWrite(
  wires: readonly (Wire | null)[],
  written: readonly number[],
  edges: readonly number[],
): number {
  let last = -1;
  for (const e of edges) if (wires[e] && (last < 0 || (written[e] as number) > (written[last] as number))) last = e;
  return last;
}
