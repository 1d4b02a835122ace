// What is secret in a run: the values of variables, headers and inputs whose names say so, of those that the graph names, and whatever
// the user's rules match (docs/security.md). What must hold: a value that is too short to be told from other text is not
// looked for; a secret is found in the forms in which it commonly comes out again.
import { createHmac, randomBytes } from 'node:crypto';
import { RE2JS } from 're2js';
import type { RedactionRules } from '../../shared/contract/redaction.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import { KEY_VARIABLE } from '../../shared/model/modelEndpoint.ts';
import { isRecord, type Value, type Values } from '../../shared/model/value.ts';
import type { Found, Secrets } from '../runner/ports.ts';

/** Shorter values stand in every text by chance. */
const SHORTEST = 6;
const HARMLESS = /^(?:true|false|none|null|undefined|\d{1,9})$/i;
/** The last word of a name counts: API_KEY and sessionToken are secret, KEYBOARD, SSH_AUTH_SOCK and PWD are not. */
const SECRET_WORDS: ReadonlySet<string> = new Set(['key', 'auth', 'cookie', 'credential', 'credentials', 'pat']);
const SECRET_ENDINGS = /(?:apikey|token|secret|password|passwd|passphrase)$/;
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'api-key',
  'x-auth-token',
]);
/** How much of a text that goes on is held back for a rule, which may match anything. */
const HELD_FOR_RULES = 4096;

export interface SecretSources {
  readonly graph: CheckedGraph;
  readonly inputs: Values;
  readonly environment: NodeJS.ProcessEnv;
  readonly rules: RedactionRules;
}

/** Undefined where there is nothing to look for. */
export function secretsOf(sources: SecretSources): Secrets | undefined {
  const named = namedSecrets(sources);
  const rules = sources.rules.rules.map(({ name, pattern }) => ({ name, pattern: RE2JS.compile(pattern) }));
  const hasHeaders = sources.graph.nodes.some(({ type }) => type === 'http');
  if (named.size === 0 && rules.length === 0 && !hasHeaders) return undefined;
  return new Finder(named, rules);
}

