// Which state of which container the two container operators work on.
import type { Call } from '../runner/ports.ts';
import { type Refusal, refusal } from './refusal.ts';
import { called, capital } from './wording.ts';

interface ContainerPlace {
  readonly container: string;
  readonly state: string;
}

/** From the config's `container` and `state`; containers belong to pivot graphs. Error: `bad-config`. */
export function containerPlace(call: Call): { readonly ok: true; readonly place: ContainerPlace } | Refusal {
  const { container, state } = call.config;
  if (call.form !== 'ports') {
    const instead =
      'only pivot graphs have state containers; a socket reads the state as its input and changes it by assign';
    return refusal('bad-config', `${capital(called(call))} can't run ${call.operator}: ${instead}.`);
  }
  if (typeof container !== 'string' || typeof state !== 'string') {
    return refusal('bad-config', `${capital(called(call))} must name config.container and config.state.`);
  }
  return { ok: true, place: { container, state } };
}
