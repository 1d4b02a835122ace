// An api that answers from a fixture, so that the real store drives the views without a host.

import type { Api } from '../../../renderer/api/api.ts';
import { tapeId } from '../../../shared/base/ids.ts';
import { failed, succeeded } from '../../../shared/base/result.ts';
import { failure } from '../../../shared/contract/failure.ts';
import type { MomentView, NodeState } from '../../../shared/contract/moment.ts';
import type { TapeSummary } from '../../../shared/contract/tape.ts';
import type { Fixture } from './fixtures.ts';
import { chipOf } from './tapeSketch.ts';

export function summaryOf(fixture: Fixture): TapeSummary {
  const { view, graph } = fixture;
  return {
    tape: tapeId('fixture'),
    path: 'fixture.looptape',
    name: graph.name,
    graphName: graph.name,
    dialect: 'pivot',
    status: 'ended',
    reason: 'budget',
    head: view.head,
    startedAtMs: 0,
    durationMs: 1000,
    sizeBytes: 98_304,
    iterations: Object.fromEntries(view.scopes.map((lane) => [lane.scope, lane.from.length])),
    finals: {},
    outputs: {},
    live: false,
    readOnly: true,
  };
}

export function momentOf(fixture: Fixture, seq: number): MomentView {
  const { view, graph } = fixture;
  const open = view.scopes.flatMap((lane) => {
    const i = lane.from.findLastIndex((from, n) => from <= seq && seq < (lane.to[n] ?? 0));
    return i < 0 ? [] : [{ scope: lane.scope, iteration: lane.iteration[i] ?? 0, from: lane.from[i] ?? 0 }];
  });
  const path = open.map(({ scope, iteration }) => `${scope}[${iteration}]`).join('/');
  const nodes = graph.nodes.map((node): NodeState => {
    const lane = view.fires.find((fire) => fire.node === node.id);
    const i = lane ? lane.from.findLastIndex((from) => from <= seq) : -1;
    const [from, to] = [lane?.from[i] ?? -1, lane?.to[i] ?? -1];
    const scope = open.find((one) => one.scope === node.scope);
    const isHere = i >= 0 && (node.scope === '' || (scope !== undefined && from >= scope.from));
    const ended = lane?.state[i] === 2 ? 'failed' : 'fired';
    const idle = node.scope !== '' && !scope ? 'outside' : node.band ? 'outside' : 'waiting';
    return {
      node: node.id,
      state: isHere ? (seq < to - 1 ? 'running' : ended) : idle,
      fires: i + 1,
      lastFireSeq: i < 0 ? null : from,
      durationMs: isHere ? 12 + (i % 5) : null,
      waitsFor: isHere || idle !== 'waiting' ? [] : [`${node.inputs[0]?.port ?? 'a value'} has not come yet`],
    };
  });
  const carried = fixture.carried(seq);
  return {
    seq,
    head: view.head,
    kind: 'fire.finished',
    at: path,
    t: seq,
    sentence: 'policy fired: action = "LEFT"',
    scope: open.at(-1)?.scope ?? '',
    open: open.map((one, i) => ({
      ...one,
      path: open
        .slice(0, i + 1)
        .map((o) => `${o.scope}[${o.iteration}]`)
        .join('/'),
    })),
    iterations: Object.fromEntries(open.map((one) => [one.scope, one.iteration])),
    slots: [],
    finals: {},
    nodes,
    edges: graph.edges.map((edge) => {
      const one = carried[edge.id];
      return one ? { edge: edge.id, state: one.state, chip: chipOf(one.value) } : { edge: edge.id, state: 'empty' };
    }),
    decisions: [],
    status: 'ended',
    reason: 'budget',
  };
}

export function fixtureApi(fixture: Fixture): Api {
  const answers: Record<string, (request: { seq?: number }) => unknown> = {
    'timeline.window': () => fixture.view,
    'graph.ofTape': () => fixture.graph,
    'hazards.list': () => ({ hazards: fixture.hazards, head: fixture.view.head }),
    'moment.get': ({ seq = 0 }) => momentOf(fixture, seq),
    'tape.summary': () => summaryOf(fixture),
  };
  return {
    call: async (name, request) => {
      const answer = answers[name];
      if (!answer) return failed(failure('not-here', `The gallery does not answer ${name}.`));
      return succeeded(answer(request as { seq?: number })) as never;
    },
    onPush: () => () => {},
    onConnection: () => () => {},
    localPath: async () => failed(failure('not-here', 'The gallery opens no files.')),
  };
}
