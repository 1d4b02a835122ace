// One difference between a public engine's rules and ours: a row of docs/semantics.md. Each stands in the file that makes it so.

export interface Difference {
  /** A noun phrase. */
  readonly what: string;
  /** Our rule, and theirs, in a clause each. */
  readonly ours: string;
  readonly theirs: string;
  /** The file that makes it so, within the engine's folder, or from the project's folder where it stands elsewhere. */
  readonly file: string;
}
