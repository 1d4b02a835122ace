// Under agentcanvas an iterOut decides on what it has when it fires (semantics §5): a stop that comes after is lost, and so is a
// carry. On the tape both come from fires between the boundary's `step_end` and its decision.
import type { CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import type { HazardCode, Severity, TapeHazard } from '../../shared/model/hazard.ts';
import type { Detector } from './detector.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { counted } from './wording.ts';

type Kinds = 'signal.emitted' | 'fire.finished' | 'decision.made';

interface Late {
  readonly scope: string;
  readonly port: string;
  readonly writers: Set<string>;
  readonly evidence: string[];
}

export const lateStop: Detector<Kinds> = detector(
  'late-stop',
  'error',
  'The stop came too late',
  (port) => port === 'stop',
);
export const unevenCarry: Detector<Kinds> = detector(
  'uneven-carry',
  'warning',
  'A carry that came too late',
  (port) => port !== 'stop',
);

function detector(
  code: HazardCode,
  severity: Severity,
  title: string,
  concerns: (port: string) => boolean,
): Detector<Kinds> {
  return {
    code,
    kinds: ['signal.emitted', 'fire.finished', 'decision.made'],
    watch(graph) {
      const pivot = graph?.dialect === 'pivot' ? graph : undefined;
      const wires = pivot?.compat === 'agentcanvas' ? wiresOf(pivot, concerns) : [];
      const found = new Map<string, Late>();
      let settling: string | undefined;
      return {
        see(event) {
          if (event.kind === 'signal.emitted') {
            if (event.signal === 'step_end') settling = event.scope;
            return;
          }
          if (event.kind === 'decision.made') {
            if (event.question === 'boundary' && event.chosen !== null) settling = undefined;
            return;
          }
          if (settling === undefined) return;
          for (const { scope, source, handle, port } of wires) {
            if (scope !== settling || source !== event.node || !Object.hasOwn(event.outputs, handle)) continue;
            const key = JSON.stringify([scope, port]);
            const late = found.get(key) ?? { scope, port, writers: new Set(), evidence: [] };
            late.writers.add(`${source}.${handle}`);
            late.evidence.push(`#${event.seq}`);
            found.set(key, late);
          }
        },
        found: () =>
          [...found.values()].map(({ scope, port, writers, evidence }): TapeHazard => {
            const known = staticHazardsOf(graph, code).find(
              ({ where }) => where.scope === scope && (where.port ?? 'stop') === port,
            );
            const iterOut = pivot?.scopes[scope]?.iterOut ?? scope;
            return {
              code,
              severity,
              title,
              message: `${[...writers].join(' and ')} reached ${iterOut}.${port} ${counted(evidence.length, 'time')} after ${iterOut} had fired, so the boundary was decided without it and it was lost.`,
              where: { scope, node: iterOut, port },
              writers: [...writers],
              ...(known?.fix ? { fix: known.fix } : {}),
              evidence: [...evidence],
            };
          }),
      };
    },
  };
}

interface LateWire {
  readonly scope: string;
  readonly source: string;
  readonly handle: string;
  readonly port: string;
}

/** The wires from operators into iterOuts. */
function wiresOf(graph: CheckedPivotGraph, concerns: (port: string) => boolean): LateWire[] {
  const scopes = new Map(Object.values(graph.scopes).map(({ scope, iterOut }) => [iterOut, scope]));
  return graph.edges.flatMap(({ source, sourceHandle: handle, target, targetHandle: port }) => {
    const scope = scopes.get(target);
    return scope !== undefined && concerns(port) ? [{ scope, source, handle, port }] : [];
  });
}
