// Laws of socket runs over random graphs, by our rules and by those of pi-materia.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Input } from '../../../main/engine/input.ts';
import { cloneMachine, freezeMachine, type Machine, newMachine, thawMachine } from '../../../main/engine/machine.ts';
import { apply, step } from '../../../main/engine/step.ts';
import { replay } from '../../../main/runner/replay.ts';
import type { CheckedSocketGraph } from '../../../shared/model/checkedSocketGraph.ts';
import type { EngineEvent, EventKind, EventOf } from '../../../shared/model/event.ts';
import { snapshot } from '../../../shared/model/value.ts';
import { socketLawBreaches } from '../../conformance/socketLaws.ts';
import { advance, drawSockets, exits, json } from '../../support/drawSockets.ts';
import { type RandomSockets, randomSockets } from '../../support/randomSocketGraph.ts';
import { runGraphFile } from '../../support/runGraphFile.ts';

const RUNS = { numRuns: Number(process.env.LAW_RUNS ?? 100) };

interface Run {
  readonly graph: CheckedSocketGraph;
  readonly events: readonly EngineEvent[];
  readonly machine: Machine;
  /** The machine after each step, as a keyframe keeps it. */
  readonly frozen: readonly { readonly seq: number; readonly text: string }[];
}

async function run({ graph, standIns, budget }: RandomSockets, compat: string | undefined): Promise<Run> {
  const frozen: { seq: number; text: string }[] = [];
  const { graph: ready, ...rest } = await runGraphFile(
    { ...graph, ...(compat === undefined ? {} : { compat }) },
    {
      standIns,
      budget,
      onEvents: (events, machine) =>
        frozen.push({
          seq: (events.at(-1) as EngineEvent).seq,
          text: JSON.stringify(freezeMachine(cloneMachine(machine))),
        }),
    },
  );
  if (ready.dialect !== 'socket') throw new Error('a socket graph was meant');
  return { graph: ready, ...rest, frozen };
}

function of<K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

/** What the recorded run was told of a fire. */
function answerOf(events: readonly EngineEvent[], fire: number): Input {
  for (const event of events) {
    if ((event.kind !== 'fire.finished' && event.kind !== 'fire.failed') || event.fire !== fire) continue;
    const { seq: _, at: __, node: ___, ...answer } = event;
    return event.kind === 'fire.finished'
      ? { ...(answer as Omit<EventOf<'fire.finished'>, 'seq' | 'at' | 'node'>), kind: 'finish' }
      : { ...(answer as Omit<EventOf<'fire.failed'>, 'seq' | 'at' | 'node'>), kind: 'fail' };
  }
  throw new Error(`fire ${fire} never ended`);
}

/** What a machine goes on to, told what the recorded run was told. */
function goingOn(graph: CheckedSocketGraph, machine: Machine, events: readonly EngineEvent[]): EngineEvent[] {
  const made: EngineEvent[] = [];
  while (machine.phase !== 'finished') {
    const fire = machine.running[0]?.fire;
    made.push(...step(graph, machine, fire === undefined ? { kind: 'start' } : answerOf(events, fire)).events);
  }
  return made;
}

