// Where an event happened, for lines that do not say it: from the scopes and iterations that are open so far (interfaces §3, Order). What
// must hold: a path that a line gives is believed, also for the lines after it; memory grows with what is open, not with the log.
import { childPath, parentPath } from '../../shared/model/path.ts';

interface OpenScope {
  readonly scope: string;
  /** The path that the scope was entered in. */
  readonly parent: string;
  readonly activation: number;
  /** The iteration that is open; between two, undefined. */
  path: string | undefined;
  /** How often scopes were entered in that iteration. */
  entries: Map<string, number>;
}

type Fields = Readonly<Record<string, unknown>>;

export class OpenPaths {
  /** Those outside first. */
  #open: OpenScope[] = [];
  readonly #rootEntries = new Map<string, number>();
  readonly #fires = new Map<number, string>();

  /** The path of a line's event, which from here on counts as having happened. */
  see(fields: Fields): string {
    const given = typeof fields.at === 'string' ? fields.at : undefined;
    const scope = fields.scope as string;
    switch (fields.kind) {
      case 'scope.entered':
        return this.#entered(scope, given ?? this.current());
      case 'iteration.opened':
        return this.#opened(scope, fields, given);
      case 'iteration.closed': {
        const open = this.#find(scope);
        const at = given ?? open?.path ?? this.current();
        if (open) {
          this.#leaveInside(open);
          open.path = undefined;
        }
        return at;
      }
      case 'scope.exited': {
        const open = this.#find(scope);
        if (!open) return given ?? this.current();
        this.#leaveInside(open);
        this.#open = this.#open.filter((one) => one !== open);
        return given ?? open.parent;
      }
      case 'fire.started': {
        const at = given ?? this.current();
        this.#fires.set(fields.fire as number, at);
        return at;
      }
      case 'fire.finished':
      case 'fire.failed': {
        const at = given ?? this.#fires.get(fields.fire as number) ?? this.current();
        this.#fires.delete(fields.fire as number);
        return at;
      }
      case 'slot.written':
      case 'slot.cleared':
      case 'decision.made':
      case 'signal.emitted':
        return given ?? this.#find(scope)?.path ?? this.current();
      default:
        return given ?? '';
    }
  }

  /** The innermost iteration that is open; "" where none is. */
  current(): string {
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const { path } = this.#open[i] as OpenScope;
      if (path !== undefined) return path;
    }
    return '';
  }

  #entered(scope: string, at: string): string {
    const around = this.#open.find((one) => one.path === at);
    const entries = around?.entries ?? this.#rootEntries;
    const activation = (entries.get(scope) ?? 0) + 1;
    entries.set(scope, activation);
    this.#open.push({ scope, parent: at, activation, path: undefined, entries: new Map() });
    return at;
  }

  /** A scope whose entry no line told is taken as entered where things stand. */
  #opened(scope: string, fields: Fields, given: string | undefined): string {
    if (this.#find(scope) === undefined) this.#entered(scope, given === undefined ? this.current() : parentPath(given));
    const open = this.#find(scope) as OpenScope;
    this.#leaveInside(open);
    const step = {
      scope,
      iteration: fields.iteration as number,
      activation: open.activation,
      ...(typeof fields.pass === 'number' ? { pass: fields.pass } : {}),
    };
    open.path = given ?? childPath(open.parent, step);
    open.entries = new Map();
    return open.path;
  }

  /** What was entered in the scope's open iteration ends with it, whether a line told it or not. */
  #leaveInside({ path }: OpenScope): void {
    if (path === undefined || path === '') return;
    this.#open = this.#open.filter(({ parent }) => parent !== path && !parent.startsWith(`${path}/`));
  }

  #find(scope: string): OpenScope | undefined {
    return this.#open.findLast((one) => one.scope === scope);
  }
}
