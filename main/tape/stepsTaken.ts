// What an open transaction did to the log, names and values, so that it can be done again in smaller ones when the disk is full.
// What must hold: in their order the steps need nothing but what was committed before the first of them.

interface Step {
  readonly work: () => void;
  /** After it the log is whole up to its head, and may be committed. */
  readonly endsPack: boolean;
}

export class StepsTaken {
  #steps: Step[] = [];

  /** Does it now, and notes it. */
  take(work: () => void): void {
    this.note(work, false);
    work();
  }

  /** Notes what was done, or will be, in another way. */
  note(work: () => void, endsPack: boolean): void {
    this.#steps.push({ work, endsPack });
  }

  /** Everything is committed. */
  clear(): void {
    if (this.#steps.length > 0) this.#steps = [];
  }

  /** Does them again after a rollback, as far as it goes: `around` commits what it is given, or throws. */
  again(around: (work: () => void) => void): void {
    const steps = this.#steps;
    this.#steps = [];
    let works: (() => void)[] = [];
    for (const { work, endsPack } of steps) {
      works.push(work);
      if (!endsPack) continue;
      const together = works;
      works = [];
      around(() => {
        for (const each of together) each();
      });
    }
  }
}
