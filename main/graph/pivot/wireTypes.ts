// Wire types (seed 001 §2, semantics §1, File): what the ports of pivots and boundaries say of the values on their wires.
// Operators declare none, so most wires have a type at one end at most.
import { isRecord, type Value } from '../../../shared/model/value.ts';
import type { PivotDraft } from './draft.ts';
import { portsIn } from './slots.ts';

export const ANY = 'ANY';

/** The declared type of what leaves a handle; undefined where nothing declares it. */
export function typeOut({ node, pairs }: PivotDraft, id: string, handle: string): string | undefined {
  const found = node(id);
  switch (found?.role) {
    case 'iterIn': {
      if (handle.startsWith('init_')) return portType(found.config.initPorts, handle.slice('init_'.length));
      const iterOut = node(pairs.outOf.get(id) ?? '');
      return handle.startsWith('iterout_')
        ? portType(iterOut?.config.ports, handle.slice('iterout_'.length))
        : undefined;
    }
    case 'iterOut':
      if (handle === 'final_stop') return 'BOOL';
      return handle.startsWith('final_') ? portType(found.config.ports, handle.slice('final_'.length)) : undefined;
    case 'graphIn':
    case 'graphOut':
      return named(found.config.wireType);
    default:
      return undefined;
  }
}

/** The declared type of what a handle takes; undefined where nothing declares it. Of a stop it is BOOL, which is no rule. */
export function typeIn(draft: PivotDraft, id: string, handle: string): string | undefined {
  const found = draft.node(id);
  switch (found?.role) {
    case 'iterIn':
      return typeOut(draft, id, handle);
    case 'iterOut':
      return handle === 'stop' ? undefined : portType(found.config.ports, handle);
    case 'graphIn':
    case 'graphOut':
      return named(found.config.wireType);
    default:
      return undefined;
  }
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

function portType(ports: Value | undefined, name: string): string | undefined {
  const port = portsIn(ports).find((one) => one.name === name);
  return port && isRecord(port) ? named(port.wire_type) : undefined;
}

function named(type: unknown): string | undefined {
  return typeof type === 'string' && type.trim() !== '' ? type.replace(/\s+/g, '').toUpperCase() : undefined;
}
