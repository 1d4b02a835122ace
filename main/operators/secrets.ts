// What is secret in a run: the values of variables, headers, parameters and inputs whose names say so, of those that the graph or the user
// names, what stands before the @ of an address, and whatever the user's rules match (docs/security.md, Secrets). What must hold: a
// value that is too short to be told from other text is not looked for.
import { RE2JS } from 're2js';
import type { RedactionRule, RedactionRules } from '../../shared/contract/redaction.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import { KEY_VARIABLE } from '../../shared/model/modelEndpoint.ts';
import { Bytes, isRecord, type Value, type Values } from '../../shared/model/value.ts';
import type { Secrets } from '../runner/ports.ts';
import { SecretFinder } from './secretFinder.ts';
import { headerParts, isSearchable } from './secretForms.ts';
import { isSecretHeader, isSecretName } from './secretNames.ts';

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
  // An answer may bring a cookie.
  const hasHeaders = sources.graph.nodes.some(({ type }) => type === 'http');
  if (named.size === 0 && rules.length === 0 && !hasHeaders) return undefined;
  return new SecretFinder(named, rules);
}

/** The first pattern that is none, and why; undefined where all can be searched for. */
export function badPattern(rules: readonly RedactionRule[]): string | undefined {
  for (const { name, pattern } of rules) {
    try {
      RE2JS.compile(pattern);
    } catch (thrown) {
      return `the pattern of ${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    }
  }
  return undefined;
}

type Add = (name: string, value: Value | undefined) => void;
type IsSecret = (name: string) => boolean;

/** Secret → the name that it is known by. */
function namedSecrets({ graph, inputs, environment, rules }: SecretSources): Map<string, string> {
  const found = new Map<string, string>();
  const add: Add = (name, value) => {
    const text = textOf(value)?.trim();
    if (text !== undefined && isSearchable(text) && !found.has(text)) found.set(text, nameIn(name));
  };
  const own = new Set([...rules.names, ...namesIn(isRecord(graph.source) ? graph.source.secrets : undefined)]);
  const isSecret: IsSecret = (name) => own.has(name) || isSecretName(name);
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue;
    if (name === KEY_VARIABLE || isSecret(name)) addNamed(name, value, add);
    addAddress(value, isSecret, add);
  }
  addWithin(inputs, isSecret, add);
  for (const { config } of graph.nodes) addConfig(config, isSecret, add);
  for (const text of textsIn(graph.source)) addAddress(text, isSecret, add);
  return found;
}

/** A number is one when it is long enough, and then its digits are looked for. */
function textOf(value: Value | undefined): string | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : (value as string | undefined);
}

/** `API_KEYS=one,two` are several. */
function addNamed(name: string, value: Value, add: Add): void {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return;
  add(name, value);
  if (typeof value === 'string' && /s$/i.test(name)) for (const part of value.split(/[\s,;]+/)) add(name, part);
}

/** Whatever stands under a name that says so, at any depth. */
function addWithin(value: Value, isSecret: IsSecret, add: Add, name?: string): void {
  if (name !== undefined) addNamed(name, value, add);
  if (typeof value === 'string') addAddress(value, isSecret, add);
  if (typeof value !== 'object' || value === null || value instanceof Bytes) return;
  if (Array.isArray(value)) for (const item of value) addWithin(item, isSecret, add, name);
  else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value))
      addWithin(inner, isSecret, add, name ?? (isSecret(key) ? key : undefined));
  }
}

function addConfig(config: Readonly<Record<string, Value>>, isSecret: IsSecret, add: Add): void {
  const { env, headers, body, argv, apiKey } = config;
  if (typeof apiKey === 'string') add('apiKey', apiKey);
  for (const [name, value] of entriesOf(env)) if (isSecret(name)) addNamed(name, value, add);
  for (const [name, value] of entriesOf(headers)) {
    if (typeof value === 'string' && (isSecretHeader(name) || isSecret(name))) addHeader(name, value, add);
  }
  if (body !== undefined) addWithin(body, isSecret, add);
  if (Array.isArray(argv)) addWords(argv, isSecret, add);
}

/** `--token x`, `--token=x`, `TOKEN=x`, and a header as one word. */
function addWords(words: readonly Value[], isSecret: IsSecret, add: Add): void {
  for (const [place, word] of words.entries()) {
    if (typeof word !== 'string') continue;
    const [, option, equals, given = ''] = /^-{0,2}([\w.-]+)(=?)([\s\S]*)$/.exec(word) ?? [];
    if (option !== undefined && isSecret(option)) {
      if (equals === '=') add(option, given);
      else if (word.startsWith('-') && given === '') add(option, words[place + 1]);
    }
    const [, header, value = ''] = /^([\w-]+):\s*(\S[\s\S]*)$/.exec(word) ?? [];
    if (header !== undefined && isSecretHeader(header)) addHeader(header, value, add);
  }
}

function addHeader(name: string, value: string, add: Add): void {
  add(name, value);
  for (const part of headerParts(value)) add(name, part);
}

/** What stands before the @ of an address, and its parameters whose names say so: as they are written, and as they are meant. */
function addAddress(text: string, isSecret: IsSecret, add: Add): void {
  if (!text.includes('://')) return;
  const both = (name: string, written: string): void => {
    if (/[{}]/.test(written)) return;
    add(name, written);
    add(name, decoded(written));
  };
  for (const [, scheme = 'url', user = '', password] of text.matchAll(
    /([a-z][\w+.-]*):\/\/([^\s/?#@:]*)(?::([^\s/?#@]*))?@/gi,
  ))
    both(password === undefined ? `${scheme}_user` : `${scheme}_password`, password ?? user);
  for (const [, name = '', value = ''] of text.matchAll(/[?&]([^\s=&#]+)=([^\s&#"']*)/g))
    if (isSecret(decoded(name))) both(decoded(name), value);
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written.replaceAll('+', ' '));
  } catch {
    return written;
  }
}

function textsIn(value: Value | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || value instanceof Bytes) return [];
  return Object.values(value as Values).flatMap(textsIn);
}

function entriesOf(value: Value | undefined): [string, Value][] {
  return value !== undefined && isRecord(value) ? Object.entries(value) : [];
}

function namesIn(value: Value | undefined): string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}

/** A stub is one word after another. */
function nameIn(name: string): string {
  return name.replaceAll(/[\s‹›]+/g, '_') || 'secret';
}
