import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { needsConsent, usesOf } from '../../../main/app/modules.ts';
import { checkGraph } from '../../../main/graph/check.ts';
import { parseGraph } from '../../../main/graph/parse.ts';
import { checked } from '../../support/runGraphFile.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'looptape-modules-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function graphOf(modules: readonly string[], extra: object = {}, standIns?: Record<string, unknown>) {
  const nodes = modules.map((module, i) => ({
    id: `s${i}`,
    type: 'script',
    config: { module, inputs: [], outputs: ['x'] },
  }));
  const pure = { id: 'pure', type: 'expression', config: { inputs: [], outputs: { x: '1' } } };
  return checked({ nodes: [...nodes, pure], edges: [], ...extra }, standIns);
}

const uses = (...modules: string[]) => usesOf(graphOf(modules), folder);

/** The hash before and after a change. */
async function around(change: () => void, ...modules: string[]): Promise<[string, string]> {
  const before = (await uses(...modules)).hash;
  change();
  return [before, (await uses(...modules)).hash];
}

it('asks for nothing where a graph only computes', async () => {
  const used = await uses();
  expect(used).toMatchObject({ modules: [], commands: [], hosts: [], models: [] });
  expect(needsConsent(used)).toBe(false);
});

it('names the modules of the nodes first, then what they import', async () => {
  write('policy.mjs', 'import "./lib/walls.mjs"; export default 1;');
  write('world.mjs', 'export default 1;');
  write('lib/walls.mjs', 'export * from "../grid.mjs";');
  write('grid.mjs', '');
  const used = await uses('policy.mjs', 'world.mjs');
  expect(used.modules).toEqual(['policy.mjs', 'world.mjs', 'lib/walls.mjs', 'grid.mjs']);
  expect(needsConsent(used)).toBe(true);
});

it('gives the same hash for the same graph and files, however often it is asked', async () => {
  write('a.mjs', 'import "./b.mjs";');
  write('b.mjs', 'import "./a.mjs";');
  const [first, second] = await around(() => write('other.mjs', 'changed'), 'a.mjs');
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
});

it.each([
  ['a static import', 'import { b } from "./b.mjs";', 'b.mjs'],
  ['an import for its effects', 'import "./b.mjs";', 'b.mjs'],
  ['a re-export', 'export { b } from "./b.mjs";', 'b.mjs'],
  ['a dynamic import', 'const b = await import("./b.mjs");', 'b.mjs'],
  ['a dynamic import of a plain template', 'const b = await import(`./b.mjs`);', 'b.mjs'],
  ['an import of data', 'import b from "./b.json" with { type: "json" };', 'b.json'],
  ['an import with a query', 'import "./b.mjs?fresh";', 'b.mjs'],
  ['an escaped name', 'import "./\\u0062.mjs";', 'b.mjs'],
  ['an import from a folder above', 'import "../b.mjs";', '../b.mjs'],
  ['a require', 'const b = require("./b");', 'b.js'],
  ['an import beside a regular expression and a comment', 'const r = /"/; // import\nimport "./b.mjs";', 'b.mjs'],
])('changes the hash when a file changes that is reached by %s', async (_, source, target) => {
  write('sub/a.mjs', source);
  const path = join('sub', target);
  write(path, '1');
  const [before, after] = await around(() => write(path, '2'), 'sub/a.mjs');
  expect(after).not.toBe(before);
});

it('follows the imports of TypeScript, with its types in place', async () => {
  write('a.ts', 'import type { T } from "./t.ts"; import { b } from "./b.ts"; export const a = <U,>(x: U): T => b!;');
  write('t.ts', 'export interface T {}');
  write('b.ts', 'export const b: number | undefined = 1;');
  const [before, after] = await around(() => write('b.ts', 'export const b: number = 2;'), 'a.ts');
  expect(after).not.toBe(before);
});

it('follows the imports of a module that does not parse', async () => {
  write('a.mjs', 'import { b } from "./b.mjs"; const x = {;');
  write('b.mjs', '1');
  const [before, after] = await around(() => write('b.mjs', '2'), 'a.mjs');
  expect(after).not.toBe(before);
});

