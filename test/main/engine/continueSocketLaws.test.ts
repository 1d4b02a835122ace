// Laws of a continuation over random socket graphs, by our rules and by those of pi-materia: a run that paused, was cut, or failed
// comes to what it would have come to.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freezeMachine, newMachine } from '../../../main/engine/machine.ts';
import { apply } from '../../../main/engine/step.ts';
import { replay } from '../../../main/runner/replay.ts';
import type { EngineEvent, EventKind, EventOf } from '../../../shared/model/event.ts';
import { type Continued, continueRun, type Recorded } from '../../support/continueRun.ts';
import { drawSockets, json, text } from '../../support/drawSockets.ts';
import { type RandomSockets, randomSockets } from '../../support/randomSocketGraph.ts';
import { runGraphFile } from '../../support/runGraphFile.ts';

const RUNS = { numRuns: Number(process.env.LAW_RUNS ?? 80) };

type Seqs = Readonly<Record<string, { readonly seq: readonly unknown[] }>>;

function of<K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

const statusOf = ({ events }: Recorded): string | undefined => {
  const last = events.at(-1);
  return last?.kind === 'run.finished' ? last.status : undefined;
};

const ended = (run: Recorded): boolean => statusOf(run) === 'ended';

/** A fire that is started again is no visit more, so neither the budget nor the limits of pi-materia are nearer for it. */
const run = ({ graph, standIns }: RandomSockets, compat: string | undefined, steps?: number): Promise<Recorded> =>
  runGraphFile(
    { ...graph, ...(compat === undefined ? {} : { compat }) },
    { standIns, budget: 40, ...(steps === undefined ? {} : { steps }) },
  );

/** Under pi-materia the item is written into the state: here over the very list that it came from, which is then found empty. */
const overwritesItsList = ({ graph }: RandomSockets): boolean =>
  /"as":"l0"|state\.item\.subs/.test(JSON.stringify(graph.loops));

const withSeq = (
  random: RandomSockets,
  change: (id: string, seq: readonly unknown[]) => readonly unknown[],
): RandomSockets => ({
  ...random,
  standIns: Object.fromEntries(
    Object.entries(random.standIns as Seqs).map(([id, { seq }]) => [id, { seq: change(id, seq) }]),
  ),
});

/** A socket gives the same however often it is started. */
const constant = (random: RandomSockets): RandomSockets => withSeq(random, (_, seq) => seq.slice(0, 1));

/** Without numbers, times, fires that did not end well, and what was taken back. */
function told(events: readonly EngineEvent[]): unknown[] {
  const lost = new Set(of(events, 'fire.started').map(({ fire }) => fire));
  for (const { fire } of of(events, 'fire.finished')) lost.delete(fire);
  return events
    .filter((event, i) => {
      if (event.kind === 'run.continued' || event.kind === 'fire.failed') return false;
      if (event.kind === 'fire.started') return !lost.has(event.fire);
      if (event.kind === 'scope.exited') return event.reason !== 'failed';
      return event.kind !== 'run.finished' || i === events.length - 1;
    })
    .map((event) => {
      const {
        seq: _,
        from: __,
        fire: ___,
        durationMs: ____,
        id: _____,
        graph: ______,
        standIns: _______,
        ...rest
      } = event as EngineEvent & Record<string, unknown>;
      if (event.kind !== 'decision.made') return rest;
      return { ...rest, candidates: event.candidates.map(({ seq: ________, ...candidate }) => candidate) };
    });
}

function expectLaws({ graph, events, frozen, machine }: Continued): void {
  expect(replay(graph, events)).toMatchObject({ identical: true, compared: events.length });
  const keyframes = new Map(frozen.map((one) => [one.seq, one.machine]));
  const folded = newMachine(graph);
  for (const event of events) {
    apply(graph, folded, event);
    const kept = keyframes.get(event.seq);
    if (kept !== undefined) expect(freezeMachine(folded)).toEqual(kept);
  }
  expect(freezeMachine(folded)).toEqual(freezeMachine(machine));
}

