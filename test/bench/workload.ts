// The one workload of the benchmarks: a loop with five carried values and one boundary decision an iteration, as a bare loop
// and as a graph whose body is one operator that answers at once.
import type { OperatorSet } from '../../main/runner/ports.ts';
import { drawGraph, loop } from '../support/drawGraph.ts';

export interface Carried {
  readonly i: number;
  readonly total: number;
  readonly best: number;
  readonly draft: string;
  readonly recent: readonly number[];
}

export const CARRIES = ['i', 'total', 'best', 'draft', 'recent'] as const;
export const FIRST: Carried = { i: 0, total: 0, best: 0, draft: 'draft-0000000', recent: [0, 0, 0, 0] };

export function next(s: Carried): Carried {
  const i = s.i + 1;
  const x = ((Math.imul(i, 1664525) + 1013904223) >>> 0) / 4294967296;
  return {
    i,
    total: s.total + x,
    best: Math.max(x, s.best),
    draft: `draft-${String(i).padStart(7, '0')}-${(x * 1e9) | 0}`,
    recent: [s.recent[1] as number, s.recent[2] as number, s.recent[3] as number, x],
  };
}

/** Runs the bare loop, with nothing around it, and gives its last state. */
export function bareLoop(iterations: number): Carried {
  let state = FIRST;
  for (let n = 0; n < iterations; n++) state = next(state);
  return state;
}

/** The same loop as a graph: an entry node seeds five one-shot init ports, the body reads the seed or the carry. */
export function loopGraph(iterations: number): unknown {
  const ports = Object.fromEntries(CARRIES.map((port) => [port, {}]));
  const names = [...CARRIES];
  return drawGraph(
    [
      { id: 'seed', type: 'seed', config: { inputs: [], outputs: names } },
      loop('L', ports, ports, iterations),
      { id: 'body', type: 'body', config: { inputs: names, outputs: [...names, 'stop'] } },
    ],
    [
      ...CARRIES.map((port) => `seed.${port} -> L.init_${port}`),
      ...CARRIES.flatMap((port) => [`L.init_${port} -> body.${port}`, `L.iterout_${port} -> body.${port}`]),
      ...CARRIES.map((port) => `body.${port} -> L-out.${port}`),
      'body.stop -> L-out.stop',
    ],
  );
}

/** Operators that answer at once, so that what is measured is the engine and the recorder. */
export function workloadOperators(): OperatorSet {
  const seed = { outward: false, run: () => ({ ok: true as const, outputs: { ...FIRST } }) };
  const body = {
    outward: false,
    run: ({ inputs }: { readonly inputs: unknown }) => ({
      ok: true as const,
      outputs: { ...next(inputs as Carried), stop: false },
    }),
  };
  return { get: (name) => (name === 'seed' ? seed : name === 'body' ? body : undefined), close: async () => {} };
}
