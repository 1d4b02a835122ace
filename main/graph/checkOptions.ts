// What a check is told beside the graph's text; the same for every dialect.

export interface CheckOptions {
  /** Node or socket → the scripted config that stands in for its operator (`--script`). */
  readonly standIns?: Readonly<Record<string, unknown>>;
  /** What the graph is called; without it the file's name. */
  readonly name?: string;
  /** The run's `--compat`, which goes before the graph's own. */
  readonly compat?: string;
  /** Which loadout of a config file is meant; without it the active one, else the only one. */
  readonly loadout?: string;
}
