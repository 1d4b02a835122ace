// An event in words, for a person who reads the log, the inspector or the footer. One sentence for each kind, present or past
// tense as things are at that moment; values stand as their chips.
import { assertNever } from '../../shared/base/assert.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { Decision } from '../../shared/model/decision.ts';
import type { EngineEvent, EventOf, Waiting } from '../../shared/model/event.ts';
import { isRecord, type Value, type Values } from '../../shared/model/value.ts';
import { attemptSentence, loopSlotSentence, predicateSentence } from './boundedSentence.ts';
import { chipOf, oneLine, shortText } from './chip.ts';
import { advanceSentence, edgeSentence, emptySentence, exitSentence } from './socketSentence.ts';

/** `graph`, where it is known, names what the event alone does not, such as a socket's cursor. */
export function sentenceOf(event: EngineEvent, graph?: CheckedGraph): string {
  switch (event.kind) {
    case 'run.started':
      return `run of ${event.name ?? 'a graph'} started${given(event.inputs)}`;
    case 'scope.entered':
      return `${event.scope} entered`;
    case 'iteration.opened':
      return `${roundOf(event)} opened${event.label === undefined ? '' : `: ${shortText(event.label)}`}`;
    case 'slot.written':
      return slotWritten(event);
    case 'slot.cleared':
      return `${slotName(event)} emptied: ${clearedWhy(event)}`;
    case 'fire.started':
      return event.retry
        ? `${event.node} was asked again after an invalid output${given(event.inputs)}`
        : `${event.node} started${given(event.inputs)}`;
    case 'fire.finished':
      return Object.keys(event.outputs).length === 0
        ? `${event.node} fired without an output`
        : `${event.node} fired${given(event.outputs)}${unassigned(event)}`;
    case 'fire.failed':
      return `${event.node} failed: ${oneLine(event.error.message)} (${event.error.code})`;
    case 'signal.emitted':
      if ('problem' in event && 'line' in event) return keptLine(event);
      return event.scope === '' ? `${event.signal} signalled` : `${event.signal} signalled by ${event.scope}`;
    case 'decision.made':
      return decisionMade(event, graph);
    case 'iteration.closed': {
      // Sockets hand over by their slots alone.
      if (graph?.dialect === 'socket') return `iteration ${event.iteration} of ${event.scope} closed`;
      if (graph?.dialect === 'bounded') return attemptSentence(event);
      const carries = Object.keys(event.carry).length === 0 ? 'carries nothing' : `carries ${portsText(event.carry)}`;
      const stop = event.stop === undefined ? '' : `, stop = ${textOf(event.stop)}`;
      return `iteration ${event.iteration} of ${event.scope} closed: ${carries}${stop}`;
    }
    case 'scope.exited':
      return scopeExited(event);
    case 'run.finished':
      return runFinished(event);
    case 'run.continued':
      return `run continued after #${event.from}`;
    default:
      return assertNever(event);
  }
}

/** A line of a recording that was no event (docs/decisions/0022). */
function keptLine({ line, problem }: { readonly line: unknown; readonly problem: unknown }): string {
  return `line ${String(line)} of the recording could not be read: ${oneLine(String(problem))}`;
}

/** `iteration 3 of L`, `iteration 3 of L, pass 2,`. */
function roundOf({ iteration, scope, pass }: EventOf<'iteration.opened'>): string {
  const name = `iteration ${iteration} of ${scope}`;
  return pass === undefined ? name : `${name}, pass ${pass},`;
}

function unassigned({ unassigned: slots = [] }: EventOf<'fire.finished'>): string {
  if (slots.length === 0) return '';
  return `; not assigned: ${slots.map(({ slot, why }) => `${oneLine(slot)} (${oneLine(why)})`).join(', ')}`;
}

function slotName(event: { readonly slot: string; readonly scope: string }): string {
  const isAddress = event.scope === '' || event.slot.endsWith('.latch') || event.slot.startsWith(`${event.scope}.`);
  return isAddress ? event.slot : `${event.slot} of ${event.scope}`;
}

function slotWritten(event: EventOf<'slot.written'>): string {
  const name = slotName(event);
  const value = textOf(event.value);
  switch (event.writer) {
    case 'init':
      return `${name} written: ${value}, ${event.persist === true ? 'persists' : 'one-shot'}`;
    case 'iterout':
      return `${name} carried over: ${value}${event.persist === false ? ', for one iteration' : ''}`;
    case 'surrogate':
      return `${name} written: ${value}, one-shot, under a handle that ${event.scope} does not declare`;
    case 'seed':
      return `${name} seeded: ${value}`;
    case 'latch':
      return `${event.slot.slice(0, -'.latch'.length)} latched ${value}`;
    case 'fork':
      return `${name} set by the fork: ${value}`;
    case 'assign':
      return `${name} assigned: ${value}`;
    case 'advance':
      return `${name} advanced to ${value}`;
    case 'container':
      return `${name} = ${value}`;
    case 'loop':
      return loopSlotSentence(event);
    default:
      return assertNever(event.writer);
  }
}

function clearedWhy(event: EventOf<'slot.cleared'>): string {
  if (event.why === 'one-shot') {
    const kind = event.slot.startsWith('iterout_') ? 'does not persist' : 'is one-shot';
    return `it ${kind}, and this iteration has been served`;
  }
  if (event.why === 'no-source') return 'the source of its assignment was not there';
  if (event.why === 're-entry') return `${event.scope} is entered anew`;
  return event.by === undefined || event.by === '' ? event.why : `${event.why}, signalled by ${event.by}`;
}

