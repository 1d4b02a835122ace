// What JSON.parse does not say about a text: where it stops being JSON, in lines and columns, and which keys stand twice in
// one object (the last wins, and it is reported: interfaces §3). It accepts exactly the texts that JSON.parse accepts, but
// for those nested deeper than MAX_DEPTH.
import { filePath } from './filePath.ts';

export interface JsonPlace {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
}

export interface DuplicateKey extends JsonPlace {
  readonly key: string;
  /** Where the object stands that has the key twice; "" for the whole file. */
  readonly path: string;
}

export interface JsonFault extends JsonPlace {
  /** What is there instead of JSON, as the end of a sentence: `a value is missing before "}"`. */
  readonly what: string;
}

export interface JsonScan {
  readonly duplicates: readonly DuplicateKey[];
  readonly fault?: JsonFault;
}

/** Objects and lists inside one another; more than any graph needs and less than a recursive walk survives. */
export const MAX_DEPTH = 500;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = ['true', 'false', 'null'];
/** What needs no look within a text. */
const PLAIN_TEXT = /[ !#-[\]-\uFFFF]*/y;

class Stop extends Error {}

export function scanJson(text: string): JsonScan {
  const scanner = new Scanner(text);
  return scanner.scan();
}

class Scanner {
  private readonly text: string;
  private at = 0;
  private readonly path: PropertyKey[] = [];
  private readonly duplicates: DuplicateKey[] = [];
  private fault: JsonFault | undefined;

  constructor(text: string) {
    this.text = text;
  }

  scan(): JsonScan {
    try {
      this.value();
      this.space();
      if (this.at < this.text.length) this.stop(`the value ends here, but ${this.seen()} follows`);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
    }
    return this.fault === undefined
      ? { duplicates: this.duplicates }
      : { duplicates: this.duplicates, fault: this.fault };
  }

  private stop(what: string): never {
    this.fault = { ...this.place(this.at), what };
    throw new Stop(what);
  }

  private place(at: number): JsonPlace {
    let line = 1;
    let start = 0;
    for (let end = this.text.indexOf('\n'); end >= 0 && end < at; end = this.text.indexOf('\n', end + 1)) {
      line += 1;
      start = end + 1;
    }
    return { line, column: at - start + 1 };
  }

  /** What stands at the current place, for a sentence. */
  private seen(): string {
    if (this.at >= this.text.length) return 'the end of the file';
    return JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.at) as number));
  }

  private space(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? '?')) this.at += 1;
  }

  private value(): void {
    this.space();
    const first = this.text[this.at];
    if (first === '{' || first === '[') {
      if (this.path.length >= MAX_DEPTH) this.stop(`more than ${MAX_DEPTH} objects and lists stand inside one another`);
      this.at += 1;
      if (first === '{') this.members();
      else this.items();
      return;
    }
    if (first === '"') {
      this.string();
      return;
    }
    const word = WORDS.find((candidate) => this.text.startsWith(candidate, this.at));
    if (word !== undefined) {
      this.at += word.length;
      return;
    }
    NUMBER.lastIndex = this.at;
    const number = NUMBER.exec(this.text);
    if (number === null) this.stop(`a value is expected, not ${this.seen()}`);
    this.at += number[0].length;
  }

  private members(): void {
    const keys = new Set<string>();
    this.space();
    if (this.text[this.at] === '}') {
      this.at += 1;
      return;
    }
    for (;;) {
      this.space();
      const start = this.at;
      if (this.text[this.at] !== '"') this.stop(`a key in double quotes is expected, not ${this.seen()}`);
      const key = this.string();
      if (keys.has(key)) this.duplicates.push({ ...this.place(start), key, path: filePath(this.path) });
      keys.add(key);
      this.space();
      if (this.text[this.at] !== ':')
        this.stop(`":" is expected after the key ${JSON.stringify(key)}, not ${this.seen()}`);
      this.at += 1;
      this.path.push(key);
      this.value();
      this.path.pop();
      if (!this.goesOn('}')) return;
    }
  }

  private items(): void {
    this.space();
    if (this.text[this.at] === ']') {
      this.at += 1;
      return;
    }
    for (let index = 0; ; index++) {
      this.path.push(index);
      this.value();
      this.path.pop();
      if (!this.goesOn(']')) return;
    }
  }

  /** Past a comma: true. Past the closing bracket: false. */
  private goesOn(close: string): boolean {
    this.space();
    const mark = this.text[this.at];
    if (mark !== ',' && mark !== close) this.stop(`"," or "${close}" is expected, not ${this.seen()}`);
    this.at += 1;
    return mark === ',';
  }

  private string(): string {
    const start = this.at;
    let isPlain = true;
    this.at += 1;
    for (;;) {
      PLAIN_TEXT.lastIndex = this.at;
      PLAIN_TEXT.test(this.text);
      this.at = PLAIN_TEXT.lastIndex;
      const unit = this.text[this.at];
      if (unit === undefined) this.stop('the text that was opened with a double quote has no end');
      if (unit === '"') break;
      if (unit < ' ') this.stop(`a text holds the control character ${JSON.stringify(unit)}, which must be escaped`);
      this.at += 1;
      if (unit !== '\\') continue;
      isPlain = false;
      this.escape();
    }
    this.at += 1;
    return isPlain ? this.text.slice(start + 1, this.at - 1) : (JSON.parse(this.text.slice(start, this.at)) as string);
  }

  private escape(): void {
    const mark = this.text[this.at] ?? '';
    if (mark === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(this.text.slice(this.at + 1, this.at + 5))) {
        this.stop('\\u is followed by something else than four hexadecimal digits');
      }
      this.at += 5;
      return;
    }
    if (mark === '' || !'"\\/bfnrt'.includes(mark)) this.stop(`there is no escape \\ followed by ${this.seen()}`);
    this.at += 1;
  }
}
