// Finds secrets in texts and bytes. What must hold: what is found covers every place where a known secret stands, also where two overlap
// and where a sentence was cut in the middle of one; a text without any costs one search.
import { createHmac, randomBytes } from 'node:crypto';
import type { RE2JS } from 're2js';
import type { Found, Secrets } from '../runner/ports.ts';
import { formsOf, headerParts, isSearchable, SHORTEST } from './secretForms.ts';
import { isSecretHeader } from './secretNames.ts';

/** How much of a text that goes on is held back for a rule, which may match anything. */
const HELD_FOR_RULES = 4096;
/** How many secrets are learned while a run goes on: an answer may bring a new cookie each time. */
const MOST_LEARNED = 1000;
/** Where a text was cut: `…`, or the three dots of a parser's complaint, with what stands around them. */
const CUT = /(?:\s\[|["'`(]?)(?:…|\.{3})[^\n]{0,80}…\]\s|["'`)]?(?:…|\.{3})["'`(]?/g;

export interface NamedPattern {
  readonly name: string;
  readonly pattern: RE2JS;
}

export class SecretFinder implements Secrets {
  readonly shortest: number;
  /** Form → the name of its secret. */
  readonly #names = new Map<string, string>();
  readonly #rules: readonly NamedPattern[];
  /** Lives in memory alone, and no longer than the run. */
  readonly #key = randomBytes(32);
  #search: RegExp | undefined;
  #bytes: readonly (readonly [Buffer, string])[] | undefined;
  #learned = 0;

  /** @param named secret → name */
  constructor(named: ReadonlyMap<string, string>, rules: readonly NamedPattern[]) {
    this.#rules = rules;
    this.shortest = rules.length === 0 ? SHORTEST : 1;
    for (const [secret, name] of named) this.#add(name, secret);
    this.#search = searchFor(this.#names);
  }

  find(text: string): readonly Found[] {
    const found: Found[] = [];
    if (this.#search !== undefined && text.length >= SHORTEST) {
      if (this.#search.test(text)) this.#findForms(text, found);
      if (text.includes('…') || text.includes('...')) this.#findCut(text, found);
    }
    for (const { name, pattern } of this.#rules) {
      const matcher = pattern.matcher(text);
      while (matcher.find()) {
        const [from, to] = [matcher.start(), matcher.end()];
        if (to > from) found.push({ from, to, name });
      }
    }
    return found.length < 2 ? found : apart(found);
  }

  findPart(text: string): string | undefined {
    for (const [form, name] of this.#names)
      if (partAfter(text, 0, form) > 0 || partBefore(text, text.length, form) > 0) return name;
    return undefined;
  }

  findBytes(bytes: Uint8Array): string | undefined {
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#bytes ??= [...this.#names].map(([form, name]) => [Buffer.from(form, 'utf8'), name]);
    const known = this.#bytes.find(([form]) => data.includes(form))?.[1];
    if (known !== undefined || this.#rules.length === 0) return known;
    return (this.find(data.toString('latin1'))[0] ?? this.find(data.toString('utf8'))[0])?.name;
  }

  isSecretKey(key: string): boolean {
    return isSecretHeader(key);
  }

  learn(name: string, secret: string): boolean {
    if (!isSearchable(secret) || this.#names.has(secret) || this.#learned >= MOST_LEARNED) return false;
    this.#learned++;
    for (const part of [secret, ...headerParts(secret)]) if (isSearchable(part)) this.#add(name, part);
    this.#search = searchFor(this.#names);
    this.#bytes = undefined;
    return true;
  }

  hash(secret: string | Uint8Array): string {
    return createHmac('sha256', this.#key).update(secret).digest('hex').slice(0, 8);
  }

  openEnd(text: string): number {
    const open = this.#openForm(text);
    if (this.#rules.length === 0) return open;
    // A rule is looked for in whole lines.
    const line = text.length - (text.lastIndexOf('\n') + 1);
    return line <= HELD_FOR_RULES ? Math.max(line, open) : open;
  }

  #add(name: string, secret: string): void {
    for (const form of formsOf(secret)) if (!this.#names.has(form)) this.#names.set(form, name);
  }

  #findForms(text: string, found: Found[]): void {
    for (const [form, name] of this.#names) {
      for (let from = text.indexOf(form); from >= 0; from = text.indexOf(form, from + 1))
        found.push({ from, to: from + form.length, name });
    }
  }

  /** What is left of a secret before and behind a cut, where that is long enough to be one. */
  #findCut(text: string, found: Found[]): void {
    for (const { index, 0: mark } of text.matchAll(CUT)) {
      const behind = index + mark.length;
      for (const [form, name] of this.#names) {
        const before = partBefore(text, index, form);
        if (before > 0) found.push({ from: index - before, to: index, name });
        const after = partAfter(text, behind, form);
        if (after > 0) found.push({ from: behind, to: behind + after, name });
      }
    }
  }

  #openForm(text: string): number {
    let open = 0;
    for (const form of this.#names.keys()) {
      const first = form.charAt(0);
      const from = Math.max(0, text.length - form.length + 1);
      for (let at = text.indexOf(first, from); at >= 0; at = text.indexOf(first, at + 1)) {
        if (!form.startsWith(text.slice(at))) continue;
        open = Math.max(open, text.length - at);
        break;
      }
    }
    return open;
  }
}

function searchFor(names: ReadonlyMap<string, string>): RegExp | undefined {
  return names.size === 0 ? undefined : new RegExp([...names.keys()].map(escaped).join('|'));
}

/** How many units before `end` are some part of the form: none, or at least as many as a secret has. */
function partBefore(text: string, end: number, form: string): number {
  let length = SHORTEST;
  if (end < length || !form.includes(text.slice(end - length, end))) return 0;
  while (length < end && form.includes(text.slice(end - length - 1, end))) length++;
  return length;
}

function partAfter(text: string, start: number, form: string): number {
  let length = SHORTEST;
  if (text.length - start < length || !form.includes(text.slice(start, start + length))) return 0;
  while (start + length < text.length && form.includes(text.slice(start, start + length + 1))) length++;
  return length;
}

/** In order, and of those that overlap one that covers both. */
function apart(found: Found[]): Found[] {
  const sorted = found.sort((a, b) => a.from - b.from || b.to - a.to);
  const made: Found[] = [];
  for (const one of sorted) {
    const last = made.at(-1);
    if (last === undefined || one.from >= last.to) made.push(one);
    else if (one.to > last.to) made[made.length - 1] = { ...last, to: one.to };
  }
  return made;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