it("follows a name that the user's own package.json gives to a file", async () => {
  write('package.json', '{"type": "module", "imports": {"#walls": "./lib/walls.mjs"}}');
  write('a.mjs', 'import "#walls";');
  write('lib/walls.mjs', '1');
  const [before, after] = await around(() => write('lib/walls.mjs', '2'), 'a.mjs');
  expect(after).not.toBe(before);
});

it('names the packages that are used and not the parts of Node', async () => {
  write('a.mjs', 'import "left-pad/x.js"; import "@scope/tool/sub"; import "node:fs"; import "path";');
  expect((await uses('a.mjs')).modules).toEqual(['a.mjs', '@scope/tool', 'left-pad']);
});

it('changes the hash with the graph, but not with the order of its keys', async () => {
  write('a.mjs', '');
  const hash = async (extra: object) => (await usesOf(graphOf(['a.mjs'], extra), folder)).hash;
  expect(await hash({ step_budget: 3 })).not.toBe(await hash({ step_budget: 4 }));
  expect(await hash({ note: { a: 1, b: 2 } })).toBe(await hash({ note: { b: 2, a: 1 } }));
});

it('changes the hash when a module that was missing is there, and names it before', async () => {
  const [before, after] = await around(() => write('late.mjs', ''), 'late.mjs');
  expect(after).not.toBe(before);
  rmSync(join(folder, 'late.mjs'));
  expect((await uses('late.mjs')).modules).toEqual(['late.mjs']);
});

it('does not ask for a module that a stand-in replaces', async () => {
  write('a.mjs', '');
  const graph = graphOf(['a.mjs'], {}, { s0: { inputs: [], outputs: ['x'], seq: [{ x: 1 }] } });
  expect((await usesOf(graph, folder)).modules).toEqual([]);
});

function socketsOf(modules: Readonly<Record<string, string>>) {
  const sockets = Object.fromEntries(Object.keys(modules).map((id) => [id, { materia: id }]));
  const scripts = Object.entries(modules).map(([id, module]) => [id, { operator: 'script', module }]);
  const materia = { ...Object.fromEntries(scripts), spare: { operator: 'script', module: 'spare.mjs' } };
  return { entry: Object.keys(modules)[0], sockets, materia };
}

it('names the modules that the sockets of a socket graph run, each once, and none of a materia that no socket has', async () => {
  write('a.mjs', 'import "./b.mjs";');
  write('b.mjs', '');
  const used = await usesOf(checked(socketsOf({ Read: 'a.mjs', Check: 'c.mjs', Mend: 'a.mjs' })), folder);
  expect(used.modules).toEqual(['a.mjs', 'c.mjs', 'b.mjs']);
  expect(needsConsent(used)).toBe(true);
});

it('needs no module of a socket that something stands in for', async () => {
  const standIns = { Read: { seq: ['read'] } };
  const used = await usesOf(checked(socketsOf({ Read: 'a.mjs', Check: 'c.mjs' }), standIns), folder);
  expect(used.modules).toEqual(['c.mjs']);
});

it('asks for each loadout of a config file by the modules that it runs', async () => {
  write('a.mjs', '1');
  write('c.mjs', '1');
  const materia = {
    Read: { operator: 'script', module: 'a.mjs' },
    Check: { operator: 'script', module: 'c.mjs' },
  };
  const loadouts = {
    one: { entry: 'S', sockets: { S: { materia: 'Read' } } },
    two: { entry: 'S', sockets: { S: { materia: 'Check' } } },
  };
  const parsed = parseGraph(JSON.stringify({ materia, loadouts }), 'config.json');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
  const asked = ['one', 'two'].map(async (loadout) => {
    const graph = checkGraph(parsed.value, { loadout });
    if (!graph.ok) throw new Error(JSON.stringify(graph.failure));
    return await usesOf(graph.value, folder);
  });
  const [one, two] = await Promise.all(asked);
  expect([one?.modules, two?.modules]).toEqual([['a.mjs'], ['c.mjs']]);
  expect(one?.hash).not.toBe(two?.hash);
});

