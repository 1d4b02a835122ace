// What checking a graph costs, from its text to the checked graph: root loops that hold inner loops, each body a net of nodes with
// two wires in. The goal is 50 ms for 500 nodes and 20 loops.
import { draftGraph } from '../../main/graph/check.ts';
import { parseGraph } from '../../main/graph/parse.ts';

/** So many loops in one root loop, that one included. */
const FAMILY = 5;
const ROUNDS = 15;

/** A valid graph file's text with so many nodes, pivots and boundaries included. */
export function largeGraph(nodes: number, scopes: number): string {
  const made: object[] = [scripted('seed', [], ['x'])];
  const edges: object[] = [];
  const wire = (source: string, sourceHandle: string, target: string, targetHandle: string): void => {
    edges.push({ id: `e${edges.length}`, source, sourceHandle, target, targetHandle });
  };
  const roots = Math.ceil(scopes / FAMILY);
  // Pivots, and a latch for each inner loop.
  const left = nodes - 1 - 2 * scopes - (scopes - roots);
  const perScope = Math.floor(left / scopes);
  let extra = left - perScope * scopes;
  for (let s = 0; s < scopes; s++) {
    const isRoot = s % FAMILY === 0;
    const root = s - (s % FAMILY);
    const [iterIn, iterOut] = [`in${s}`, `out${s}`];
    const ports = [{ name: 'x', wire_type: 'ANY' }];
    made.push({ id: iterIn, type: 'iterIn', config: { version: 3, pairedWith: iterOut, initPorts: ports } });
    made.push({ id: iterOut, type: 'iterOut', config: { pairedWith: iterIn, ports } });
    if (isRoot) wire('seed', 'x', iterIn, 'init_x');
    else wire(`n${root}x0`, 'x', iterIn, 'init_x');
    const count = perScope + (extra-- > 0 ? 1 : 0);
    for (let k = 0; k < count; k++) {
      const id = `n${s}x${k}`;
      made.push(scripted(id, ['a', 'b'], ['x']));
      if (k === 0) {
        wire(iterIn, 'init_x', id, 'a');
        wire(iterIn, 'iterout_x', id, 'a');
        wire(iterIn, 'step', id, 'b');
      } else {
        wire(`n${s}x${k - 1}`, 'x', id, 'a');
        wire(`n${s}x${k >> 1}`, 'x', id, 'b');
      }
    }
    wire(`n${s}x${count - 1}`, 'x', iterOut, 'x');
    if (isRoot) continue;
    made.push({ id: `latch${s}`, type: 'graphOut', config: { portName: `latch${s}` } });
    wire(iterOut, 'final_x', `latch${s}`, 'value');
    wire(`latch${s}`, 'value', `out${root}`, 'x');
  }
  return JSON.stringify({ nodes: made, edges });
}

function scripted(id: string, inputs: readonly string[], outputs: readonly string[]): object {
  return { id, type: 'scripted', config: { inputs, outputs, seq: [{ x: 1 }] } };
}

/** Milliseconds, the median of some rounds after a first one that warms up. Throws where the graph is not valid. */
export function checkMs(text: string): number {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    const parsed = parseGraph(text, 'large.json');
    if (!parsed.ok) throw new Error(parsed.failure.problems[0]?.message);
    const { problems } = draftGraph(parsed.value);
    if (round > 0) times.push(performance.now() - began);
    if (problems.length > 0) throw new Error(problems[0]?.message);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1] as number;
}

/** One line a size. */
export function checkLines(): string[] {
  return (
    [
      [500, 20],
      [3000, 20],
      [3000, 200],
    ] as const
  ).map(([nodes, scopes]) => {
    const ms = checkMs(largeGraph(nodes, scopes));
    return `check of ${nodes} nodes in ${scopes} loops: ${ms.toFixed(1)} ms`;
  });
}
