// The seqs that lines give → the seqs that their events have on the tape: a tape counts from 0 without a gap, and what could not be read is
// kept as an event among the others. What must hold: where nothing was shifted nothing is touched.
type Fields = Readonly<Record<string, unknown>>;

export class Seqs {
  /** From the line's own seq on, so much is added; rising. */
  readonly #shifts: { readonly from: number; readonly by: number }[] = [];
  #last = -1;
  /** Whether the last event's line gave one. */
  #areGiven = false;

  /** A line that gives no seq counts one on. False where its seq does not follow: then the line's place counts alone. */
  take(given: unknown, actual: number): boolean {
    const follows = typeof given !== 'number' || given > this.#last;
    const own = typeof given === 'number' && follows ? given : this.#last + 1;
    this.#last = own;
    this.#areGiven = typeof given === 'number';
    const by = actual - own;
    if (by !== (this.#shifts.at(-1)?.by ?? 0)) this.#shifts.push({ from: own, by });
    return follows;
  }

  /** A line that is no event, kept under `actual`: it counts where its sender may have counted it. */
  takeKept(given: unknown, actual: number): void {
    if (Number.isSafeInteger(given) && (given as number) > this.#last) this.take(given, actual);
    else if (!this.#areGiven) this.take(undefined, actual);
  }

  actual(given: number): number {
    const shift = this.#shifts.findLast(({ from }) => from <= given);
    return Math.max(0, given + (shift?.by ?? 0));
  }

  /** The event with every seq that it names as it is on the tape. `parent` and `reused` name another tape's. */
  renamed(fields: Fields): Fields {
    if (this.#shifts.length === 0) return fields;
    const made: Record<string, unknown> = { ...fields };
    if (typeof fields.from === 'number') made.from = this.actual(fields.from);
    else if (fields.from !== undefined) made.from = this.#each(fields.from as Fields);
    if (fields.states !== undefined) made.states = this.#each(fields.states as Fields);
    if (Array.isArray(fields.candidates)) {
      made.candidates = fields.candidates.map((one: Fields) =>
        typeof one.seq === 'number' ? { ...one, seq: this.actual(one.seq) } : one,
      );
    }
    return made;
  }

  #each(seqs: Fields): Fields {
    return Object.fromEntries(
      Object.entries(seqs).map(([name, seq]) => [name, typeof seq === 'number' ? this.actual(seq) : seq]),
    );
  }
}
