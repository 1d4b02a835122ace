// Steps 2 and 3 of a completion (seed 000, Decision order): whether the advance is eligible, the cursor after it, and whether the
// list is exhausted. Pure.

import type { AdvanceSpec } from '../../../shared/model/checkedSocketGraph.ts';
import type { Decision } from '../../../shared/model/decision.ts';
import { isRecord, type Value } from '../../../shared/model/value.ts';
import { cursorAt, listAt, satisfiedWords } from './items.ts';
import type { SocketMachine } from './machine.ts';
import type { PlanLoop, PlanSocket } from './plan.ts';

/** The top-level field `satisfied` of this output and nothing else; undefined where it has none. */
export function satisfiedOf(output: Value): Value | undefined {
  return isRecord(output) && Object.hasOwn(output, 'satisfied') ? output.satisfied : undefined;
}

export function advanceDecision(
  machine: SocketMachine,
  socket: PlanSocket,
  advance: AdvanceSpec,
  output: Value,
): Decision {
  const satisfied = satisfiedOf(output);
  const before = cursorAt(machine, advance.cursor);
  const length = listAt(machine, advance.items).length;
  const isEligible = advance.when === 'always' || satisfied === (advance.when === 'satisfied');
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

/** The loop that the cursor belongs to: the one that owns the socket's path before the others that list it. */
export function advancedLoop(socket: PlanSocket, advance: AdvanceSpec): PlanLoop | undefined {
  const loops = socket.owner ? [socket.owner, ...socket.listedBy] : socket.listedBy;
  return loops.find((loop) => loop.cursor === advance.cursor && isSameList(loop, advance)) ?? loops[0];
}

export function isSameList(loop: PlanLoop, advance: AdvanceSpec): boolean {
  return loop.items !== undefined && loop.items.join('.') === advance.items.join('.');
}