describe.each([
  ['our own rules', undefined],
  ['the rules of pi-materia', 'pi-materia'],
])('a continued run over random socket graphs, by %s', (_, compat) => {
  it('that paused comes to the same events as one that never paused', async () => {
    await fc.assert(
      fc.asyncProperty(randomSockets, fc.array(fc.nat(6), { minLength: 1, maxLength: 4 }), async (random, pauses) => {
        const whole = await run(random, compat);
        let paused = await run(random, compat, pauses[0]);
        for (const steps of [...pauses.slice(1), undefined]) {
          if (statusOf(paused) !== 'paused') break;
          const continued = await continueRun(paused, steps === undefined ? {} : { steps });
          expectLaws(continued);
          paused = continued;
        }
        expect(told(paused.events)).toEqual(told(whole.events));
        expect(of(paused.events, 'fire.failed').map(({ error }) => error)).toEqual(
          of(whole.events, 'fire.failed').map(({ error }) => error),
        );
      }),
      RUNS,
    );
  });

  it('whose tape was cut anywhere, within a step too, comes to the same as one that was not', async () => {
    await fc.assert(
      fc.asyncProperty(randomSockets.map(constant), fc.nat(), async (random, where) => {
        const whole = await run(random, compat);
        fc.pre(!overwritesItsList(random) && ended(whole));
        const events = whole.events.slice(0, 1 + (where % (whole.events.length - 1)));
        const continued = await continueRun({ graph: whole.graph, events });
        expectLaws(continued);
        expect(told(continued.events)).toEqual(told(whole.events));
      }),
      RUNS,
    );
  });

  it('that failed comes to the same as one whose fire never failed', async () => {
    await fc.assert(
      fc.asyncProperty(randomSockets, fc.nat(), async (random, choice) => {
        const whole = await run(random, compat);
        const fires = of(whole.events, 'fire.started');
        fc.pre(
          !overwritesItsList(random) &&
            ended(whole) &&
            fires.length > 0 &&
            of(whole.events, 'fire.failed').length === 0,
        );
        const chosen = fires[choice % fires.length] as EventOf<'fire.started'>;
        const nth = fires.filter(({ node, fire }) => node === chosen.node && fire < chosen.fire).length;
        const broken = withSeq(random, (id, seq) => {
          if (id !== chosen.node) return seq;
          const entryAt = (k: number): unknown => seq[Math.min(k, seq.length - 1)];
          const before = Array.from({ length: nth }, (__, k) => entryAt(k));
          return [...before, { $throw: 'broke' }, entryAt(nth), ...seq.slice(nth + 1)];
        });
        const failed = await run(broken, compat);
        expect(statusOf(failed)).toBe('failed');
        const continued = await continueRun(failed);
        expectLaws(continued);
        expect(told(continued.events)).toEqual(told(whole.events));
      }),
      RUNS,
    );
  });
});

it('a fire that is started again is the same visit: the last one that a budget allows, however often it failed', async () => {
  const graph = drawSockets({
    One: text(['ready'], ['always Two']),
    Two: text([{ $throw: 'no' }, { $throw: 'no again' }, 'done'], ['always Three']),
    Three: text(['too late']),
  });
  const first = await runGraphFile(graph, { budget: 2 });
  expect(first.events.at(-1)).toMatchObject({ status: 'failed', error: { node: 'Two' } });
  const second = await continueRun(first);
  expect(second.events.at(-1)).toMatchObject({ status: 'failed', error: { node: 'Two', message: 'no again' } });
  const third = await continueRun(second);
  expect(third.events.at(-1)).toMatchObject({ status: 'ended', reason: 'budget' });
  const fired = third.events.flatMap((event) => (event.kind === 'fire.finished' ? [event.node] : []));
  expect(fired).toEqual(['One', 'Two']);
  expectLaws(third);
});

it('under pi-materia an item does not come back to its socket where a fire is started again', async () => {
  const graph = drawSockets(
    {
      Plan: json(['{"items": ["a"]}'], ['always Work'], { assign: { items: '$.items' } }),
      Work: text([{ $throw: 'no' }, 'once', 'twice'], ['always Work']),
    },
    { L: { sockets: ['Work'], consumes: { from: 'Plan', output: 'items' } } },
    { compat: 'pi-materia', limits: { maxNoAdvanceCycles: 1 } },
  );
  const continued = await continueRun(await runGraphFile(graph));
  // The first time, and back to it once.
  expect(continued.events.at(-1)).toMatchObject({ status: 'failed', error: { code: 'no-advance-limit' } });
  expect(of(continued.events, 'fire.finished').filter(({ node }) => node === 'Work')).toHaveLength(2);
});
