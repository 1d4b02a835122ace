// Statements that must hold; when one does not, that is our own fault and the process says so.

/** Marks the branch that no member of a union can reach, so that a new member is a type error where it is not handled. */
export function assertNever(never: never): never {
  throw new Error(`unexpected: ${JSON.stringify(never)}`);
}

/** Throws when `condition` does not hold. `sentence` says what must hold. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${sentence}`);
}

/** The value, or a crash with `sentence` where it is missing. */
export function present<T>(value: T | undefined | null, sentence: string): T {
  if (value === undefined || value === null) throw new Error(`missing: ${sentence}`);
  return value;
}
