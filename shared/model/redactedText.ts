// The stub of a secret within a text, as it stands on a tape: `‹redacted API_KEY 3fa9c1d2›`. A secret that is a whole value has a stub of
// its own kind (`Redacted`).

const STUB = /‹redacted ([^\s‹›]+) ([0-9a-f]{8})›/;

/** @param hash eight digits that tell equal secrets of one run from others */
export function redactedText(name: string, hash: string): string {
  return `‹redacted ${name} ${hash}›`;
}

/** The name in the first stub of the text; undefined where it has none. */
export function redactedIn(text: string): string | undefined {
  return text.includes('‹') ? STUB.exec(text)?.[1] : undefined;
}
