// Every dynamic detector. A new one is one file and one line here; hazards of one severity are told in this order.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent, EventKind, EventOf } from '../../shared/model/event.ts';
import { accidentalEnd } from './accidentalEnd.ts';
import { budgetOnly } from './budgetOnly.ts';
import { constantStop } from './constantStop.ts';
import { cycleWithoutAdvance } from './cycleWithoutAdvance.ts';
import { deadExit } from './deadExit.ts';
import type { Detector, Watcher } from './detector.ts';
import { foreignReset } from './foreignReset.ts';
import { frozenInput } from './frozenInput.ts';
import { idleRefinement } from './idleRefinement.ts';
import { lateStop, unevenCarry } from './lateArrival.ts';
import { nearMissHandle } from './nearMissHandle.ts';
import { noExitWhenEmpty } from './noExitWhenEmpty.ts';
import { nonBooleanStop } from './nonBooleanStop.ts';
import { promptMatch } from './promptMatch.ts';
import { replacedList } from './replacedList.ts';
import { sharedCursor } from './sharedCursor.ts';
import { staleReentry } from './staleReentry.ts';
import { stall } from './stall.ts';
import { stuckCursor } from './stuckCursor.ts';
import { textSatisfied } from './textSatisfied.ts';
import { unreadCarry } from './unreadCarry.ts';
import { unwiredInit } from './unwiredInit.ts';
import { vanishingInput } from './vanishingInput.ts';

/** Begins to watch a tape with every detector. */
export function watchAll(graph: CheckedGraph | undefined): readonly AnyWatcher[] {
  return [
    started(frozenInput, graph),
    started(vanishingInput, graph),
    started(stall, graph),
    started(accidentalEnd, graph),
    started(stuckCursor, graph),
    started(replacedList, graph),
    started(textSatisfied, graph),
    started(promptMatch, graph),
    started(idleRefinement, graph),
    started(deadExit, graph),
    started(noExitWhenEmpty, graph),
    started(cycleWithoutAdvance, graph),
    started(sharedCursor, graph),
    started(foreignReset, graph),
    started(lateStop, graph),
    started(unevenCarry, graph),
    started(staleReentry, graph),
    started(constantStop, graph),
    started(nonBooleanStop, graph),
    started(unwiredInit, graph),
    started(nearMissHandle, graph),
    started(budgetOnly, graph),
    started(unreadCarry, graph),
  ];
}

export interface AnyWatcher {
  readonly kinds: readonly EventKind[];
  see(event: EngineEvent): void;
  found: Watcher<EventKind>['found'];
}

function started<K extends EventKind>({ kinds, watch }: Detector<K>, graph: CheckedGraph | undefined): AnyWatcher {
  const watcher = watch(graph);
  const wanted = new Set<EventKind>(kinds);
  return {
    kinds,
    see: (event) => {
      if (wanted.has(event.kind)) watcher.see(event as EventOf<K>);
    },
    found: () => watcher.found(),
  };
}
