// Wire types (seed 001 §2, semantics §1, File): what the ports of pivots and boundaries say of the values on their wires.
// Operators declare none, so most wires have a type at one end at most.
import type { CheckedNode } from '../../../shared/model/checkedGraph.ts';
import type { Value } from '../../../shared/model/value.ts';
import type { PivotDraft } from './draft.ts';
import { portsIn } from './slots.ts';

export const ANY = 'ANY';

export interface WireTypes {
  /** The declared type of what leaves a handle; undefined where nothing declares it. */
  out(node: string, handle: string): string | undefined;
  /** The declared type of what a handle takes. Of a stop none: that it should be a boolean is no rule. */
  into(node: string, handle: string): string | undefined;
}

export function wireTypesOf({ graph, node, pairs }: PivotDraft): WireTypes {
  /** Pivot → handle → type. */
  const slots = new Map<string, ReadonlyMap<string, string>>();
  const finals = new Map<string, ReadonlyMap<string, string>>();
  const carries = new Map<string, ReadonlyMap<string, string>>();
  for (const { id, role, config } of graph.nodes) {
    if (role === 'iterOut') {
      const types = portTypes(config.ports);
      carries.set(id, types);
      finals.set(id, new Map([...prefixed('final_', types), ['final_stop', 'BOOL']]));
    } else if (role === 'iterIn') {
      const iterOut = node(pairs.outOf.get(id) ?? '');
      const carried = iterOut === undefined ? new Map<string, string>() : portTypes(iterOut.config.ports);
      slots.set(id, new Map([...prefixed('init_', portTypes(config.initPorts)), ...prefixed('iterout_', carried)]));
    }
  }
  const boundary = (found: CheckedNode | undefined): string | undefined =>
    found?.role === 'graphIn' || found?.role === 'graphOut' ? named(found.config.wireType) : undefined;
  return {
    out: (id, handle) => slots.get(id)?.get(handle) ?? finals.get(id)?.get(handle) ?? boundary(node(id)),
    into: (id, handle) => slots.get(id)?.get(handle) ?? carries.get(id)?.get(handle) ?? boundary(node(id)),
  };
}

/** `T → LIST[T]` fits, the reverse does not; ANY fits all. */
export function fits(from: string, to: string): boolean {
  if (from === ANY || to === ANY || from === to) return true;
  const wanted = elementOf(to);
  if (wanted === undefined) return false;
  const given = elementOf(from);
  return given === undefined ? fits(from, wanted) : fits(given, wanted) || from === wanted;
}

function elementOf(type: string): string | undefined {
  return /^LIST\[(.+)\]$/.exec(type)?.[1];
}

function portTypes(ports: Value | undefined): ReadonlyMap<string, string> {
  return new Map(
    portsIn(ports).flatMap(({ name, wire_type }): [string, string][] => {
      const type = named(wire_type);
      return type === undefined ? [] : [[name, type]];
    }),
  );
}

function prefixed(prefix: string, types: ReadonlyMap<string, string>): [string, string][] {
  return [...types].map(([name, type]) => [`${prefix}${name}`, type]);
}

function named(type: unknown): string | undefined {
  return typeof type === 'string' && type.trim() !== '' ? type.replace(/\s+/g, '').toUpperCase() : undefined;
}
