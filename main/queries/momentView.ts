// Everything that the views show of one moment. What must hold: it answers for every event of every tape that opens; where
// the graph can't be checked, nodes and edges are absent and the rest is told from the log.
import { type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { MomentView, OpenScope } from '../../shared/contract/moment.ts';
import type { NamedValue } from '../../shared/contract/value.ts';
import type { EventOf, TapeEvent } from '../../shared/model/event.ts';
import { parsePath } from '../../shared/model/path.ts';
import type { Value, Values } from '../../shared/model/value.ts';
import type { Machine } from '../engine/machine.ts';
import type { PivotMachine } from '../engine/pivot/machine.ts';
import { type Plan, planOf } from '../engine/pivot/plan.ts';
import { slotAddress, splitSubject } from './address.ts';
import { boundedEdgeStates, boundedStates } from './boundedStates.ts';
import { namedValue } from './chip.ts';
import { decisionCard } from './decisionCard.ts';
import { edgeStates } from './edgeStates.ts';
import { nodeStates } from './nodeStates.ts';
import { noSuchMoment } from './noSuchMoment.ts';
import type { OpenTape } from './openTape.ts';
import { lastAtOrBefore } from './scopeSpans.ts';
import { sentenceOf } from './sentence.ts';
import { slotRows } from './slotRows.ts';
import { fireDecidedOn } from './socketFire.ts';
import { routeStates, socketStates, withItems } from './socketStates.ts';

/** The graph scope has one iteration as long as the run; of its decisions, and of any iteration's, the newest are shown. */
const DECISIONS_SHOWN = 100;

/** Failure `no-such-moment` where `seq` is past the head. */
export function momentView(tape: OpenTape, { seq }: { readonly seq: number }): Result<MomentView, Failure> {
  const head = tape.reader.head();
  const event = tape.reader.event(seq);
  if (!event) return noSuchMoment(`#${seq}`, head);
  tape.follow(head);
  const machine = tape.machines?.at(seq);
  const open = openScopes(tape, seq);
  return succeeded({
    seq,
    head,
    kind: event.kind,
    at: event.at,
    t: event.t,
    sentence: sentenceOf(event, tape.graph),
    ...aboutOf(tape, event),
    open: withItems(open, tape, machine),
    iterations: iterationsUpTo(tape, seq),
    slots: slotRows(tape, seq, head, machine),
    ...(event.kind === 'iteration.closed' ? { carry: namedValues(event.carry, seq, 'carry') } : {}),
    finals: finalsUpTo(tape, seq),
    ...statesAt(tape, event, machine),
    decisions: decisionsAt(tape, event.at, seq),
    ...statusAt(tape, event, head),
  });
}

type DrawnStates = Pick<MomentView, 'nodes' | 'edges'>;

function statesAt(tape: OpenTape, event: TapeEvent, machine: Machine | undefined): DrawnStates {
  if (!tape.graph || !machine) return { nodes: [], edges: [] };
  if (tape.graph.dialect === 'pivot' && machine.dialect === 'pivot')
    return pivotStates(tape, planOf(tape.graph), event, machine);
  if (tape.graph.dialect === 'socket' && machine.dialect === 'socket')
    return {
      nodes: socketStates(tape, tape.graph, machine, event.seq),
      edges: routeStates(tape, tape.graph, event.seq),
    };
  if (tape.graph.dialect === 'bounded' && machine.dialect === 'bounded')
    return {
      nodes: boundedStates(tape, tape.graph, machine, event.seq),
      edges: boundedEdgeStates(tape, tape.graph, machine),
    };
  return { nodes: [], edges: [] };
}

function pivotStates(tape: OpenTape, plan: Plan, event: TapeEvent, machine: PivotMachine): DrawnStates {
  const before = sweepsWires(event) ? tape.machines?.at(event.seq - 1) : undefined;
  const shown = before?.dialect === 'pivot' ? before : machine;
  const closing = event.kind === 'iteration.closed' ? (plan.scopeIndex.get(event.scope) ?? -1) : -1;
  return { nodes: nodeStates(tape, plan, shown, event.seq), edges: edgeStates(plan, shown, closing, machine) };
}

/** An event that ends an iteration takes its values off the wires; what is shown is how things stood at its end. */
function sweepsWires(event: TapeEvent): boolean {
  if (event.kind === 'iteration.closed') return true;
  return event.kind === 'scope.exited' && event.reason !== 'stop' && event.reason !== 'budget';
}

export function namedValues(values: Values, seq: number, field: string): NamedValue[] {
  return Object.keys(values).map((name) => namedValue(name, values[name] as Value, { seq, field: [field, name] }));
}

/** Iterations that the moment lies in, those outside first; the very event that closes one still lies in it. */
export function openScopes(tape: OpenTape, seq: number): OpenScope[] {
  const found: (OpenScope & { readonly depth: number })[] = [];
  for (const scope of tape.scopes.scopes()) {
    const iterations = tape.scopes.of(scope);
    const place = tape.scopes.iterationAt(scope, seq);
    const lastSeq = iterations.lastSeq[place];
    if (lastSeq === undefined || (lastSeq !== -1 && lastSeq < seq)) continue;
    const path = iterations.path[place] as string;
    const depth = parsePath(path)?.length ?? 1;
    const pass = iterations.pass[place] ?? 1;
    const label = tape.scopes.labels[iterations.label[place] ?? -1];
    found.push({
      scope,
      path,
      iteration: iterations.iteration[place] as number,
      ...(label === undefined ? {} : { label }),
      ...(pass > 1 ? { pass } : {}),
      depth,
    });
  }
  return found.sort((a, b) => a.depth - b.depth).map(({ depth: _, ...open }) => open);
}

function iterationsUpTo(tape: OpenTape, seq: number): Record<string, number> {
  const scopes = tape.graph ? Object.keys(tape.graph.forest.scopes) : tape.scopes.scopes();
  return Object.fromEntries(scopes.map((scope) => [scope, tape.scopes.closedUpTo(scope, seq)]));
}

function finalsUpTo(tape: OpenTape, seq: number): Record<string, NamedValue[]> {
  const made: Record<string, NamedValue[]> = {};
  for (const scope of tape.scopes.scopes()) {
    const last = tape.scopes.activations(scope)[tape.scopes.activationAt(scope, seq)];
    if (!last || last.exitSeq === -1 || last.exitSeq > seq) continue;
    const exit = tape.reader.event(last.exitSeq);
    if (exit?.kind === 'scope.exited' && exit.finals) made[scope] = namedValues(exit.finals, exit.seq, 'finals');
  }
  return made;
}

function decisionsAt(tape: OpenTape, path: string, seq: number): MomentView['decisions'] {
  const seqs = tape.decisions.at(path);
  const end = lastAtOrBefore(seqs, seq) + 1;
  const shown = seqs.slice(Math.max(0, end - DECISIONS_SHOWN), end);
  return shown
    .map((at) => tape.reader.event(at))
    .filter((event): event is TapeEvent & EventOf<'decision.made'> => event?.kind === 'decision.made')
    .map((event) => decisionCard(tape, event));
}

/** What the event is about, for selection. */
function aboutOf(tape: OpenTape, event: TapeEvent): Pick<MomentView, 'scope' | 'node' | 'slot' | 'fire'> {
  const inner = parsePath(event.at)?.at(-1)?.scope ?? '';
  switch (event.kind) {
    case 'fire.started':
    case 'fire.finished':
    case 'fire.failed':
      return { scope: inner, node: event.node, fire: event.fire };
    case 'slot.written': {
      const source = event.from === undefined ? undefined : tape.reader.event(event.from);
      const fire = source?.kind === 'fire.finished' ? { fire: source.fire } : {};
      return { scope: event.scope, slot: slotAddress(event.scope, event.slot), ...fire };
    }
    case 'slot.cleared':
      return { scope: event.scope, slot: slotAddress(event.scope, event.slot) };
    case 'decision.made': {
      if (event.question !== 'input') {
        const fire = fireDecidedOn(tape, event)?.fire;
        return { scope: event.scope, node: event.subject, ...(fire === undefined ? {} : { fire }) };
      }
      const { node } = splitSubject(event.subject, tape.graph);
      const fire = fireDecidedBy(tape, event, node);
      return { scope: event.scope, node, ...(fire === undefined ? {} : { fire }) };
    }
    case 'scope.entered':
    case 'iteration.opened':
    case 'iteration.closed':
    case 'scope.exited':
    case 'signal.emitted':
      return { scope: event.scope };
    case 'run.started':
    case 'run.finished':
    case 'run.continued':
      return { scope: '' };
  }
}

/** A fire's input decisions stand right before its start; an iterOut's have no fire. */
export function fireDecidedBy(tape: OpenTape, event: { readonly seq: number }, node: string): number | undefined {
  for (const next of tape.reader.events({ from: event.seq + 1, limit: 64 })) {
    if (next.kind === 'fire.started') return next.node === node ? next.fire : undefined;
    if (next.kind !== 'decision.made' || next.question !== 'input') return undefined;
  }
  return undefined;
}

function statusAt(tape: OpenTape, event: TapeEvent, head: number): { status: string; reason: string | null } {
  if (event.kind === 'run.finished') return { status: event.status, reason: event.reason };
  const isCut = event.seq === head && !tape.reader.info().beingWritten;
  return { status: isCut ? 'interrupted' : 'running', reason: null };
}
