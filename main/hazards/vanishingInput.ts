// The mirror trap at work (seed 001 §10): an input that only the first iteration is given was missed in a later one. Its node
// could not fire for the want of it, or fired without it.
import type { Hazard, TapeHazard } from '../../shared/model/hazard.ts';
import type { TapeView } from '../../shared/model/tapeView.ts';
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

export const vanishingInput: Detector = {
  code: 'vanishing-input',
  find(view) {
    const watches = staticHazardsOf(view, 'vanishing-input').flatMap((hazard) => watchOf(view, hazard));
    if (watches.length === 0) return [];
    const inScope = Map.groupBy(watches, (watch) => watch.scope);
    const ofNode = Map.groupBy(watches, (watch) => watch.hazard.where.node ?? '');
    const kinds = ['iteration.opened', 'iteration.closed', 'scope.exited', 'fire.started'] as const;
    for (const event of view.events(kinds)) {
      switch (event.kind) {
        case 'iteration.opened':
          for (const watch of inScope.get(event.scope) ?? []) {
            watch.path = event.at;
            watch.iteration = event.iteration;
            watch.hasRead = false;
          }
          break;
        case 'fire.started':
          for (const watch of ofNode.get(event.node) ?? [])
            if (Object.hasOwn(event.inputs, watch.hazard.where.port ?? '')) watch.hasRead = true;
          break;
        case 'iteration.closed':
          for (const watch of inScope.get(event.scope) ?? []) end(watch, true);
          break;
        case 'scope.exited':
          for (const watch of inScope.get(event.scope) ?? []) {
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
          }
          break;
      }
    }
    return watches.filter((watch) => watch.missed.length > 0).map(hazardOf);
  },
};

function watchOf(view: TapeView, hazard: Hazard): Watch[] {
  const { scope, node, port } = hazard.where;
  const known = view.graph?.nodes.find((one) => one.id === node);
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
