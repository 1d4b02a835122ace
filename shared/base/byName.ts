// Records whose keys are names that authors chose: `constructor` and `__proto__` are names like any other.

/** A record of these entries that has no other keys, not even inherited ones, so that `record[name]` is safe for any name. */
export function byName<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const record: Record<string, T> = Object.create(null);
  for (const [name, value] of entries) record[name] = value;
  return record;
}
