// Steps 2 and 3 of a completion (seed 000, Decision order): whether the advance is eligible, the cursor after it, and whether the
// list is exhausted. Pure.
import type { AdvanceSpec } from '../../../shared/model/checkedSocketGraph.ts';
import type { Decision } from '../../../shared/model/decision.ts';
import type { Value } from '../../../shared/model/value.ts';
import { cursorAt, listAt } from './items.ts';
import type { SocketMachine } from './machine.ts';
import type { PlanLoop, PlanSocket } from './plan.ts';
import { matches, satisfiedOf, satisfiedWords } from './satisfied.ts';

export function advanceDecision(
  machine: SocketMachine,
  socket: PlanSocket,
  advance: AdvanceSpec,
  output: Value,
): Decision {
  const satisfied = satisfiedOf(output);
  const before = cursorAt(machine, advance.cursor);
  const length = listAt(machine, advance.items).length;
  const isEligible = matches(advance.when, satisfied);
  const after = isEligible ? before + 1 : before;
  const exhausted = isEligible && after >= length;
  return {
    question: 'advance',
    subject: socket.id,
    scope: advancedLoop(socket, advance)?.id ?? '',
    operands: { ...(satisfied === undefined ? {} : { satisfied }), before, after, length, exhausted },
    candidates: [{ id: 'advance', matched: isEligible, why: whyEligible(advance, satisfied, isEligible) }],
    chosen: isEligible ? 'advance' : null,
  };
}

function whyEligible(advance: AdvanceSpec, satisfied: Value | undefined, isEligible: boolean): string {
  if (advance.when === 'always') return `${advance.cursor} advances at every completion`;
  const found = `satisfied is ${satisfiedWords(satisfied)}`;
  const wanted = advance.when === 'satisfied' ? 'true' : 'false';
  return isEligible ? `${found}, as the advance asks` : `the advance asks for ${wanted}, and ${found}`;
}

/** The loop that walks the list, by this cursor if there is such a one; the one that owns the socket's path is asked first. */
function advancedLoop({ owner, listedBy }: PlanSocket, advance: AdvanceSpec): PlanLoop | undefined {
  const walking = [...(owner ? [owner] : []), ...listedBy].filter((loop) => isSameList(loop, advance));
  return walking.find(({ cursor }) => cursor === advance.cursor) ?? walking[0];
}

export function isSameList(loop: PlanLoop, advance: AdvanceSpec): boolean {
  return loop.items !== undefined && loop.items.join('.') === advance.items.join('.');
}
