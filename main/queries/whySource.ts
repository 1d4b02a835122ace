// Which field of a source event a value came from, where the log names the event alone: by the graph's wires, else by the value itself.
import type { CheckedEdge, CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent, EventOf } from '../../shared/model/event.ts';
import { type Value, valuesEqual } from '../../shared/model/value.ts';
import type { OpenTape } from './openTape.ts';

/** A fire starts shortly before it ends, but others may start and end between. */
export function startOf(
  tape: OpenTape,
  { fire, node, seq }: EventOf<'fire.finished'>,
): EventOf<'fire.started'> | undefined {
  for (const event of tape.reader.fireEvents(node, { to: seq - 1, reverse: true }))
    if (event.fire === fire && event.kind === 'fire.started') return event;
    else if (event.fire < fire) return undefined;
  return undefined;
}

/** The port of `source` that `to` (its input `port`, or the slot that it wrote) took `value` from. */
export function portBehind(
  tape: OpenTape,
  source: EngineEvent,
  to: EngineEvent,
  port: string | undefined,
  value: Value | undefined,
): string | undefined {
  const values = valuesOf(source);
  if (!values) return undefined;
  const equal = Object.keys(values).filter((one) => value !== undefined && valuesEqual(values[one], value));
  const wired = wiresInto(pivotOf(tape), to, port).map((edge) => edge.sourceHandle);
  const names = Object.keys(values);
  return equal.find((one) => wired.includes(one)) ?? equal[0] ?? (names.length === 1 ? names[0] : undefined);
}

function valuesOf(event: EngineEvent): Readonly<Record<string, Value>> | undefined {
  if (event.kind === 'fire.finished') return event.outputs;
  if (event.kind === 'run.started') return event.inputs;
  return event.kind === 'scope.exited' ? event.finals : undefined;
}

function wiresInto(
  graph: CheckedPivotGraph | undefined,
  to: EngineEvent,
  port: string | undefined,
): readonly CheckedEdge[] {
  if (!graph) return [];
  if (to.kind === 'fire.started')
    return graph.edges.filter((edge) => edge.target === to.node && edge.targetHandle === port);
  if (to.kind !== 'slot.written') return [];
  const iterOut = graph.scopes[to.scope]?.iterOut;
  return graph.edges.filter(
    ({ target, targetHandle }) =>
      (target === to.scope && targetHandle === to.slot) ||
      (target === iterOut && `iterout_${targetHandle}` === to.slot) ||
      `${target}.latch` === to.slot,
  );
}

/**
 * What an iterOut collected, or a final side gave, is told without its source. It is the last output on a wire into the iterOut's
 * port, within the iteration, that equals it; of equal writers the later-declared wire.
 */
export function carrySource(
  tape: OpenTape,
  event: EventOf<'iteration.closed'> | EventOf<'scope.exited'>,
  port: string,
): { readonly event: EngineEvent; readonly port?: string } | undefined {
  const graph = pivotOf(tape);
  const iterOut = graph?.scopes[event.scope]?.iterOut;
  if (!graph || iterOut === undefined) return undefined;
  const isFinal = event.kind === 'scope.exited';
  const name = isFinal ? port.replace(/^final_/, '') : port;
  const value = isFinal ? event.finals?.[port] : port === 'stop' ? event.stop : event.carry[port];
  if (value === undefined || (isFinal && name === 'stop')) return undefined;
  for (const edge of graph.edges.filter((one) => one.target === iterOut && one.targetHandle === name).reverse()) {
    const found = sourceOn(tape, edge, event.seq);
    if (found && valuesEqual(found.value, value)) return { event: found.event, port: found.port };
  }
  return undefined;
}

function sourceOn(
  tape: OpenTape,
  { source, sourceHandle }: CheckedEdge,
  before: number,
): { readonly event: EngineEvent; readonly port: string; readonly value: Value | undefined } | undefined {
  if (pivotOf(tape)?.scopes[source]) {
    for (const event of tape.reader.slotEvents(source, sourceHandle, { to: before, limit: 1, reverse: true }))
      return event.kind === 'slot.written' ? { event, port: '', value: event.value } : undefined;
    return undefined;
  }
  for (const event of tape.reader.fireEvents(source, { to: before, limit: 2, reverse: true }))
    if (event.kind === 'fire.finished') return { event, port: sourceHandle, value: event.outputs[sourceHandle] };
  return undefined;
}

function pivotOf(tape: OpenTape): CheckedPivotGraph | undefined {
  return tape.graph?.dialect === 'pivot' ? tape.graph : undefined;
}
