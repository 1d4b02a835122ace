// A scope that came to rest before its iteration could close (semantics §1, Boundary): who waited, for what, and why.
import { assertNever } from '../../shared/base/assert.ts';
import type { Stall, Waiting } from '../../shared/model/event.ts';
import type { TapeHazard } from '../../shared/model/hazard.ts';
import type { Detector } from './detector.ts';

export const stall: Detector<'iteration.opened' | 'scope.exited' | 'run.finished'> = {
  code: 'stall',
  kinds: ['iteration.opened', 'scope.exited', 'run.finished'],
  watch() {
    const found: TapeHazard[] = [];
    const pathOf = new Map<string, string>();
    const told = new Set<string>();
    return {
      see(event) {
        switch (event.kind) {
          case 'iteration.opened':
            pathOf.set(event.scope, event.at);
            return;
          case 'scope.exited': {
            if (event.reason !== 'stalled') return;
            told.add(event.scope);
            const path = pathOf.get(event.scope) ?? '';
            const evidence = path === '' ? [`#${event.seq}`] : [`${path}:start`, `#${event.seq}`];
            found.push(hazardOf({ scope: event.scope, at: path, waiting: event.waiting ?? [] }, evidence));
            return;
          }
          case 'run.finished':
            // A root scope that nothing was delivered to is never entered, so it has no exit either.
            if (event.stalled && !told.has(event.stalled.scope)) found.push(hazardOf(event.stalled, [`#${event.seq}`]));
            return;
          default:
            return assertNever(event);
        }
      },
      found: () => found,
    };
  },
};

function hazardOf({ scope, at, waiting }: Stall, evidence: string[]): TapeHazard {
  const [first] = waiting;
  const input = first?.inputs[0];
  const place =
    at === '' ? `${scope || 'The graph'} was never entered` : `${scope} came to rest in ${at} and could not close it`;
  return {
    code: 'stall',
    severity: 'error',
    title: at === '' ? 'Never entered' : 'Stalled',
    message: waiting.length === 0 ? `${place}.` : `${place}: ${waiting.map(waitingWords).join('; ')}.`,
    where: {
      scope,
      ...(first ? { node: first.node } : {}),
      ...(input ? { port: input.port } : {}),
    },
    evidence,
  };
}

function waitingWords({ node, inputs }: Waiting): string {
  return `${node} waits for ${inputs.map(({ port, why }) => `${port} (${why})`).join(' and ')}`;
}