function decisionMade(event: Decision, graph: CheckedGraph | undefined): string {
  switch (event.question) {
    case 'input': {
      const won = event.candidates.find((candidate) => candidate.matched);
      if (!won) return `nothing reaches ${event.subject}: every writer is empty`;
      const lost = event.candidates.filter((candidate) => candidate !== won && candidate.value !== undefined);
      const value = won.value === undefined ? '' : `: ${textOf(won.value)}`;
      const beaten = lost.map(({ id, value: other }) => `${id} (${textOf(other as Value)})`).join(' and ');
      const over = lost.length === 0 ? '' : `; ${beaten} ${lost.length === 1 ? 'loses' : 'lose'}`;
      return `${won.id} reaches ${event.subject}${value}${over}`;
    }
    case 'boundary':
      return boundary(event);
    case 'advance':
      return advanceSentence(event, graph);
    case 'edge':
      return edgeSentence(event);
    case 'exit':
      return exitSentence(event);
    case 'empty-loop':
      return emptySentence(event);
    case 'predicate':
      return predicateSentence(event);
    default:
      return assertNever(event.question);
  }
}

function boundary(event: Decision): string {
  const { stop, iteration, budget } = event.operands;
  const done = typeof iteration === 'number' ? iteration + 1 : undefined;
  const spent = done === undefined ? undefined : `${done} of ${textOf(budget ?? null)} iterations are done`;
  const stopText = stop === undefined ? 'no stop' : `stop is ${textOf(stop)}`;
  if (event.chosen === null) {
    const { lost } = event.operands;
    const had = isRecord(lost) && Object.keys(lost).length > 0 ? portsText(lost) : 'no carry';
    return `${event.subject} fires again while its boundary settles, and loses what it has: ${had}, ${stopText}`;
  }
  switch (event.chosen) {
    case 'stop':
      return `stop wins: ${stopText}`;
    case 'budget':
      return `budget wins: ${listed(spent, stopText)}`;
    default:
      return `${event.scope} goes round again: ${listed(stopText, spent)}`;
  }
}

function listed(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(', ');
}

function scopeExited(event: EventOf<'scope.exited'>): string {
  const rounds = event.iterations === 1 ? '1 iteration' : `${event.iterations} iterations`;
  const waiting = event.waiting && event.waiting.length > 0 ? `: ${waitingText(event.waiting)}` : '';
  const finals = event.finals && Object.keys(event.finals).length > 0 ? given(event.finals) : '';
  switch (event.reason) {
    case 'stalled':
      return `${event.scope} stalled after ${rounds}${waiting}`;
    case 'failed':
      return `${event.scope} failed after ${rounds}`;
    case 'cancelled':
      return `${event.scope} was cancelled after ${rounds}`;
    case 'halt':
      return `${event.scope} was halted after ${rounds}`;
    case 'left':
      return `${event.scope} was left after ${rounds}`;
    case 'exhausted':
      return `${event.scope} has no item left after ${rounds}`;
    case 'end':
      return `${event.scope} ended with the run after ${rounds}`;
    default:
      return `${event.scope} ended by ${event.reason} after ${rounds}${event.rebuilt ? ', its final side rebuilt' : ''}${finals}`;
  }
}

/** `judge waits for goal (empty: init_goal is one-shot …)`, joined for several nodes. */
function waitingText(waiting: readonly Waiting[]): string {
  return waiting
    .map(({ node, inputs }) => {
      const ports = inputs.map(({ port, why }) => `${port} (${why})`).join(' and ');
      return `${node} waits for ${ports}`;
    })
    .join('; ');
}

function runFinished(event: EventOf<'run.finished'>): string {
  const outputs = Object.keys(event.outputs).length === 0 ? '' : given(event.outputs);
  switch (event.status) {
    case 'ended':
      if (event.reason === 'exhausted') return `run ended: a list was exhausted and no exit led on${outputs}`;
      return `run ended${event.reason === null || event.reason === 'end' ? '' : ` by ${event.reason}`}${outputs}`;
    case 'failed': {
      const where = event.error?.node === undefined ? '' : ` at ${event.error.node}`;
      return `run failed${where}${event.error ? `: ${oneLine(event.error.message)}` : ''}`;
    }
    case 'stalled':
      return `run stalled${event.stalled ? ` in ${event.stalled.scope}: ${waitingText(event.stalled.waiting)}` : ''}`;
    case 'cancelled':
      return event.reason === 'halt' ? 'run halted' : 'run cancelled';
    case 'waiting':
      return 'run waits for a person';
    case 'paused':
      return 'run paused';
    case 'interrupted':
      return 'run interrupted';
    default:
      return assertNever(event.status);
  }
}

function given(values: Values): string {
  return Object.keys(values).length === 0 ? '' : `: ${portsText(values)}`;
}

/** `obs = "o4", stop = false` */
function portsText(values: Values): string {
  return Object.keys(values)
    .map((port) => `${oneLine(port)} = ${textOf(values[port] as Value)}`)
    .join(', ');
}

function textOf(value: Value): string {
  return chipOf(value).text;
}
