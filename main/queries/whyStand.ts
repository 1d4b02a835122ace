// Where the value that an address names stands at a moment: the last event by then that put it there.
import type { EngineEvent } from '../../shared/model/event.ts';
import type { Place } from './address.ts';
import type { OpenTape } from './openTape.ts';
import { startsWith, statePathOf } from './valueRuns.ts';
import { type Stand, standIn } from './whyChain.ts';

/** A port that a node fills rarely is looked for in so many of its fires, so that the cost stays bounded. */
const LOOKED_AT = 2_000;

/** Undefined where nothing stood there by `seq`. */
export function standOf(tape: OpenTape, place: Place, part: readonly string[], seq: number): Stand | undefined {
  switch (place.kind) {
    case 'slot':
      return slotStand(tape, place, part, seq);
    case 'boundary':
      for (const event of tape.reader.eventsOfKind(['iteration.closed'], {
        to: seq,
        limit: LOOKED_AT,
        reverse: true,
      })) {
        if (tape.graph?.dialect !== 'pivot' || tape.graph.scopes[event.scope]?.iterOut !== place.node) continue;
        const stand = standIn(event, place.port, part);
        if (stand.value !== undefined) return stand;
      }
      return undefined;
    default:
      return portStand(tape, place, part, seq);
  }
}

/** Where the graph doesn't say whether a port is an input or an output, the input is meant, and an output answers else. */
function portStand(
  tape: OpenTape,
  { kind, node, port }: Exclude<Place, { kind: 'slot' }>,
  part: readonly string[],
  seq: number,
): Stand | undefined {
  let output: Stand | undefined;
  for (const event of tape.reader.fireEvents(node, { to: seq, limit: LOOKED_AT, reverse: true })) {
    const stand = standIn(event, port, part);
    if (stand.value === undefined) continue;
    if (event.kind === (kind === 'input' ? 'fire.started' : 'fire.finished')) return stand;
    output ??= stand;
  }
  return output;
}

function slotStand(
  tape: OpenTape,
  { scope, slot }: { readonly scope: string; readonly slot: string },
  part: readonly string[],
  seq: number,
): Stand | undefined {
  const own = tape.started?.dialect === 'socket' ? statePathOf({ scope, slot }) : undefined;
  const last = own ? lastOfFamily(tape, own, seq) : lastOf(tape, scope, slot, seq);
  if (!last) return undefined;
  const held = own && last.kind === 'slot.written' ? statePathOf(last) : undefined;
  return standIn(last, undefined, own && held && startsWith(own, held) ? [...own.slice(held.length), ...part] : part);
}

function lastOf(tape: OpenTape, scope: string, slot: string, seq: number): EngineEvent | undefined {
  for (const event of tape.reader.slotEvents(scope, slot, { to: seq, limit: 1, reverse: true })) return event;
  return undefined;
}

/** A state of sockets is written by a write to it, and to what holds it. */
function lastOfFamily(tape: OpenTape, own: readonly string[], seq: number): EngineEvent | undefined {
  let last: EngineEvent | undefined;
  for (const one of tape.reader.slots()) {
    const path = statePathOf(one);
    if (!path || !startsWith(own, path)) continue;
    const event = lastOf(tape, one.scope, one.slot, seq);
    if (event && event.seq > (last?.seq ?? -1)) last = event;
  }
  return last;
}