it('names the command lines that a graph runs as a person would type them, each once', async () => {
  const command = (id: string, config: object) => ({
    id,
    type: 'command',
    config: { inputs: [], outputs: [], ...config },
  });
  const nodes = [
    command('a', { argv: ['cargo', 'test', '-p', 'core'] }),
    command('b', { argv: ['npm test | tail'], shell: true, cwd: 'web', env: { CI: '1' } }),
    command('c', { argv: ['cargo', 'test', '-p', 'core'], timeoutMs: 5 }),
    command('d', { argv: ['echo', 'npm test | tail'] }),
  ];
  const used = await usesOf(checked({ nodes, edges: [] }), folder);
  expect(used.commands).toEqual(['cargo test -p core', 'CI=1 npm test | tail (in web)', "echo 'npm test | tail'"]);
  expect(needsConsent(used)).toBe(true);
});

it('names the hosts that requests go to or may be led to, each once, whatever their paths', async () => {
  const http = (operator: object) => ({ operator: 'http', ...operator });
  const materia = {
    Read: http({ url: 'https://api.example.com/tasks/{item}?key=k' }),
    Write: http({ url: 'https://API.example.com/', method: 'POST', hosts: ['files.example.com'] }),
    Local: http({ url: 'http://127.0.0.1:8080' }),
    Spare: http({ url: 'https://spare.example.com' }),
  };
  const edges = (to: string) => [{ when: 'always', to }];
  const sockets = {
    Read: { materia: 'Read', edges: edges('Write') },
    Write: { materia: 'Write', edges: edges('Local') },
    Local: { materia: 'Local' },
  };
  const used = await usesOf(checked({ entry: 'Read', sockets, materia }), folder);
  expect(used.hosts).toEqual(['api.example.com', 'files.example.com', '127.0.0.1:8080']);
  expect(needsConsent(used)).toBe(true);
});

it('names the models that it would ask, where, and whether with the key; another endpoint is another consent', async () => {
  const { LOOPTAPE_MODEL, OPENAI_BASE_URL, OPENAI_API_KEY } = process.env;
  const setting = (values: Readonly<Record<string, string | undefined>>) => {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
  const model = (id: string, config: object) => ({
    id,
    type: 'model',
    config: { inputs: [], outputs: ['text'], ...config },
  });
  const own = { model: 'large', baseUrl: 'https://api.example.com/v1' };
  const graph = checked({ nodes: [model('a', {}), model('b', own), model('c', own)], edges: [] });
  try {
    setting({ LOOPTAPE_MODEL: 'qwen3', OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', OPENAI_API_KEY: undefined });
    const local = await usesOf(graph, folder);
    expect(local).toMatchObject({ hosts: [], models: ['qwen3 at 127.0.0.1:11434', 'large at api.example.com'] });
    expect(needsConsent(local)).toBe(true);
    setting({ LOOPTAPE_MODEL: undefined, OPENAI_BASE_URL: undefined, OPENAI_API_KEY: 'sk-planted' });
    const public_ = await usesOf(graph, folder);
    expect(public_.models).toEqual([
      'a model that nothing names yet at api.openai.com, with the key in OPENAI_API_KEY',
      'large at api.example.com, with the key in OPENAI_API_KEY',
    ]);
    expect(JSON.stringify(public_)).not.toContain('sk-planted');
    expect(public_.hash).not.toBe(local.hash);
  } finally {
    setting({ LOOPTAPE_MODEL, OPENAI_BASE_URL, OPENAI_API_KEY });
  }
});

it('names the attempt and the judge of a bounded loop, but not what stands in for them', async () => {
  const loop = {
    dialect: 'bounded',
    prompt: 'mend it',
    until_predicate: 'judge:good',
    attempt: { operator: 'command', argv: ['make', 'check'] },
    judge: { operator: 'http', url: 'https://judge.example.com/' },
  };
  expect(await usesOf(checked(loop), folder)).toMatchObject({ commands: ['make check'], hosts: ['judge.example.com'] });
  const standIns = { attempt: { seq: ['done'] }, judge: { seq: ['yes'] } };
  const used = await usesOf(checked(loop, standIns), folder);
  expect(needsConsent(used)).toBe(false);
});

it('asks again when a command line changes', async () => {
  const hash = async (argv: string[]) => {
    const nodes = [{ id: 'a', type: 'command', config: { argv, inputs: [], outputs: [] } }];
    return (await usesOf(checked({ nodes, edges: [] }), folder)).hash;
  };
  expect(await hash(['make', 'check'])).not.toBe(await hash(['make', 'clean']));
});
