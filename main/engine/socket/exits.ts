// Steps 5 and 6 of a completion (seed 000, Decision order): where an exhausted loop leads. And the empty-loop entry, where it leads
// before any member ran. Pure.
import type { ExitSpec } from '../../../shared/model/checkedSocketGraph.ts';
import type { Candidate, Decision } from '../../../shared/model/decision.ts';
import { type Condition, END } from '../../../shared/model/socketGraph.ts';
import type { Value } from '../../../shared/model/value.ts';
import { cursorAt, isEmpty, listAt } from './items.ts';
import type { SocketMachine } from './machine.ts';
import type { PlanLoop, PlanSocket } from './plan.ts';
import { matches, satisfiedOf, whyMatches } from './satisfied.ts';

/** `satisfied`, then `always`; `not_satisfied`, then `always`; without a boolean only `always` (seed 000, precedence). */
function precedence(satisfied: Value | undefined): readonly Condition[] {
  if (satisfied === true) return ['satisfied', 'always'];
  return satisfied === false ? ['not_satisfied', 'always'] : ['always'];
}

function exitOf(loop: PlanLoop, from: string, satisfied: Value | undefined): ExitSpec | undefined {
  for (const condition of precedence(satisfied)) {
    const found = loop.exits.find((exit) => exit.from === from && exit.condition === condition);
    if (found) return found;
  }
  return undefined;
}

/** Loops that list the socket are asked in declaration order; the first with a match wins. */
export function exitDecision(socket: PlanSocket, output: Value): Decision {
  const satisfied = satisfiedOf(output);
  const loop = socket.listedBy.find((one) => exitOf(one, socket.id, satisfied) !== undefined);
  const taken = loop && exitOf(loop, socket.id, satisfied);
  const candidates = socket.listedBy.flatMap((one) =>
    one.exits.map((exit): Candidate => {
      const why = `${exit.condition} → ${exit.target}: ${whyExit(exit, socket, satisfied, taken, one, loop)}`;
      return { id: exit.id, matched: exit === taken, why };
    }),
  );
  return {
    question: 'exit',
    subject: socket.id,
    scope: (loop ?? socket.owner)?.id ?? '',
    operands: satisfied === undefined ? {} : { satisfied },
    candidates,
    chosen: taken?.id ?? null,
    target: taken?.target ?? END,
  };
}

function whyExit(
  exit: ExitSpec,
  socket: PlanSocket,
  satisfied: Value | undefined,
  taken: ExitSpec | undefined,
  loop: PlanLoop,
  taker: PlanLoop | undefined,
): string {
  if (exit.from !== socket.id) return `it leaves from ${exit.from}, and ${socket.id} exhausted the list`;
  if (exit === taken || !matches(exit.condition, satisfied)) return whyMatches(exit.condition, satisfied);
  if (taker !== undefined && taker !== loop) return `the exits of ${taker.id} are asked first`;
  return `${taken?.condition ?? 'another'} comes before it`;
}

/** A loop without an item at its cursor that a member would have run in. */
export interface EmptyEntry {
  readonly loop: PlanLoop;
  /** The loops whose exits are asked, in their order. */
  readonly asked: readonly PlanLoop[];
  readonly taken: ExitSpec | undefined;
}

/**
 * All loops that list the socket are asked in declaration order, the first without an item decides. Only an `always` exit can match:
 * one from the entered socket first, else the loop's first (both settled).
 */
export function emptyEntry(machine: SocketMachine, socket: PlanSocket): EmptyEntry | undefined {
  const loop = socket.listedBy.find((one) => isEmpty(machine, one));
  const always = loop?.exits.filter((exit) => exit.condition === 'always') ?? [];
  return loop && { loop, asked: [loop], taken: always.find((exit) => exit.from === socket.id) ?? always[0] };
}

export function emptyDecision(
  machine: SocketMachine,
  socket: PlanSocket,
  { loop, asked, taken }: EmptyEntry,
): Decision {
  const cursor = cursorAt(machine, loop.cursor);
  const length = loop.items ? listAt(machine, loop.items).length : 0;
  return {
    question: 'empty-loop',
    subject: socket.id,
    scope: loop.id,
    operands: { cursor, length },
    candidates: asked
      .flatMap(({ exits }) => exits)
      .map((exit) => ({
        id: exit.id,
        matched: exit === taken,
        why: `${exit.condition} → ${exit.target}: ${
          exit === taken
            ? 'the loop is empty on entry'
            : exit.condition !== 'always'
              ? 'no member ran, so there is no satisfied'
              : taken
                ? `${taken.id} comes before it`
                : `it leaves from ${exit.from}, not from ${socket.id}`
        }`,
      })),
    chosen: taken?.id ?? null,
    target: taken?.target ?? END,
  };
}
