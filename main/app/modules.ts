// What a graph would use of this machine: modules, commands, hosts and models; and the hash that consent is remembered by: of the graph, in
// which commands and hosts stand, of the models, and of every local module that it imports, directly or through others (interfaces §6). What must hold: changing any of these files changes
// the hash; where it is unclear whether a file is imported, it counts.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { init, parse } from 'es-module-lexer';
import type { ConsentRequest } from '../../shared/contract/run.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import { wholeCommandLine } from '../../shared/model/commandLine.ts';
import { hostOf } from '../../shared/model/httpTarget.ts';
import { KEY_VARIABLE, modelEndpoint } from '../../shared/model/modelEndpoint.ts';
import { type PublicValue, toPublic } from '../../shared/model/publicValue.ts';
import type { Value } from '../../shared/model/value.ts';

const CODE = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '']);
/** What `require('./x')` may mean. */
const ENDINGS = ['', '.js', '.cjs', '.json', '/index.js'];

/**
 * The files are named relative to `graphFolder`, those of the graph's own nodes first, packages by their name. A file that
 * is not there counts as missing, so that its coming changes the hash too. What a module loads by a name that it makes up
 * while it runs can't be followed.
 */
export async function usesOf(graph: CheckedGraph, graphFolder: string): Promise<ConsentRequest> {
  const found = new Map<string, string>();
  const packages = new Set<string>();
  // A stand-in (`--script`) has taken the place of the module that it stands for.
  const queue = graph.nodes.filter((node) => node.type === 'script').map((node) => node.config.module);
  const files = queue.filter((name) => typeof name === 'string').map((name) => resolve(graphFolder, name));
  for (let file = files.shift(); file !== undefined; file = files.shift()) {
    if (found.has(file)) continue;
    const content = await contentOf(file);
    found.set(file, content === undefined ? 'missing' : createHash('sha256').update(content).digest('hex'));
    if (content === undefined || !CODE.has(extname(file).toLowerCase())) continue;
    const { imported, required } = await namesIn(content.toString());
    for (const name of [...imported, ...required]) {
      const target = locate(name, file);
      if (target !== undefined) files.push(...(required.has(name) ? ENDINGS : ['']).map((ending) => target + ending));
      else if (!isBuiltin(name)) packages.add(packageOf(name));
    }
  }
  const hash = createHash('sha256').update(`looptape consent 2\n${canonical(toPublic(graph.source))}\n`);
  const named = [...found].map(([file, digest]) => [nameOf(file, graphFolder), digest] as const);
  // Of several places where a `require` may look, those without a file matter to the hash but not to a person.
  for (const [name, digest] of [...named].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${name}\0${digest}\n`);
  const models = modelsOf(graph);
  // They may be named by the environment, beside the graph.
  hash.update(`${models.join('\n')}\n`);
  const entries = new Set(queue.map((name) => nameOf(resolve(graphFolder, String(name)), graphFolder)));
  return {
    hash: hash.digest('hex'),
    graph: graph.name,
    modules: [
      ...named.filter(([name, digest]) => digest !== 'missing' || entries.has(name)).map(([name]) => name),
      ...[...packages].sort(),
    ],
    commands: commandsOf(graph),
    hosts: hostsOf(graph),
    models,
  };
}

/** Each command line as a person would type it, once. */
function commandsOf({ nodes }: CheckedGraph): string[] {
  return [...new Set(nodes.flatMap(({ type, config }) => (type === 'command' ? [wholeCommandLine(config)] : [])))];
}

/** Each host that a request goes to, or may be led to by an answer, once. */
function hostsOf({ nodes }: CheckedGraph): string[] {
  const named = nodes.flatMap(({ type, config }) => {
    if (type !== 'http') return [];
    const url = String(config.url);
    const others: readonly Value[] = Array.isArray(config.hosts) ? config.hosts : [];
    return [hostOf(url) ?? url, ...others.map(String)];
  });
  return [...new Set(named)];
}

/** Each model that would be asked, once; and that it would be given the key, which another host than the usual one may want to have. */
function modelsOf({ nodes }: CheckedGraph): string[] {
  const named = nodes.flatMap(({ type, config }) => {
    if (type !== 'model') return [];
    const { model = 'a model that nothing names yet', baseUrl, key } = modelEndpoint(config, process.env);
    const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
    return [`${model} at ${host}${key === undefined ? '' : `, with the key in ${KEY_VARIABLE}`}`];
  });
  return [...new Set(named)];
}

/** A graph that uses nothing of the machine runs without asking. */
export function needsConsent(uses: ConsentRequest): boolean {
  return [uses.modules, uses.commands, uses.hosts, uses.models].some((used) => used.length > 0);
}

async function contentOf(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
}

/** Every name that the source imports, re-exports or requires, as far as it is written out. */
async function namesIn(source: string): Promise<Record<'imported' | 'required', ReadonlySet<string>>> {
  await init;
  const imported = new Set<string>();
  try {
    for (const { n } of parse(source)[0]) if (n !== undefined) imported.add(n);
  } catch {
    // No module, or one that will not load. A text that looks like an import then counts as one.
    for (const [, name] of source.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g)) imported.add(name as string);
  }
  const required = source.matchAll(/\brequire\s*\(\s*['"`]([^'"`\n]+)['"`]/g);
  return { imported, required: new Set([...required].map(([, name]) => name as string)) };
}

/** The file that the name stands for, or undefined for a package or a part of Node. */
function locate(name: string, from: string): string | undefined {
  if (/^\.{0,2}\//.test(name) || name.startsWith('file:')) {
    const url = new URL(name, pathToFileURL(from));
    url.search = '';
    url.hash = '';
    return fileURLToPath(url);
  }
  if (isBuiltin(name)) return undefined;
  try {
    // `#name` of a package.json, the package's own name, or a workspace: such files are the user's own as well.
    const file = createRequire(from).resolve(name);
    return isAbsolute(file) && !file.split(sep).includes('node_modules') ? file : undefined;
  } catch {
    return undefined;
  }
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

function nameOf(file: string, folder: string): string {
  return relative(folder, file).split(sep).join('/');
}

/** JSON text without regard to the order of keys. */
function canonical(data: PublicValue): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  if (Array.isArray(data)) return `[${data.map(canonical).join(',')}]`;
  const record = data as { readonly [key: string]: PublicValue };
  const fields = Object.keys(record).sort();
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonical(record[key] as PublicValue)}`).join(',')}}`;
}