describe.each([
  ['our own rules', undefined],
  ['the rules of pi-materia', 'pi-materia'],
])('a socket run over random graphs, by %s', (_, compat) => {
  const law = (holds: (run: Run, random: RandomSockets) => void): Promise<void> =>
    fc.assert(
      fc.asyncProperty(randomSockets, async (random) => {
        holds(await run(random, compat), random);
      }),
      RUNS,
    );

  it('folds its own log to the machine after every step, and every frozen machine thaws to the fold so far', async () => {
    await law(({ graph, events, frozen, machine }) => {
      const folded = newMachine(graph);
      let next = 0;
      for (const event of events) {
        apply(graph, folded, event);
        if (frozen[next]?.seq !== event.seq) continue;
        const text = frozen[next]?.text ?? '';
        expect(JSON.parse(JSON.stringify(freezeMachine(folded)))).toEqual(JSON.parse(text));
        expect(thawMachine(JSON.parse(text))).toEqual(folded);
        next++;
      }
      expect(next).toBe(frozen.length);
      expect(folded).toEqual(machine);
    });
  });

  it('goes on alike from every machine that was frozen and thawed', async () => {
    await law(({ graph, events, frozen }) => {
      // From a tenth of the steps: all of them would be quadratic.
      const stride = Math.ceil(frozen.length / 10);
      for (const { seq, text } of frozen.filter((__, i) => i % stride === 0)) {
        const machine = thawMachine(JSON.parse(text)) as Machine;
        expect(snapshot(goingOn(graph, machine, events))).toEqual(snapshot(events.slice(seq + 1)));
      }
    });
  });

  it('gives the same events when it is replayed from its own log', async () => {
    await law(({ graph, events }) =>
      expect(replay(graph, events)).toMatchObject({ identical: true, compared: events.length, endsInMidStep: false }),
    );
  });

  it('keeps the order of a completion, moves a cursor by one, and opens and ends loops in pairs', async () => {
    await law(({ events }) => {
      expect(socketLawBreaches(events)).toEqual([]);
      for (const { question, target } of of(events, 'decision.made'))
        expect(target === undefined).toBe(question === 'advance');
      const advances = of(events, 'decision.made').filter(({ question, chosen }) => question === 'advance' && chosen);
      expect(of(events, 'slot.written').filter(({ writer }) => writer === 'advance')).toHaveLength(advances.length);
    });
  });

  it('starts a socket only while every loop that lists it is open', async () => {
    await law(({ graph, events }) => {
      const open = new Set<string>();
      for (const event of events) {
        if (event.kind === 'iteration.opened') open.add(event.scope);
        if (event.kind === 'scope.exited' || event.kind === 'iteration.closed') open.delete(event.scope);
        if (event.kind !== 'fire.started') continue;
        const listing = graph.loops.filter(({ sockets }) => sockets.includes(event.node)).map(({ id }) => id);
        expect([...open].sort()).toEqual(listing.sort());
      }
    });
  });

  it('ends within its limits, and says which of them it was', async () => {
    await law(({ graph, events, machine }, { budget }) => {
      const visits = of(events, 'fire.started').filter(({ retry }) => !retry).length;
      const skips = of(events, 'decision.made').filter(({ question }) => question === 'empty-loop').length;
      expect(visits + skips).toBeLessThanOrEqual(budget);
      const end = of(events, 'run.finished');
      expect(end).toHaveLength(1);
      if (end[0]?.reason === 'budget') expect(visits + skips).toBe(budget);
      if (end[0]?.status === 'failed') expect(end[0].error?.code).toMatch(/^[a-z-]+$/);
      // An invalid output is asked for again so many times, and of agents alone.
      let tries = 0;
      for (const { node, retry } of of(events, 'fire.started')) {
        tries = retry ? tries + 1 : 0;
        expect(tries).toBeLessThanOrEqual(graph.limits.repairs);
        if (retry) expect(graph.sockets.find(({ id }) => id === node)?.repairable).toBe(true);
      }
      if (machine.dialect !== 'socket') throw new Error('a socket machine was meant');
      const over = (machine.compat?.cycles?.count ?? 0) > graph.limits.noAdvanceCycles;
      expect(over).toBe(end[0]?.error?.code === 'no-advance-limit');
    });
  });
});

describe.each([
  ['our own rules', {}],
  ['the rules of pi-materia', { compat: 'pi-materia' }],
])('what random graphs found, by %s', (_, more) => {
  it('is left once, and entered again, where the exit of an exhausted loop leads back into it', async () => {
    // The advance goes along a list that is no loop's, so the loop itself is never empty.
    const graph = drawSockets(
      { A: json(['{"satisfied": true}'], [], advance('i', 'jobs')) },
      { Work: { sockets: ['A'], ...exits('A always A') } },
      { state: { jobs: ['x'] }, ...more },
    );
    const { events } = await runGraphFile(graph, { budget: 3 });
    expect(of(events, 'fire.started').map(({ at }) => at)).toEqual(['Work[0]', 'Work#2[0]', 'Work#3[0]']);
    expect(of(events, 'scope.exited').map(({ reason, iterations }) => [reason, iterations])).toEqual([
      ['exhausted', 1],
      ['exhausted', 1],
      ['exhausted', 1],
    ]);
    expect(of(events, 'run.finished')).toMatchObject([{ status: 'ended', reason: 'budget' }]);
    expect(socketLawBreaches(events)).toEqual([]);
  });
});
