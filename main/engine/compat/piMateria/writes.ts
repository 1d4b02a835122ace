// What an accepted output writes under pi-materia, in order: the work items that are kept, then the assigns.
import { sourceOf, type WritePlan } from '../../socket/assign.ts';
import type { SocketRules } from '../../socket/rules.ts';
import { lastOutputOf } from './compactLastOutput.ts';
import { workItemsOf } from './keptWorkItems.ts';

export const writes: SocketRules['writes'] = (_machine, socket, output) => [
  ...workItemsOf(socket, output),
  ...socket.assigns.map(({ target, source }): WritePlan => {
    // The item and its other name are places in state (itemSelection.ts).
    const value = sourceOf(source, new Set());
    return {
      target,
      source,
      value: (sources) => {
        const { item } = sources.state;
        const items = item === undefined ? {} : { item };
        return value({ ...sources, items, lastOutput: lastOutputOf(socket, sources) });
      },
    };
  }),
];
