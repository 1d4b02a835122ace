// Texts in which no secret was found, so that those of which a run has many, as ids and the items of a growing list, are searched once.

/** In each of two generations; a longer text is not kept. */
const KEPT = 4096;
const LONGEST = 2048;

export class CleanTexts {
  #young = new Set<string>();
  #old = new Set<string>();

  has(text: string): boolean {
    if (text.length > LONGEST) return false;
    return this.#young.has(text) || this.#old.has(text);
  }

  add(text: string): void {
    if (text.length > LONGEST) return;
    if (this.#young.size >= KEPT) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(text);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
