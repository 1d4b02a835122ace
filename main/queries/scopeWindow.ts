// Windows into the activations and iterations of scopes (contract/scopes.ts). What must hold: an answer costs what it shows,
// however many iterations the tape has.
import type { AnswerOf, ParsedRequestOf } from '../../shared/contract/calls.ts';
import type { ActivationRow, IterationRow, ScopeList, ScopeListRequest } from '../../shared/contract/scopes.ts';
import { budgetsOf } from '../engine/compat/agentcanvas/budgetOrder.ts';
import { planOf } from '../engine/pivot/plan.ts';
import type { OpenTape } from './openTape.ts';
import { lastAtOrBefore } from './scopeSpans.ts';

export function scopeWindow(
  tape: OpenTape,
  { seq, lists }: Omit<ParsedRequestOf<'scopes.window'>, 'tape'>,
): AnswerOf<'scopes.window'> {
  const head = tape.reader.head();
  tape.follow(head);
  const at = Math.min(seq, head);
  return {
    seq,
    head,
    lists: lists.map((list) =>
      list.kind === 'activations' ? activations(tape, list, at) : iterations(tape, list, at),
    ),
  };
}

function activations(tape: OpenTape, list: ScopeListRequest, seq: number): ScopeList {
  const { scope } = list;
  const total = tape.scopes.activations(scope).length;
  const current = tape.scopes.activationAt(scope, seq);
  const { from, to } = windowOf(list, total, current);
  return {
    kind: 'activations',
    scope,
    total,
    current,
    from,
    rows: placesOf(from, to).map((index) => activationRow(tape, scope, index)),
    latest: current < 0 ? null : activationRow(tape, scope, current),
    budget: runBudget(tape, scope),
  };
}

function activationRow(tape: OpenTape, scope: string, index: number): ActivationRow {
  const activation = tape.scopes.activations(scope)[index];
  const enteredSeq = activation?.enteredSeq ?? 0;
  const exitSeq = activation === undefined || activation.exitSeq === -1 ? null : activation.exitSeq;
  const { first, end } = iterationsOf(tape, scope, index);
  const exit = exitSeq === null ? undefined : tape.reader.event(exitSeq);
  return {
    index,
    at: tape.reader.event(enteredSeq)?.at ?? '',
    enteredSeq,
    exitSeq,
    // An item that is passed over again is opened again, and is one iteration all the same.
    opened: end > first ? (tape.scopes.of(scope).iteration[end - 1] ?? 0) + 1 : 0,
    closed: tape.scopes.countedBetween(scope, first, end),
    ...(exit?.kind === 'scope.exited' ? { reason: exit.reason } : {}),
  };
}

function iterations(tape: OpenTape, list: Extract<ScopeListRequest, { kind: 'iterations' }>, seq: number): ScopeList {
  const { scope } = list;
  const activation = list.activation ?? tape.scopes.activationAt(scope, seq);
  const { first, end } = iterationsOf(tape, scope, activation);
  const total = end - first;
  const current = Math.min(Math.max(-1, tape.scopes.iterationAt(scope, seq) - first), total - 1);
  const { from, to } = windowOf(list, total, current);
  return {
    kind: 'iterations',
    scope,
    activation: total > 0 || activation < tape.scopes.activations(scope).length ? activation : -1,
    total,
    current,
    from,
    rows: placesOf(first + from, first + to).map((place) => iterationRow(tape, scope, place)),
  };
}

function iterationRow(tape: OpenTape, scope: string, place: number): IterationRow {
  const spans = tape.scopes.of(scope);
  const openedSeq = spans.openedSeq[place] as number;
  const lastSeq = spans.lastSeq[place] as number;
  const label = tape.scopes.labels[spans.label[place] ?? -1];
  const pass = spans.pass[place] ?? 1;
  const passes = passesAt(tape, scope, place);
  return {
    path: spans.path[place] as string,
    iteration: spans.iteration[place] as number,
    openedSeq,
    lastSeq: lastSeq === -1 ? null : lastSeq,
    closed: spans.closed[place] === 1,
    ...(label === undefined ? {} : { label }),
    ...(pass > 1 ? { pass } : {}),
    ...(passes > 1 ? { passes } : {}),
  };
}

/** How many passes the item has whose pass stands at `place`: those of one iteration stand side by side, in order. */
function passesAt(tape: OpenTape, scope: string, place: number): number {
  const { iteration, pass } = tape.scopes.of(scope);
  const first = place - (pass[place] ?? 1) + 1;
  const isMore = (n: number) => iteration[first + n] === iteration[place] && pass[first + n] === n + 1;
  if (!isMore(1)) return 1;
  // The last one is searched for in ever longer steps and then between them, as an item may have any number of passes.
  let step = 1;
  while (isMore(2 * step)) step *= 2;
  let last = step;
  for (let by = step / 2; by >= 1; by /= 2) if (isMore(last + by)) last += by;
  return last + 1;
}

/** Where the iterations of an activation stand among those of its scope: first ≤ place < end. */
function iterationsOf(tape: OpenTape, scope: string, index: number): { readonly first: number; readonly end: number } {
  const all = tape.scopes.activations(scope);
  const activation = all[index];
  if (!activation) return { first: 0, end: 0 };
  const { openedSeq } = tape.scopes.of(scope);
  const next = all[index + 1]?.enteredSeq ?? Number.POSITIVE_INFINITY;
  return { first: lastAtOrBefore(openedSeq, activation.enteredSeq) + 1, end: lastAtOrBefore(openedSeq, next) + 1 };
}

/** Which rows are given: from ≤ place < to. */
function windowOf(
  { from, count, follow }: ScopeListRequest,
  total: number,
  current: number,
): { readonly from: number; readonly to: number } {
  const last = Math.max(0, total - count);
  const around = Math.min(last, Math.max(0, current - Math.floor((count - 1) / 2)));
  const misses = from !== undefined && follow === true && current >= 0 && (current < from || current >= from + count);
  const start = from === undefined || misses ? around : Math.min(from, Math.max(0, total - 1));
  return { from: start, to: Math.min(total, start + count) };
}

function placesOf(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

/** What bounds each activation of a scope in this run: the run's own budget is looked at too (semantics §1, Budget). */
function runBudget(tape: OpenTape, scope: string): number | null {
  const { graph } = tape;
  if (graph?.dialect !== 'pivot') return null;
  const plan = planOf(graph);
  const index = plan.scopeIndex.get(scope);
  const own = index === undefined ? undefined : plan.scopes[index]?.budget;
  if (index === undefined || own === undefined) return null;
  const override = tape.started?.budget;
  if (graph.compat === 'agentcanvas') return budgetsOf(plan, override ?? null)[index] ?? own;
  return override === undefined ? own : Math.min(override, own);
}
