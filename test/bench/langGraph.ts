// The peer that recording is held against: LangGraph.js with its SQLite saver, on the same loop, in the same process. It is installed into
// this folder by the first `npm run bench`, and only there.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Carried, FIRST, next } from './workload.ts';

const folder = import.meta.dirname;

/** What of the two packages is used here; they are not there when types are checked. */
interface Peer {
  StateGraph: new (annotation: unknown) => Graph;
  Annotation: { (): unknown; Root(fields: object): unknown };
  START: string;
  END: string;
}
interface Graph {
  addNode(name: string, work: (state: Carried) => Carried): Graph;
  addEdge(from: string, to: string): Graph;
  addConditionalEdges(
    from: string,
    route: (state: Carried) => string,
    targets: Readonly<Record<string, string>>,
  ): Graph;
  compile(options: { readonly checkpointer: unknown }): { invoke(state: Carried, config: object): Promise<Carried> };
}
interface Saver {
  SqliteSaver: { fromConnString(path: string): { readonly db: { pragma(text: string): unknown; close(): void } } };
}

export interface PeerRun {
  readonly ms: number;
  readonly bytes: number;
}

/** Installs the peer where it is missing; false, with the reason on standard error, where that can't be done. */
export function peerIsThere(): boolean {
  if (existsSync(join(folder, 'node_modules/@langchain/langgraph'))) return true;
  console.error('installing LangGraph.js into test/bench, once …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const done = spawnSync(npm, ['ci', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' });
  if (done.status === 0) return true;
  console.error(`LangGraph.js could not be installed, so nothing is held against it: ${done.stderr || done.error}`);
  return false;
}

/** The workload's loop, its state saved after every step as the saver does by itself. */
export async function langGraphRun(path: string, iterations: number): Promise<PeerRun> {
  const { StateGraph, Annotation, START, END } = (await import(String('@langchain/langgraph'))) as Peer;
  const { SqliteSaver } = (await import(String('@langchain/langgraph-checkpoint-sqlite'))) as Saver;
  const fields = Object.fromEntries(Object.keys(FIRST).map((name) => [name, Annotation()]));
  const saver = SqliteSaver.fromConnString(path);
  const graph = new StateGraph(Annotation.Root(fields))
    .addNode('body', (state) => next(state))
    .addEdge(START, 'body')
    .addConditionalEdges('body', (state) => (state.i >= iterations ? 'done' : 'again'), { again: 'body', done: END })
    .compile({ checkpointer: saver });
  const began = performance.now();
  const last = await graph.invoke(FIRST, { configurable: { thread_id: 't' }, recursionLimit: iterations + 10 });
  const ms = performance.now() - began;
  if (last.i !== iterations) throw new Error(`LangGraph.js made ${last.i} iterations instead of ${iterations}`);
  saver.db.pragma('wal_checkpoint(TRUNCATE)');
  saver.db.close();
  const bytes = statSync(path).size;
  rmSync(path, { force: true });
  return { ms, bytes };
}
