import { describe, expect, it } from 'vitest';
import { type ParsedPivotGraph, parseGraph, parseGraphValue } from '../../../main/graph/parse.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { snapshot } from '../../../shared/model/value.ts';
import { asPivot } from './pivotGraph.ts';

function parsed(text: string, fileName = 'folder/loop.json'): ParsedPivotGraph {
  const result = parseGraph(text, fileName);
  if (!result.ok) throw new Error(JSON.stringify(result.failure.problems));
  return asPivot(result.value);
}

function problems(text: string, fileName = 'folder/loop.json'): Problem[] {
  const result = parseGraph(text, fileName);
  return result.ok ? [] : result.failure.problems;
}

describe('parsing a graph file', () => {
  it('names the graph after its file, without folder and ending', () => {
    expect(parsed('{"nodes": [], "edges": [], "name": "Other"}').name).toBe('loop');
    expect(parsed('{"nodes": [], "edges": []}', 'C:\\graphs\\spin.JSON').name).toBe('spin');
  });

  it('names a graph without a file by its own name', () => {
    expect(parsed('{"nodes": [], "edges": [], "name": "Navigator"}', '').name).toBe('Navigator');
  });

  it('keeps the whole file as a value, unknown keys included', () => {
    const text = '{"nodes": [{"id": "a", "type": "note", "colour": "red"}], "edges": [], "presetId": 7}';
    expect(parsed(text).source).toEqual(JSON.parse(text));
  });

  it('takes a file with a byte order mark', () => {
    expect(parsed('\uFEFF{"nodes": [], "edges": []}').notes).toEqual([]);
  });

  it('says where a text stops being JSON', () => {
    expect(problems('{"nodes": [\n  {"id": "a",}\n]}')).toMatchObject([
      { code: 'not-json', message: expect.stringContaining('loop.json is not JSON: at line 2, column 14') },
    ]);
  });

  it('says that an empty file is empty', () => {
    expect(problems(' \n')).toMatchObject([{ code: 'not-json', message: expect.stringContaining('is empty') }]);
  });

  it('refuses what is nested deeper than it can be walked, in a sentence', () => {
    expect(problems('['.repeat(100_000))).toMatchObject([{ code: 'too-deep' }]);
  });

  it('reports a key that stands twice and takes the last', () => {
    const graph = parsed('{"nodes": [{"id": "a", "id": "b", "type": "note"}], "edges": []}');
    expect(graph.authored.nodes[0]?.id).toBe('b');
    expect(graph.notes).toMatchObject([{ code: 'duplicate-key', where: { path: 'nodes[0].id' } }]);
  });

  it('tells every wrong shape at once, with its path', () => {
    const text = '{"nodes": [{"id": 3, "type": "note"}, {"type": ""}], "edges": {}, "compat": 1}';
    expect(problems(text).map(({ code, where }) => `${code} ${where.path}`)).toEqual([
      'wrong-shape nodes[0].id',
      'wrong-shape nodes[1].id',
      'wrong-shape nodes[1].type',
      'wrong-shape edges',
      'wrong-shape compat',
    ]);
    expect(problems(text)[0]?.message).toBe('nodes[0].id must be a text, but is a number.');
    expect(problems(text)[1]?.message).toBe('nodes[1].id is missing; it must be a text.');
  });

  it('looks into the subgraphs of composites', () => {
    const inner = { nodes: [{ id: 'box', type: 'compositeNode', subgraph: { nodes: [{}], edges: [] } }], edges: [] };
    const outer = { nodes: [{ id: 'box', type: 'compositeNode', subgraph: inner }], edges: [] };
    expect(problems(JSON.stringify(outer)).map(({ where }) => where.path)).toEqual([
      'nodes[0].subgraph.nodes[0].subgraph.nodes[0].id',
      'nodes[0].subgraph.nodes[0].subgraph.nodes[0].type',
    ]);
  });

  it.each([
    ['sockets', '{"entry": "A", "sockets": {"A": {"materia": "m"}}}'],
    ['loadouts', '{"loadouts": {"main": {}}}'],
    ['its own word', '{"dialect": "socket"}'],
  ])('knows a socket graph by %s', (_, text) => {
    const result = parseGraph(text, 'folder/loop.json');
    expect(result).toMatchObject({ ok: true, value: { dialect: 'socket', name: 'loop', source: JSON.parse(text) } });
  });

  it('takes a file with sockets for one graph, whatever stands beside them', () => {
    const result = parseGraph('{"entry": "A", "sockets": {"A": {}}, "loadouts": {}, "colour": "red"}', 'a.json');
    expect(result).toMatchObject({ ok: true, value: { authored: { kind: 'graph', graph: { colour: 'red' } } } });
  });

  it('tells every wrong shape of a socket graph at once, with its path', () => {
    const text =
      '{"entry": 3, "sockets": {"A": {"materia": 1, "edges": [{"to": []}]}}, "loops": {"L": {"sockets": [4]}}}';
    expect(problems(text).map(({ code, where }) => `${code} ${where.path}`)).toEqual([
      'wrong-shape entry',
      'wrong-shape sockets.A.materia',
      'wrong-shape sockets.A.edges[0].to',
      'wrong-shape loops.L.sockets[0]',
    ]);
    expect(problems('{"loadouts": {"Fast": {"sockets": []}}}')).toMatchObject([
      { code: 'wrong-shape', message: 'loadouts.Fast.sockets must be an object, but is a list.' },
    ]);
  });

  it('reports a key that stands twice in a socket graph', () => {
    const result = parseGraph('{"entry": "A", "sockets": {"A": {"parse": "text", "parse": "json"}}}', 'a.json');
    expect(result).toMatchObject({
      ok: true,
      value: { notes: [{ code: 'duplicate-key', where: { path: 'sockets.A.parse' } }] },
    });
  });

  it.each(['{}', '[]', '"nodes"', 'null', '{"name": "x"}'])('says that %s is no graph', (text) => {
    expect(problems(text)).toMatchObject([{ code: 'unknown-dialect' }]);
  });

  it('takes a graph that is a value already, as a tape keeps it', () => {
    const result = parseGraphValue(snapshot({ nodes: [{ id: 'a', type: 'note' }], edges: [] }), 'taped');
    expect(result).toMatchObject({ ok: true, value: { name: 'taped', dialect: 'pivot' } });
  });
});
