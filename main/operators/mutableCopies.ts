// Copies of values for JSONata, which marks the very list that `x[]` names, while values are frozen. What must hold: a value is
// copied once a run, however many fires see it. That is safe because a mark on a list that came in means nothing to JSONata,
// and nothing else of an input is ever changed.
import { isRecord, isSnapshot, type Value } from '../../shared/model/value.ts';

export class MutableCopies {
  readonly #made = new WeakMap<object, unknown>();

  of(value: Value): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const seen = this.#made.get(value);
    if (seen !== undefined) return seen;
    if (Array.isArray(value))
      return this.#keep(
        value,
        (value as readonly Value[]).map((item) => this.of(item)),
      );
    if (!isRecord(value)) return value;
    const entries = Object.keys(value).map((key) => [key, this.of(value[key] as Value)] as const);
    return this.#keep(value, Object.fromEntries(entries));
  }

  #keep(value: object, copy: unknown): unknown {
    // What can still change is another value the next time.
    if (isSnapshot(value)) this.#made.set(value, copy);
    return copy;
  }
}