/** The first pattern that is none, and why; undefined where all can be searched for. */
export function badPattern({ rules }: RedactionRules): string | undefined {
  for (const { name, pattern } of rules) {
    try {
      RE2JS.compile(pattern);
    } catch (thrown) {
      return `the pattern of ${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    }
  }
  return undefined;
}

class Finder implements Secrets {
  readonly #names = new Map<string, string>();
  readonly #search: RegExp | undefined;
  readonly #bytes: readonly (readonly [Buffer, string])[];
  readonly #longest: number;
  readonly #rules: readonly { readonly name: string; readonly pattern: RE2JS }[];
  /** Lives in memory alone, and no longer than the run. */
  readonly #key = randomBytes(32);

  constructor(
    named: ReadonlyMap<string, string>,
    rules: readonly { readonly name: string; readonly pattern: RE2JS }[],
  ) {
    this.#rules = rules;
    for (const [secret, name] of named) {
      for (const form of formsOf(secret)) if (!this.#names.has(form)) this.#names.set(form, name);
    }
    // The longest first: of two that begin alike, the whole one is found.
    const forms = [...this.#names.keys()].sort((a, b) => b.length - a.length);
    this.#search = forms.length === 0 ? undefined : new RegExp(forms.map(escaped).join('|'), 'g');
    this.#longest = forms[0]?.length ?? 0;
    this.#bytes = forms.map((form) => [Buffer.from(form, 'utf8'), this.#names.get(form) as string]);
  }

  find(text: string): readonly Found[] {
    const found: Found[] = [];
    if (this.#search !== undefined && text.length >= SHORTEST) {
      for (const match of text.matchAll(this.#search)) {
        const from = match.index;
        found.push({ from, to: from + match[0].length, name: this.#names.get(match[0]) ?? 'secret' });
      }
    }
    if (this.#rules.length === 0) return found;
    for (const { name, pattern } of this.#rules) {
      const matcher = pattern.matcher(text);
      while (matcher.find()) {
        const [from, to] = [matcher.start(), matcher.end()];
        if (to > from) found.push({ from, to, name });
      }
    }
    return apart(found);
  }

  findBytes(bytes: Uint8Array): string | undefined {
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const known = this.#bytes.find(([form]) => data.includes(form))?.[1];
    if (known !== undefined || this.#rules.length === 0) return known;
    return this.find(data.toString('latin1'))[0]?.name;
  }

  isSecretKey(key: string): boolean {
    return SECRET_HEADERS.has(key.toLowerCase());
  }

  hash(secret: string): string {
    return createHmac('sha256', this.#key).update(secret).digest('hex').slice(0, 8);
  }

  openEnd(text: string): number {
    if (this.#rules.length > 0) {
      // A rule is looked for in whole lines.
      const open = text.length - (text.lastIndexOf('\n') + 1);
      if (open <= HELD_FOR_RULES) return Math.max(open, this.#openForm(text));
    }
    return this.#openForm(text);
  }

  #openForm(text: string): number {
    for (let length = Math.min(this.#longest - 1, text.length); length > 0; length--) {
      const end = text.slice(text.length - length);
      for (const form of this.#names.keys()) if (form.length > length && form.startsWith(end)) return length;
    }
    return 0;
  }
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

/** The secret itself, and what it looks like in an address, in JSON and in base64. */
function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret, 'utf8').toString('base64');
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replace(/=+$/, ''),
    base64.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'),
  ];
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Secret → the name that it is known by. */
function namedSecrets({ graph, inputs, environment, rules }: SecretSources): Map<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, value: unknown): void => {
    if (typeof value !== 'string') return;
    const text = value.trim();
    if (text.length >= SHORTEST && !HARMLESS.test(text) && !found.has(text)) found.set(text, nameIn(name));
  };
  const own = new Set([...rules.names, ...namesIn(isRecord(graph.source) ? graph.source.secrets : undefined)]);
  const isSecret = (name: string) => own.has(name) || isSecretName(name);
  for (const [name, value] of Object.entries(environment))
    if (name === KEY_VARIABLE || isSecret(name)) add(name, value);
  for (const [name, value] of Object.entries(inputs)) if (isSecret(name)) add(name, value);
  for (const { config } of graph.nodes) {
    const { env, headers, url } = config;
    for (const [name, value] of entriesOf(env)) if (isSecret(name)) add(name, value);
    for (const [name, value] of entriesOf(headers)) {
      if (!SECRET_HEADERS.has(name.toLowerCase()) && !isSecret(name)) continue;
      add(name, value);
      for (const part of headerParts(value)) add(name, part);
    }
    if (typeof url === 'string' && URL.canParse(url)) {
      for (const [name, value] of new URL(url).searchParams)
        if (isSecret(name) && !value.includes('{')) add(name, value);
    }
  }
  return found;
}

function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  const last = words.findLast((word) => /[a-z]/.test(word)) ?? '';
  return SECRET_WORDS.has(last) || SECRET_ENDINGS.test(last);
}

function entriesOf(value: Value | undefined): [string, Value][] {
  return value !== undefined && isRecord(value) ? Object.entries(value) : [];
}

function namesIn(value: Value | undefined): string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}

/** What of `Bearer x` and `Basic dXNlcjpwYXNz` is secret by itself. */
function headerParts(value: Value): string[] {
  const [, scheme = '', rest = ''] = /^(\w+)\s+(\S+)$/.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  if (rest === '') return [];
  if (scheme.toLowerCase() !== 'basic') return [rest];
  const said = Buffer.from(rest, 'base64').toString('utf8');
  const password = said.slice(said.indexOf(':') + 1);
  return [rest, password];
}

/** A stub is one word after another. */
function nameIn(name: string): string {
  return name.replaceAll(/[\s‹›]+/g, '_') || 'secret';
}
