// An api for the whole page over the hand-made navigator, so that the page can be seen and its keys tried without a host.
import type { Api } from '../../../renderer/api/api.ts';
import { failed, succeeded } from '../../../shared/base/result.ts';
import type { AnswerOf, CallName } from '../../../shared/contract/calls.ts';
import type { EventRow } from '../../../shared/contract/events.ts';
import { failure } from '../../../shared/contract/failure.ts';
import type { DecisionCard, FireDetail, MomentView, SlotRow } from '../../../shared/contract/moment.ts';
import type { NamedValue } from '../../../shared/contract/value.ts';
import { fixtureApi, momentOf, summaryOf } from '../gallery/fixtureApi.ts';
import { type Fixture, frozenNavigator } from '../gallery/fixtures.ts';
import { chipOf } from '../gallery/tapeSketch.ts';

const SEED = { x: 2, y: 7, facing: 'N' };
const pose = (i: number) => ({ x: (i * 3) % 8, y: (i * 5) % 9, facing: 'NESW'[i % 4] });

function named(name: string, value: unknown, seq = 0): NamedValue {
  return { name, chip: chipOf(value), place: { seq, field: ['value'] }, value };
}

function slotsAt(i: number): SlotRow[] {
  const row = (slot: string, value: unknown, rest: Partial<SlotRow>): SlotRow => ({
    scope: 'act',
    slot,
    address: `act.${slot}`,
    writer: slot.startsWith('init') ? 'init' : 'iterout',
    persist: true,
    value: value === undefined ? null : named(slot, value),
    writtenSeq: value === undefined ? null : 4,
    writtenAt: slot.startsWith('init') ? '' : `act[${i - 1}]`,
    change: value === undefined ? 'empty' : slot.startsWith('init') ? 'same' : 'changed',
    heldIterations: i + 1,
    ...rest,
  });
  return [
    row('init_obs', SEED, {}),
    row('iterout_obs', pose(i - 1), {}),
    row('init_goal', undefined, { persist: false, emptyWhy: 'one-shot: emptied after iteration 0' }),
    row('iterout_steps', i, {}),
    row(
      'iterout_notes',
      { path: Array.from({ length: 240 }, (_, n) => pose(n)), text: 'a\u202Eb\u0007c\nsecond line' },
      {},
    ),
  ];
}

function decisionsAt(seq: number, i: number): DecisionCard[] {
  return [
    {
      seq,
      at: `act[${i}]`,
      question: 'input',
      subject: 'policy.obs',
      scope: 'act',
      title: 'Which writer reached policy.obs',
      operands: [],
      candidates: [
        {
          id: 'act.init_obs',
          matched: true,
          why: 'an init slot that holds a value beats a carry',
          chip: chipOf(SEED),
          seq: 4,
          writtenAt: 'before the loop',
        },
        {
          id: 'act.iterout_obs',
          matched: false,
          why: 'lost to the init slot',
          chip: chipOf(pose(i - 1)),
          seq: 9,
          writtenAt: `act[${i - 1}]`,
        },
      ],
      chosen: 'act.init_obs',
    },
  ];
}

function moment(fixture: Fixture, seq: number): MomentView {
  const base = momentOf(fixture, seq);
  const i = base.open[0]?.iteration ?? 0;
  return {
    ...base,
    fire: 3,
    slots: slotsAt(i),
    decisions: base.open.length > 0 ? decisionsAt(Math.max(0, seq - 12), i) : [],
  };
}

function fire(seq: number, i: number): FireDetail {
  return {
    fire: 3,
    node: 'policy',
    nth: i,
    at: `act[${i}]`,
    startedSeq: seq,
    endedSeq: seq + 4,
    state: 'finished',
    durationMs: 12.4,
    inputs: [{ ...named('obs', SEED), fromSeq: 4, fromText: 'act.init_obs' }],
    outputs: [named('action', 'LEFT')],
    states: [{ ...named('notes.hint', 'turn left', 12), fromSeq: 12, fromText: 'coach, in this iteration' }],
    changes: [
      {
        kind: 'write',
        slot: 'notes.seen',
        wrote: named('notes.seen', 'N'),
        became: named('notes.seen', ['E', 'N']),
        seq: 14,
      },
      { kind: 'signal', signal: 'episode_reset', seq: 15 },
    ],
    log: [
      { level: 'log', text: 'facing N, goal at [7,0]' },
      { level: 'warn', text: 'turning left' },
    ],
    usage: { model: 'tiny-1', inputTokens: 1100, outputTokens: 7, costUsd: 0.000092, tries: 1, finishReason: 'stop' },
    decisions: [],
  };
}

function eventRow(seq: number): EventRow {
  const kinds = [
    'iteration.opened',
    'decision.made',
    'fire.started',
    'fire.finished',
    'slot.written',
    'signal.emitted',
  ];
  const kind = kinds[seq % kinds.length] ?? 'signal.emitted';
  const i = Math.floor(seq / 64);
  return {
    seq,
    kind,
    at: `act[${i}]`,
    t: seq * 1.7,
    sentence: `${kind} of policy with a sentence that goes on for a while`,
    chip: chipOf(pose(i)),
  };
}

