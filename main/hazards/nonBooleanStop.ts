// A stop that is not a boolean (seed 001 §5, semantics §1, Boundary): it was taken as true or false all the same. A stop that
// has no value at all is no stop, and is fine; null is a value.
import type { TapeHazard } from '../../shared/model/hazard.ts';
import { isTruthy, typeName, type Value } from '../../shared/model/value.ts';
import type { Detector } from './detector.ts';
import { typeWords, valueWords } from './wording.ts';

interface Seen {
  readonly first: Value;
  readonly types: Set<string>;
  readonly counted: Set<boolean>;
  readonly paths: string[];
}

export const nonBooleanStop: Detector<'iteration.closed'> = {
  code: 'non-boolean-stop',
  kinds: ['iteration.closed'],
  watch(graph) {
    const scopes = new Map<string, Seen>();
    return {
      see({ stop, scope, at }) {
        if (stop === undefined || typeof stop === 'boolean') return;
        const seen = scopes.get(scope) ?? { first: stop, types: new Set(), counted: new Set(), paths: [] };
        seen.types.add(typeName(stop));
        seen.counted.add(isTruthy(stop));
        seen.paths.push(at);
        scopes.set(scope, seen);
      },
      found: () =>
        [...scopes].map(([scope, seen]) =>
          hazardOf(scope, graph?.dialect === 'pivot' ? graph.scopes[scope]?.iterOut : undefined, seen),
        ),
    };
  },
};

function hazardOf(scope: string, iterOut: string | undefined, { first, types, counted, paths }: Seen): TapeHazard {
  const name = iterOut === undefined ? `The stop of ${scope}` : `${iterOut}.stop`;
  const type = [...types].join(' or ');
  const taken = counted.size > 1 ? 'now as true, now as false' : counted.has(true) ? 'as true' : 'as false';
  const value = valueWords(first);
  const shown = first === null || value === typeWords(first) ? '' : `, such as ${value}`;
  const where =
    paths.length === 1 ? `at the boundary of ${paths[0]}` : `at ${paths.length} boundaries, first of ${paths[0]}`;
  return {
    code: 'non-boolean-stop',
    severity: 'warning',
    title: 'A stop that is not a boolean',
    message: `${name} got ${type}${shown}, where a boolean belongs, ${where}; it counted ${taken}.`,
    where: { scope, ...(iterOut === undefined ? {} : { node: iterOut }), port: 'stop' },
    evidence: paths,
  };
}
