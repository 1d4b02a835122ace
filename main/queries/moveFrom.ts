// Where each way to move leads (DESIGN, The app). A move never stays where it is: it leads to another event, or nowhere.
import { assertNever } from '../../shared/base/assert.ts';
import type { Move } from '../../shared/contract/moment.ts';
import type { TapeEvent } from '../../shared/model/event.ts';
import { parsePath } from '../../shared/model/path.ts';
import type { OpenTape } from './openTape.ts';
import { lastAtOrBefore } from './scopeSpans.ts';

export interface MoveRequest {
  readonly seq: number;
  readonly move: Move;
  readonly direction: 1 | -1;
  readonly scope?: string | undefined;
  readonly slot?: string | undefined;
}

/** Null where there is nothing in that direction, and for `change` without a slot that the tape knows. */
export function moveFrom(tape: OpenTape, request: MoveRequest): { readonly seq: number | null } {
  const head = tape.reader.head();
  const from = Math.min(request.seq, head);
  tape.follow(head);
  const to = target(tape, { ...request, seq: from }, head);
  return { seq: to === undefined || to < 0 || to > head || to === request.seq ? null : to };
}

function target(tape: OpenTape, request: MoveRequest, head: number): number | undefined {
  const { seq, move, direction, scope } = request;
  switch (move) {
    case 'first':
      return 0;
    case 'last':
      return head;
    case 'event':
      return nextEvent(tape, seq, direction, scope ?? '', head);
    case 'boundary':
      return boundary(tape, seq, direction, scope ?? '');
    case 'over':
      return over(tape, seq, direction, scope ?? scopeAt(tape, seq), head);
    case 'into':
      return into(tape, seq, direction, scope ?? scopeAt(tape, seq));
    case 'out':
      return out(tape, seq, direction, scope ?? scopeAt(tape, seq));
    case 'change': {
      const place = request.slot === undefined ? undefined : tape.placeOf(request.slot);
      return place && tape.runsOf(place, head).changeFrom(seq, direction);
    }
    default:
      return assertNever(move);
  }
}

/** The innermost scope that the event at `seq` lies in; "" for the graph scope. */
function scopeAt(tape: OpenTape, seq: number): string {
  const event = tape.reader.event(seq);
  return parsePath(event?.at ?? '')?.at(-1)?.scope ?? '';
}

/** Within a scope: in its iterations and those of inner scopes, and its entry and exit themselves. */
function nextEvent(tape: OpenTape, seq: number, direction: 1 | -1, scope: string, head: number): number | undefined {
  if (scope === '') return seq + direction;
  let next = seq + direction;
  while (next >= 0 && next <= head) {
    const edge = outside(tape, scope, next, direction);
    if (edge === undefined) return undefined;
    next = edge;
    // Side by side with other scopes, the events of several are mixed.
    const limit = 256;
    const range = direction === 1 ? { from: next, limit } : { to: next, limit, reverse: true };
    for (const event of tape.reader.events(range)) {
      if (isWithin(event, scope)) return event.seq;
      next = event.seq + direction;
      if (outside(tape, scope, next, direction) !== next) break;
    }
  }
  return undefined;
}

/** `seq` itself where it lies in an activation of the scope; else the nearest end of the next one in that direction. */
function outside(tape: OpenTape, scope: string, seq: number, direction: 1 | -1): number | undefined {
  const all = tape.scopes.activations(scope);
  const place = tape.scopes.activationAt(scope, seq);
  const current = all[place];
  if (current && (current.exitSeq === -1 || seq <= current.exitSeq)) return seq;
  return direction === 1 ? all[place + 1]?.enteredSeq : current?.exitSeq;
}

function isWithin(event: TapeEvent, scope: string): boolean {
  if ((event.kind === 'scope.entered' || event.kind === 'scope.exited') && event.scope === scope) return true;
  return parsePath(event.at)?.some((step) => step.scope === scope) ?? false;
}

/** The nearest `iteration.closed`, or end of a pass that another one followed: of the given scope, or of any. */
function boundary(tape: OpenTape, seq: number, direction: 1 | -1, scope: string): number | undefined {
  const scopes = scope === '' ? tape.scopes.scopes() : [scope];
  const found = scopes.map((one) => closing(tape, one, seq, direction)).filter((at) => at !== undefined);
  if (found.length === 0) return undefined;
  return direction === 1 ? Math.min(...found) : Math.max(...found);
}

