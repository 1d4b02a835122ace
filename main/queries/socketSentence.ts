// The decisions of sockets in words (seed 000, Decision order): whether a cursor moved, which way was taken, and what had no item.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { Decision } from '../../shared/model/decision.ts';
import { END } from '../../shared/model/socketGraph.ts';
import type { Values } from '../../shared/model/value.ts';
import { satisfiedWords } from '../engine/socket/satisfied.ts';
import { chipOf, oneLine } from './chip.ts';

/** `Work did not advance i: satisfied is the text "true", not a boolean`; without the graph the cursor has no name. */
export function advanceSentence(event: Decision, graph: CheckedGraph | undefined): string {
  const cursor = cursorOf(event.subject, graph) ?? 'its cursor';
  if (event.chosen === null) return `${event.subject} did not advance ${cursor}: satisfied is ${satisfied(event)}`;
  const { before, after, length, exhausted } = event.operands;
  const moved = `${event.subject} advanced ${cursor} from ${textOf(before)} to ${textOf(after)}`;
  return exhausted === true
    ? `${moved}: the list of ${textOf(length)} is exhausted`
    : `${moved}, of ${textOf(length)} items`;
}

/** `Work goes to Build by edges[0]: satisfied is true`. */
export function edgeSentence(event: Decision): string {
  if (event.candidates.length === 0) return `${event.subject} has no edges → ${target(event)}`;
  const why = Object.hasOwn(event.operands, 'satisfied') ? `satisfied is ${satisfied(event)}` : undefined;
  if (event.chosen !== null)
    return `${event.subject} goes to ${target(event)} by ${event.chosen}${why === undefined ? '' : `: ${why}`}`;
  return `no edge of ${event.subject} matches: ${why ?? 'satisfied is absent'} → ${target(event)}`;
}

/** `list exhausted → exit:Work:satisfied → Notify`. */
export function exitSentence(event: Decision): string {
  if (event.chosen !== null) return `list exhausted → ${oneLine(event.chosen)} → ${target(event)}`;
  const why = event.candidates.length === 0 ? 'there is no exit' : `no exit matches, satisfied is ${satisfied(event)}`;
  return `list exhausted, ${why} → ${target(event)}`;
}

/** `L is empty on entry: cursor 0, length 0 → end`. */
export function emptySentence(event: Decision): string {
  const { cursor, length } = event.operands;
  const by = event.chosen === null ? '' : `${oneLine(event.chosen)} → `;
  return `${event.scope} is empty on entry: cursor ${textOf(cursor)}, length ${textOf(length)} → ${by}${target(event)}`;
}

/** The question of a socket's advance, with how far its cursor had come. */
export function advanceTitle(event: Decision, graph: CheckedGraph | undefined): string {
  const { before, length } = event.operands;
  const cursor = cursorOf(event.subject, graph) ?? 'its cursor';
  return `Does ${event.subject} advance ${cursor}, at ${textOf(before)} of ${textOf(length)}?`;
}

/** The name of the cursor that a socket advances. */
export function cursorOf(socket: string, graph: CheckedGraph | undefined): string | undefined {
  if (graph?.dialect !== 'socket') return undefined;
  return graph.sockets.find(({ id }) => id === socket)?.advance?.cursor;
}

function satisfied({ operands }: Decision): string {
  return oneLine(satisfiedWords(Object.hasOwn(operands, 'satisfied') ? operands.satisfied : undefined));
}

function target(event: Decision): string {
  return event.target ?? END;
}

function textOf(value: Values[string] | undefined): string {
  return value === undefined ? 'not recorded' : chipOf(value).text;
}
