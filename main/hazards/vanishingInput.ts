// The mirror trap at work (seed 001 §10): an input that only the first iteration is given was missed in a later one. Its node
// could not fire for the want of it, or fired without it.
import { assertNever } from '../../shared/base/assert.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EventOf } from '../../shared/model/event.ts';
import type { Hazard, TapeHazard } from '../../shared/model/hazard.ts';
import type { Detector } from './detector.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { iterationWords } from './wording.ts';

interface Watch {
  readonly hazard: Hazard;
  readonly scope: string;
  readonly isRequired: boolean;
  /** Of the running iteration. */
  path: string | undefined;
  iteration: number;
  hasRead: boolean;
  readonly missed: string[];
  /** Those of `missed` that were never closed, so that their path alone names no moment. */
  readonly unclosed: Set<string>;
  stallSeq: number | undefined;
  why: string | undefined;
}

export const vanishingInput: Detector<'iteration.opened' | 'iteration.closed' | 'scope.exited' | 'fire.started'> = {
  code: 'vanishing-input',
  kinds: ['iteration.opened', 'iteration.closed', 'scope.exited', 'fire.started'],
  watch(graph) {
    const watches = staticHazardsOf(graph, 'vanishing-input').flatMap((hazard) => watchOf(graph, hazard));
    const inScope = Map.groupBy(watches, (watch) => watch.scope);
    const ofNode = Map.groupBy(watches, (watch) => watch.hazard.where.node ?? '');
    return {
      see(event) {
        if (event.kind === 'fire.started') {
          for (const watch of ofNode.get(event.node) ?? [])
            if (Object.hasOwn(event.inputs, watch.hazard.where.port ?? '')) watch.hasRead = true;
          return;
        }
        for (const watch of inScope.get(event.scope) ?? []) seeScope(watch, event);
      },
      found: () => watches.filter((watch) => watch.missed.length > 0).map(hazardOf),
    };
  },
};

function seeScope(watch: Watch, event: EventOf<'iteration.opened' | 'iteration.closed' | 'scope.exited'>): void {
  switch (event.kind) {
    case 'iteration.opened':
      watch.path = event.at;
      watch.iteration = event.iteration;
      watch.hasRead = false;
      return;
    case 'iteration.closed':
      end(watch, true);
      return;
    case 'scope.exited': {
      const { node, port } = watch.hazard.where;
      const waited = event.waiting
        ?.find((waiting) => waiting.node === node)
        ?.inputs.find((input) => input.port === port);
      if (waited) {
        watch.stallSeq = event.seq;
        watch.why = waited.why;
        end(watch, false);
      }
      watch.path = undefined;
      return;
    }
    default:
      assertNever(event);
  }
}

function watchOf(graph: CheckedGraph | undefined, hazard: Hazard): Watch[] {
  const { scope, node, port } = hazard.where;
  const known = graph?.nodes.find((one) => one.id === node);
  // Only operators fire; an inner loop's own pivots are served by other rules.
  if (scope === undefined || known?.role !== 'operator') return [];
  const isRequired = known.inputs.find((input) => input.port === port)?.required ?? false;
  return [
    {
      hazard,
      scope,
      isRequired,
      path: undefined,
      iteration: 0,
      hasRead: false,
      missed: [],
      unclosed: new Set(),
      stallSeq: undefined,
      why: undefined,
    },
  ];
}

function end(watch: Watch, isClosed: boolean): void {
  if (watch.path === undefined) return;
  if (watch.iteration > 0 && !watch.hasRead) {
    watch.missed.push(watch.path);
    if (!isClosed) watch.unclosed.add(watch.path);
  }
  watch.path = undefined;
}

function hazardOf(watch: Watch): TapeHazard {
  const { hazard, missed, isRequired } = watch;
  const { node, port, scope } = hazard.where;
  const effect = isRequired ? `${node} could not fire` : `${node}.${port} had no value`;
  const why = watch.why === undefined ? '' : ` (${watch.why})`;
  const writers =
    hazard.writers && hazard.writers.length > 0 ? ` Its only source is ${hazard.writers.join(' and ')}.` : '';
  const stalled = watch.stallSeq === undefined ? '' : `, and ${scope} stalled`;
  return {
    ...hazard,
    severity: isRequired ? 'error' : hazard.severity,
    message: `${effect} in ${iterationWords(missed)} of ${scope} for want of ${port}${why}${stalled}.${writers}`,
    evidence: [
      ...missed.map((path) => (watch.unclosed.has(path) ? `${path}:start` : path)),
      ...(watch.stallSeq === undefined ? [] : [`#${watch.stallSeq}`]),
    ],
  };
}