function closing(tape: OpenTape, scope: string, seq: number, direction: 1 | -1): number | undefined {
  const { lastSeq, openedSeq } = tape.scopes.of(scope);
  // Iterations of one scope follow each other, so those that began before `seq` are the only ones to have ended by then.
  const place = lastAtOrBefore(openedSeq, seq);
  if (direction === 1) {
    for (let i = Math.max(0, place); i < openedSeq.length; i++)
      if (isBoundary(tape, scope, i) && (lastSeq[i] as number) > seq) return lastSeq[i];
    return undefined;
  }
  for (let i = place; i >= 0; i--) if (isBoundary(tape, scope, i) && (lastSeq[i] as number) < seq) return lastSeq[i];
  return undefined;
}

/** Whether an iteration has an end of its own, and not its scope's. */
function isBoundary(tape: OpenTape, scope: string, place: number): boolean {
  const { closed, lastSeq, final } = tape.scopes.of(scope);
  return closed[place] === 1 || (lastSeq[place] !== -1 && final[place] === 0);
}

/**
 * To the end of the current iteration of the scope; from an inner scope's entry over the whole of it. Back to the end of the
 * iteration before, and from the first one to the scope's entry. In the graph scope, over whole root scopes.
 */
function over(tape: OpenTape, seq: number, direction: 1 | -1, scope: string, head: number): number | undefined {
  const event = tape.reader.event(seq);
  if (direction === 1 && event?.kind === 'scope.entered') return activationOf(tape, event.scope, seq)?.exit ?? head;
  if (direction === -1 && event?.kind === 'scope.exited') return activationOf(tape, event.scope, seq)?.entered;
  if (scope === '') return direction === 1 ? (exitOf(tape, '', seq, 1) ?? head) : (exitOf(tape, '', seq, -1) ?? 0);
  const activation = activationOf(tape, scope, seq);
  const next = closing(tape, scope, seq, direction);
  if (!activation) return next;
  if (direction === -1) {
    if (next !== undefined && next > activation.entered) return next;
    return activation.entered < seq ? activation.entered : next;
  }
  // An iteration that stalled or failed has no end of its own but its scope's.
  if (activation.exit === undefined) return next ?? head;
  return next !== undefined && next < activation.exit ? next : activation.exit > seq ? activation.exit : next;
}

/** The nearest exit of a scope that lies directly in `parent`. */
function exitOf(tape: OpenTape, parent: string, seq: number, direction: 1 | -1): number | undefined {
  const exits = childrenOf(tape, parent).flatMap((scope) => {
    const all = tape.scopes.activations(scope);
    const place = tape.scopes.activationAt(scope, seq);
    const near = direction === 1 ? [all[place], all[place + 1]] : [all[place], all[place - 1]];
    return near.map((one) => one?.exitSeq ?? -1).filter((exit) => exit !== -1 && (exit - seq) * direction > 0);
  });
  if (exits.length === 0) return undefined;
  return direction === 1 ? Math.min(...exits) : Math.max(...exits);
}

function childrenOf(tape: OpenTape, parent: string): readonly string[] {
  const { graph } = tape;
  if (!graph) return parent === '' ? tape.scopes.scopes() : [];
  return parent === '' ? graph.forest.root_scope_ids : (graph.forest.scopes[parent]?.child_scope_ids ?? []);
}

/** The activation that `seq` lies in, entry and exit included. */
function activationOf(
  tape: OpenTape,
  scope: string,
  seq: number,
): { readonly entered: number; readonly exit: number | undefined } | undefined {
  const found = tape.scopes.activations(scope)[tape.scopes.activationAt(scope, seq)];
  if (!found || (found.exitSeq !== -1 && found.exitSeq < seq)) return undefined;
  return { entered: found.enteredSeq, exit: found.exitSeq === -1 ? undefined : found.exitSeq };
}

/** To where an iteration of a scope directly inside begins: the next one, or the last one before. */
function into(tape: OpenTape, seq: number, direction: 1 | -1, scope: string): number | undefined {
  const entered = tape.reader.event(seq);
  const scopes = entered?.kind === 'scope.entered' && direction === 1 ? [entered.scope] : childrenOf(tape, scope);
  const found = scopes.flatMap((child) => {
    const { openedSeq } = tape.scopes.of(child);
    const place = direction === 1 ? lastAtOrBefore(openedSeq, seq) + 1 : lastAtOrBefore(openedSeq, seq - 1);
    const opened = openedSeq[place];
    return opened === undefined ? [] : [opened];
  });
  if (found.length === 0) return undefined;
  return direction === 1 ? Math.min(...found) : Math.max(...found);
}

/** Forward to the scope's exit, back to its entry. */
function out(tape: OpenTape, seq: number, direction: 1 | -1, scope: string): number | undefined {
  const activation = scope === '' ? undefined : activationOf(tape, scope, seq);
  return direction === 1 ? activation?.exit : activation?.entered;
}
