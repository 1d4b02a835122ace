// A list that nothing makes can still be given to a run; one whose name is nearly that of a list which something makes is a slip.
import type { StatePath } from '../../../../shared/model/checkedSocketGraph.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { writtenStatePath } from '../../socket/statePath.ts';
import { nearestName } from '../../wording.ts';
import type { Finding, Rule } from '../rule.ts';

export const unknownList: Rule<SocketDraft> = {
  code: 'unknown-list',
  source: 'semantics §2, List and cursor of a loop',
  sentence:
    'A note, no fault: nothing in the file makes the list of an iterator or of an advance, and its name is nearly that of something else in state.',
  example: '`"items": "state.workItms"` where the loop consumes `workItems`',
  find: ({ graph, authored, pathOf }) => {
    const made = new Set([
      ...Object.keys(graph.state),
      ...graph.sockets.flatMap(({ assigns }) => assigns.map(({ target }) => target[0] as string)),
      ...graph.loops.flatMap(({ output }) => output ?? []),
    ]);
    const findings: Finding[] = [];
    const hold = (what: string, items: StatePath | undefined, where: Finding['where']) => {
      const [key, ...rest] = items ?? [];
      const near = key === undefined || made.has(key) ? undefined : nearestName(key, [...made]);
      if (items === undefined || near === undefined) return;
      const meant = JSON.stringify(writtenStatePath([near, ...rest]));
      findings.push({
        message: `The list of ${what} is ${JSON.stringify(writtenStatePath(items))}, which nothing in the file makes. Did you mean ${meant}?`,
        where,
        hint: 'Mend the name, unless a run is given that list.',
        isNote: true,
      });
    };
    for (const { id, advance } of graph.sockets) {
      if (!advance?.compiled)
        hold(`the advance of ${id}`, advance?.items, { node: id, path: pathOf('sockets', id, 'advance', 'items') });
    }
    for (const { id, items } of graph.loops) {
      if (authored.loops?.[id]?.iterator)
        hold(`the loop ${id}`, items, { path: pathOf('loops', id, 'iterator', 'items') });
    }
    return findings;
  },
};
