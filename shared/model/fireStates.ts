// The states of containers as one fire sees them: as they were when it started, and what it wrote itself since (semantics §1,
// State containers). What it did is kept in its order, for the fire's answer.
import { afterWrite, EPISODE_RESET, type GrantedState, type StateChange } from './container.ts';
import type { Value } from './value.ts';

/** Codes: `no-grant`, `bad-write`, `bad-signal`. */
export interface StateRefusal {
  readonly code: string;
  readonly message: string;
}

export type StateAnswer =
  | { readonly ok: true; readonly value: Value | undefined }
  | ({ readonly ok: false } & StateRefusal);

export class FireStates {
  readonly #node: string;
  readonly #granted: readonly GrantedState[];
  readonly #values = new Map<string, Value>();
  readonly #changes: StateChange[] = [];

  constructor(node: string, granted: readonly GrantedState[]) {
    this.#node = node;
    this.#granted = granted;
    for (const { slot, value } of granted) if (value !== undefined) this.#values.set(slot, value);
  }

  get changes(): readonly StateChange[] {
    return this.#changes;
  }

  /** The state's value; undefined when it is empty. */
  read(container: string, state: string): StateAnswer {
    const found = this.#find(container, state);
    return found ? { ok: true, value: this.#values.get(found.slot) } : this.#noGrant('reads', container, state);
  }

  write(container: string, state: string, value: Value): StateAnswer {
    const found = this.#find(container, state);
    if (!found) return this.#noGrant('writes', container, state);
    const written = afterWrite(found, this.#values.get(found.slot), value);
    if (!written.ok) return { ok: false, code: 'bad-write', message: `${this.#node} can't write: ${written.says}.` };
    this.#values.set(found.slot, written.value);
    this.#changes.push({ write: found.slot, value });
    return written;
  }

  /** What the signal resets shows in later fires alone. */
  signal(signal: string): StateAnswer {
    if (signal !== EPISODE_RESET) {
      const message = `${this.#node} signalled "${signal}"; a fire may only signal ${EPISODE_RESET}.`;
      return { ok: false, code: 'bad-signal', message };
    }
    this.#changes.push({ signal });
    return { ok: true, value: undefined };
  }

  #find(container: string, state: string): GrantedState | undefined {
    return this.#granted.find((one) => one.container === container && one.state === state);
  }

  #noGrant(verb: string, container: string, state: string): StateAnswer {
    const isThere = this.#granted.some((one) => one.container === container);
    const why = isThere ? `the container has no state "${state}"` : `it was not granted access to ${container}`;
    return { ok: false, code: 'no-grant', message: `${this.#node} ${verb} ${container}.${state}, but ${why}.` };
  }
}
