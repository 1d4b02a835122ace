// A regular expression whose search ends. JavaScript's engine can take for ever on patterns such as /^(a+)+$/, and nothing
// that runs on the same thread could stop it, so every search runs under the time limit of node:vm.
import { createContext, Script } from 'node:vm';

/** How long one search may take. */
const LIMIT_MS = 1000;

const box: { pattern: RegExp; text: string } = { pattern: /(?:)/, text: '' };
const context = createContext(box);
const search = new Script('pattern.exec(text)');

/** What JSONata uses of a RegExp. Throws after one second of searching. */
export class GuardedRegExp {
  readonly #pattern: RegExp;
  constructor(pattern: RegExp) {
    this.#pattern = new RegExp(pattern);
  }
  get lastIndex(): number {
    return this.#pattern.lastIndex;
  }
  set lastIndex(index: number) {
    this.#pattern.lastIndex = index;
  }
  exec(text: string): RegExpExecArray | null {
    box.pattern = this.#pattern;
    box.text = text;
    try {
      return search.runInContext(context, { timeout: LIMIT_MS });
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      throw new Error(`the regular expression ${this.#pattern} took more than ${LIMIT_MS} ms on one text`);
    }
  }
}
