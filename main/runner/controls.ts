// The controls of a live run: pause, resume, one fire, cancel. They change nothing by themselves; the runner looks at them
// between steps and is woken when they change.

export class RunControls {
  #mode: 'running' | 'held' = 'running';
  #allowance = 0;
  #cancelled = false;
  #wake: (() => void) | undefined;

  /** Lets running fires finish and starts no further ones. */
  pause(): void {
    this.#mode = 'held';
    this.#allowance = 0;
    this.#changed();
  }

  resume(): void {
    this.#mode = 'running';
    // A step that was not used yet is none any more: a later one is one fire again.
    this.#allowance = 0;
    this.#changed();
  }

  /** Holds, but for one fire with all that it causes. */
  step(): void {
    this.#mode = 'held';
    this.#allowance++;
    this.#changed();
  }

  /** Ends the run as cancelled. */
  cancel(): void {
    this.#cancelled = true;
    this.#changed();
  }

  get cancelled(): boolean {
    return this.#cancelled;
  }

  /** Held, with nothing left that it was allowed to start. */
  get held(): boolean {
    return this.#mode === 'held' && this.#allowance === 0;
  }

  /** Whether a fire may start beside `running` others; takes one from the allowance where held. */
  take(running: number): boolean {
    if (this.#mode === 'running') return true;
    // A step is one fire with all that it causes, so it waits for what runs.
    if (this.#allowance === 0 || running > 0) return false;
    this.#allowance--;
    return true;
  }

  /** For the runner alone: called at the next change. */
  onChange(wake: (() => void) | undefined): void {
    this.#wake = wake;
  }

  #changed(): void {
    this.#wake?.();
  }
}
