// Lays a drawing out in ELK's worker, once for each drawing. Where the worker can't be had, fails or takes too long, the
// plain layout stands in and nothing of the graph is lost.
import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';
import type { Drawing } from './drawing.ts';
import { elkGraph, layoutOf } from './elkLayout.ts';
import { layeredLayout } from './layeredLayout.ts';
import type { Layout } from './layout.ts';

export interface LaidOut {
  readonly layout: Layout;
  /** Why ELK did not do it. */
  readonly fallback: string | undefined;
}

const PATIENCE_MS = 10_000;
const MOST_KEPT = 24;

/** The part of ELK that is used, so that a test can stand in for the worker. */
export interface LayoutEngine {
  layout(graph: ElkNode): Promise<ElkNode>;
  terminateWorker(): void;
}

/** `onBroken` is called where the worker itself fails, of which ELK does not tell. */
export type StartEngine = (onBroken: (reason: Error) => void) => LayoutEngine;

const startEngine: StartEngine = (onBroken) =>
  new ELK({
    workerFactory: () => {
      const worker = new Worker(new URL('elkjs/lib/elk-worker.min.js', import.meta.url));
      worker.addEventListener('error', (event) =>
        onBroken(new Error(event.message || 'the layout worker did not start')),
      );
      return worker;
    },
  });

/** A layouter with its own cache; the worker starts with the first drawing and is replaced after a failure. */
export function createLayouter(start: StartEngine = startEngine, patienceMs = PATIENCE_MS) {
  const kept = new Map<string, Promise<LaidOut>>();
  let engine: LayoutEngine | undefined;
  const broken = new Set<(reason: Error) => void>();

  const run = async (drawing: Drawing): Promise<LaidOut> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let giveUp: (reason: Error) => void = () => {};
    try {
      const late = new Promise<never>((_, reject) => {
        giveUp = reject;
        broken.add(giveUp);
        timer = setTimeout(() => reject(new Error(`the layout took longer than ${patienceMs / 1000} s`)), patienceMs);
      });
      engine ??= start((reason) => {
        for (const reject of broken) reject(reason);
      });
      const answer = await Promise.race([engine.layout(elkGraph(drawing)), late]);
      return { layout: layoutOf(drawing, answer), fallback: undefined };
    } catch (error) {
      engine?.terminateWorker();
      engine = undefined;
      return { layout: layeredLayout(drawing), fallback: error instanceof Error ? error.message : String(error) };
    } finally {
      clearTimeout(timer);
      broken.delete(giveUp);
    }
  };

  return (drawing: Drawing): Promise<LaidOut> => {
    const known = kept.get(drawing.key);
    if (known) return known;
    const made = run(drawing);
    kept.set(drawing.key, made);
    const oldest = kept.keys().next();
    if (kept.size > MOST_KEPT && !oldest.done) kept.delete(oldest.value);
    return made;
  };
}

export type Layouter = ReturnType<typeof createLayouter>;
