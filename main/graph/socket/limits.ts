// The limits that a socket graph may set: how often an invalid output is asked for once more, and under pi-materia how often an item
// may come back without an advance (semantics §2, Parse; §5).
import type { CheckedSocketGraph } from '../../../shared/model/checkedSocketGraph.ts';

const DEFAULTS = { repairs: 1, maxNoAdvanceCycles: 3 };

export interface LimitFault {
  readonly key: string;
  readonly value: unknown;
  readonly least: number;
}

export function readLimits(limits: Readonly<Record<string, unknown>>): {
  readonly limits: CheckedSocketGraph['limits'];
  readonly faults: readonly LimitFault[];
} {
  const faults: LimitFault[] = [];
  const read = (key: keyof typeof DEFAULTS, least: number): number => {
    const value = limits[key];
    if (value === undefined || value === null) return DEFAULTS[key];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
    faults.push({ key, value, least });
    return DEFAULTS[key];
  };
  return { limits: { repairs: read('repairs', 0), noAdvanceCycles: read('maxNoAdvanceCycles', 1) }, faults };
}
