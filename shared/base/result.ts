// The one way a function says that it did not succeed without throwing: a value of two shapes.

export type Result<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

export function succeeded<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function failed<F>(failure: F): { readonly ok: false; readonly failure: F } {
  return { ok: false, failure };
}
