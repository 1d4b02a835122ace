// An attempt that came to the very same as the one before it (seed 002, Canonical workflow): what it was told in between changed
// nothing, so the attempts that are left will hardly fare better.
import type { EventOf } from '../../shared/model/event.ts';
import type { TapeHazard } from '../../shared/model/hazard.ts';
import { type Value, valuesEqual } from '../../shared/model/value.ts';
import type { Detector } from './detector.ts';
import { counted } from './wording.ts';

export const idleRefinement: Detector<'fire.finished' | 'iteration.closed'> = {
  code: 'idle-refinement',
  kinds: ['fire.finished', 'iteration.closed'],
  watch(graph) {
    const isBounded = graph?.dialect === 'bounded';
    let output: Value | undefined;
    let before: Value | undefined;
    const evidence: string[] = [];
    let last: EventOf<'iteration.closed'> | undefined;
    return {
      see(event) {
        if (!isBounded) return;
        if (event.kind === 'fire.finished') {
          if (event.node === 'attempt') output = { ...event.outputs };
          return;
        }
        const isSame = last !== undefined && output !== undefined && valuesEqual(output, before);
        if (isSame && last) {
          if (evidence.length === 0) evidence.push(last.at);
          evidence.push(event.at);
        }
        before = output;
        output = undefined;
        last = event;
      },
      found: () =>
        evidence.length === 0
          ? []
          : [
              {
                code: 'idle-refinement',
                severity: 'warning',
                title: 'Attempts that change nothing',
                message: `${counted(evidence.length, 'attempt')} came to the very same, though each was told what the one before it came to.`,
                where: { scope: 'loop', node: 'attempt', port: 'output' },
                evidence: [...evidence],
              } satisfies TapeHazard,
            ],
    };
  },
};