const EXAMPLES = [
  {
    path: '/examples/navigator-frozen.json',
    name: 'navigator-frozen',
    sentence: 'A grid agent that turns left until its budget is gone: its seed persists.',
  },
  {
    path: '/examples/navigator-mended.json',
    name: 'navigator-mended',
    sentence: 'The same agent with one word changed. It reaches the goal and stops.',
  },
];

export function pageApi(): Api {
  const fixture = frozenNavigator();
  const basic = fixtureApi(fixture);
  const summary = summaryOf(fixture);
  const { head } = summary;
  const opened = fixture.view.scopes[0]?.from ?? new Uint32Array();
  const iteration = (seq: number) =>
    Math.max(
      0,
      opened.findLastIndex((from) => from <= seq),
    );
  const answers: { readonly [N in CallName]?: (request: never) => AnswerOf<N> } = {
    'app.info': () => ({
      version: '0.1.0',
      host: 'web',
      platform: 'linux',
      opening: [],
      questions: [],
      settings: { theme: new URLSearchParams(location.search).get('theme') === 'light' ? 'light' : 'dark', layout: {} },
    }),
    'settings.set': (request: { theme: 'dark'; layout: object }) => ({
      theme: request.theme,
      layout: { ...request.layout },
    }),
    'library.list': () => ({
      examples: EXAMPLES,
      recent:
        new URLSearchParams(location.search).get('recent') === 'none'
          ? []
          : [
              {
                path: '/home/ada/tapes/navigator-frozen-20260301T101500Z.looptape',
                name: 'navigator-frozen-20260301T101500Z',
                kind: 'tape',
                openedAtMs: Date.now() - 4e5,
                sizeBytes: 98_304,
                missing: false,
                status: 'ended',
                reason: 'budget',
                events: 2861,
              },
              {
                path: '/home/ada/tapes/fix-verify.looptape',
                name: 'fix-verify-with-a-name-that-does-not-end-before-the-column-does',
                kind: 'tape',
                openedAtMs: Date.now() - 9e7,
                sizeBytes: 4_194_304,
                missing: false,
                status: 'stalled',
                reason: 'stalled',
                events: 104_211,
              },
              {
                path: '/home/ada/graphs/plan.json',
                name: 'plan',
                kind: 'graph',
                openedAtMs: Date.now() - 9e8,
                sizeBytes: 2048,
                missing: true,
              },
            ],
    }),
    'tape.open': () => summary,
    'tape.close': () => ({}),
    'graph.ofFile': () => ({
      ...fixture.graph,
      inputs: [
        { name: 'goal', node: 'goal', wireType: 'list' },
        { name: 'start', node: 'start' },
      ],
      problems: [
        {
          code: 'unwired-input',
          message: 'policy requires obs, and nothing is wired to it.',
          where: { node: 'policy', port: 'obs' },
          hint: 'Wire act.init_obs to it.',
        },
      ],
      hazards: fixture.hazards.map(({ evidence: _e, evidenceSeqs: _s, ...hazard }) => ({
        ...hazard,
        fix: {
          sentence: 'Set persist of init port "obs" of act to false.',
          node: 'act',
          path: ['initPorts', 0, 'persist'],
          from: true,
          to: false,
        },
      })),
    }),
    'moment.get': ({ seq }: { seq: number }) => moment(fixture, seq),
    'moment.move': ({ seq, direction, move }: { seq: number; direction: 1 | -1; move: string }) => {
      const by = move === 'boundary' ? 64 : move === 'over' ? 64 : 1;
      const to = seq + by * direction;
      return { seq: to < 0 || to > head ? null : to };
    },
    'moment.find': () => ({ seq: 300 }),
    'fire.get': ({ seq }: { seq: number }) => fire(seq, iteration(seq)),
    'events.window': ({ from, count }: { from: number; count: number }) => ({
      rows: Array.from({ length: Math.max(0, Math.min(count, head + 1 - from)) }, (_, i) => eventRow(from + i)),
      moreBefore: from > 0,
      moreAfter: from + count <= head,
      head,
    }),
  };
  return {
    ...basic,
    onConnection(listener) {
      listener('open');
      return () => undefined;
    },
    async call(name, request) {
      const answer = answers[name] as ((request: unknown) => unknown) | undefined;
      if (answer) return succeeded(answer(request)) as never;
      if (name === 'run.start') {
        return failed(
          failure('consent-needed', 'This graph needs a consent.', {
            hash: 'abc',
            graph: 'navigator-frozen.json',
            modules: ['/examples/navigator/policy.mjs', '/examples/navigator/world.mjs'],
            commands: ['python3 judge.py --strict'],
            hosts: ['api.example.org'],
            models: ['qwen3 at 127.0.0.1:11434'],
          }),
        );
      }
      return basic.call(name, request);
    },
  };
}
