// A call of an operator, as the runner makes it, for tests.

import type { Call } from '../../../main/runner/ports.ts';
import type { GrantedState } from '../../../shared/model/container.ts';
import { snapshot, type Value, type Values } from '../../../shared/model/value.ts';

export interface CallParts {
  readonly config: unknown;
  readonly inputs?: unknown;
  readonly nth?: number;
  readonly node?: string;
  readonly operator?: string;
  readonly abort?: AbortSignal;
  readonly states?: readonly GrantedState[];
  readonly form?: Call['form'];
  readonly output?: (text: string) => void;
}

export function callOf(parts: CallParts): Call {
  const nth = parts.nth ?? 0;
  return {
    fire: 10 + nth,
    node: parts.node ?? 'n',
    nth,
    at: `L[${nth}]`,
    operator: parts.operator ?? 'script',
    config: snapshot(parts.config) as Readonly<Record<string, Value>>,
    inputs: snapshot(parts.inputs ?? {}) as Values,
    form: parts.form ?? 'ports',
    ...(parts.states ? { states: parts.states } : {}),
    ...(parts.output ? { output: parts.output } : {}),
    abort: parts.abort ?? new AbortController().signal,
  };
}
