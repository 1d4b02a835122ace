// An api whose answers the test gives, now or later, and that tells what was asked.
import type { Api } from '../../../renderer/api/api.ts';
import type { Connection } from '../../../renderer/api/transport.ts';
import { createStore, type Store } from '../../../renderer/store/store.ts';
import { tapeId } from '../../../shared/base/ids.ts';
import { failed, type Result, succeeded } from '../../../shared/base/result.ts';
import type { AnswerOf, CallName, RequestOf } from '../../../shared/contract/calls.ts';
import { type Failure, failure } from '../../../shared/contract/failure.ts';
import type { GraphView } from '../../../shared/contract/graph.ts';
import type { MomentView } from '../../../shared/contract/moment.ts';
import type { TapeSummary } from '../../../shared/contract/tape.ts';

type Answers = {
  [N in CallName]?: (request: RequestOf<N>) => AnswerOf<N> | Promise<AnswerOf<N>> | Result<never, Failure>;
};

export interface Asked {
  readonly name: CallName;
  readonly request: Readonly<Record<string, unknown>>;
}

export interface FakeApi extends Api {
  readonly asked: Asked[];
  /** The requests of one call, in order. */
  requests(name: CallName): readonly Readonly<Record<string, unknown>>[];
  answers: Answers;
}

export function createFakeApi(answers: Answers): FakeApi {
  const asked: Asked[] = [];
  return {
    asked,
    answers,
    requests: (name) => asked.filter((one) => one.name === name).map((one) => one.request),
    async call<N extends CallName>(name: N, request: RequestOf<N>): Promise<Result<AnswerOf<N>, Failure>> {
      asked.push({ name, request: request as Record<string, unknown> });
      const answer = this.answers[name];
      if (!answer) return failed(failure('not-here', `The test answers no ${name}.`));
      const given: unknown = await answer(request);
      return isRefusal(given) ? given : succeeded(given as AnswerOf<N>);
    },
    onPush: () => () => undefined,
    onConnection(listener: (connection: Connection) => void) {
      listener('open');
      return () => undefined;
    },
    localPath: async (file) => succeeded(`/private/${file.name}`),
  };
}

function isRefusal(given: unknown): given is Result<never, Failure> {
  return typeof given === 'object' && given !== null && 'ok' in given && given.ok === false;
}

export function summary(part: Partial<TapeSummary> = {}): TapeSummary {
  return {
    tape: tapeId('t1'),
    path: '/tapes/one.looptape',
    name: 'one',
    graphName: 'one',
    dialect: 'pivot',
    status: 'ended',
    reason: 'budget',
    head: 99,
    startedAtMs: 0,
    durationMs: 10,
    sizeBytes: 1000,
    iterations: { act: 9 },
    finals: {},
    outputs: {},
    live: false,
    readOnly: false,
    ...part,
  };
}

export function momentView(seq: number, part: Partial<MomentView> = {}): MomentView {
  return {
    seq,
    head: 99,
    kind: 'slot.written',
    at: 'act[0]',
    t: 0,
    sentence: `event ${seq}`,
    scope: 'act',
    open: [],
    iterations: {},
    slots: [],
    finals: {},
    nodes: [],
    edges: [],
    decisions: [],
    status: 'ended',
    reason: 'budget',
    ...part,
  };
}

export function graphView(part: Partial<GraphView> = {}): GraphView {
  return {
    name: 'one',
    dialect: 'pivot',
    nodes: [],
    edges: [],
    scopes: [],
    inputs: [],
    problems: [],
    notes: [],
    hazards: [],
    missingOperators: [],
    ...part,
  };
}

export const BASIC: Answers = {
  'graph.ofTape': () => graphView(),
  'hazards.list': () => ({ hazards: [], head: 99 }),
  'moment.get': ({ seq }) => momentView(seq),
  'library.list': () => ({ recent: [], examples: [] }),
};

/** A store with one tape open, with everything that it asks for answered. */
export async function storeWithTape(answers: Answers = {}, part: Partial<TapeSummary> = {}) {
  const api = createFakeApi({ ...BASIC, ...answers });
  const store = createStore(api);
  store.dispatch({ type: 'tape.opened', summary: summary(part), started: undefined });
  await settle();
  return { api, store };
}

/** Lets every answer that is given at once arrive. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 40; i++) await Promise.resolve();
}

export function tapeOf(store: Store) {
  const tab = store.getState().tabs[0];
  if (tab?.kind !== 'tape') throw new Error('the first tab is no tape');
  return tab;
}
