// Where the inputs of a fire came from, for lines that do not say it by seq: the last writer of the slot or port that the line names
// (interfaces §3). What must hold: a seq that a line gives is kept; memory grows with the names, not with the log.
type Fields = Readonly<Record<string, unknown>>;

interface Written {
  readonly seq: number;
  /** The slot or port that it stands in. */
  readonly place: string;
}

export class Origins {
  /** By every name that a line may use: `obs`, `init_obs`, `plan.init_obs`, `policy.action`. */
  readonly #last = new Map<string, Written>();

  /** What an event wrote, from here on. */
  see(fields: Fields, seq: number): void {
    const { scope, slot } = fields as { readonly scope: string; readonly slot: string };
    switch (fields.kind) {
      case 'run.started':
        for (const port of Object.keys(fields.inputs as object)) this.#wrote([port], port, seq);
        return;
      case 'fire.finished':
        for (const port of Object.keys(fields.outputs as object)) {
          const place = `${fields.node as string}.${port}`;
          this.#wrote([port, place], place, seq);
        }
        return;
      case 'slot.written':
        this.#wrote(namesOf(scope, slot), `slot ${scope}.${slot}`, seq);
        return;
      case 'slot.cleared':
        for (const name of namesOf(scope, slot))
          if (this.#last.get(name)?.place === `slot ${scope}.${slot}`) this.#last.delete(name);
        return;
      default:
        return;
    }
  }

  #wrote(names: readonly string[], place: string, seq: number): void {
    for (const name of names) this.#last.set(name, { seq, place });
  }

  /**
   * The `from` of a fire with these inputs. Without a `from` each port is looked for by its own name; one that nothing wrote is absent.
   * `unknown` lists the names that a line gave and nothing wrote.
   */
  of(inputs: Fields, from: Fields | undefined): { readonly from: Record<string, number>; readonly unknown: string[] } {
    const made: [string, number][] = [];
    const unknown: string[] = [];
    for (const [port, named] of Object.entries(
      from ?? Object.fromEntries(Object.keys(inputs).map((one) => [one, one])),
    )) {
      const seq = typeof named === 'number' ? named : this.#last.get(named as string)?.seq;
      if (seq !== undefined) made.push([port, seq]);
      else if (from !== undefined) unknown.push(named as string);
    }
    return { from: Object.fromEntries(made), unknown };
  }
}

/** A loop's slot is also known by what it carries: `init_obs` and `iterout_obs` by `obs`. */
function namesOf(scope: string, slot: string): string[] {
  const [, carried] = /^(?:init|iterout)_(.+)$/s.exec(slot) ?? [];
  return [slot, ...(scope === '' ? [] : [`${scope}.${slot}`]), ...(carried === undefined ? [] : [carried])];
}
