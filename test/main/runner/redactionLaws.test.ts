// Laws of runs with secrets, over random graphs of every dialect and random places of the secret: nothing that leaves the run holds it; what
// leaves is a log like any other, whose fold is every keyframe; and the run went as it would have gone.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freezeMachine, type Machine, newMachine } from '../../../main/engine/machine.ts';
import { apply } from '../../../main/engine/step.ts';
import { recordedGraph } from '../../../main/graph/recordedGraph.ts';
import { operatorSet } from '../../../main/operators/operatorSet.ts';
import { secretsOf } from '../../../main/operators/secrets.ts';
import { pickUp } from '../../../main/runner/pickUp.ts';
import { RedactedFold } from '../../../main/runner/redactedFold.ts';
import { Redaction, redactingSink } from '../../../main/runner/redaction.ts';
import { replay } from '../../../main/runner/replay.ts';
import { runGraph } from '../../../main/runner/run.ts';
import { NO_RULES } from '../../../shared/contract/redaction.ts';
import type { CheckedGraph } from '../../../shared/model/checkedGraph.ts';
import type { EngineEvent, EventOf, TapeEvent } from '../../../shared/model/event.ts';
import { fromPublicEvent, toPublicEvent } from '../../../shared/model/publicEvent.ts';
import { memoryTape } from '../../support/memoryTape.ts';
import { randomGraph } from '../../support/randomGraph.ts';
import { randomNest, randomNestWithContainer } from '../../support/randomNest.ts';
import { randomSockets } from '../../support/randomSocketGraph.ts';
import { checked } from '../../support/runGraphFile.ts';

const RUNS = { numRuns: Number(process.env.LAW_RUNS ?? 60) };
const SECRET = 'tok-5f1c9a77planted';
const ENCODED = Buffer.from(SECRET).toString('base64');

interface Left {
  readonly graph: CheckedGraph;
  readonly machine: Machine;
  readonly events: readonly EngineEvent[];
  readonly keyframes: readonly { readonly seq: number; readonly machine: unknown }[];
}

/** What a run leaves behind the redaction, as a tape would hold it. */
async function left(graph: CheckedGraph, budget?: number): Promise<Left> {
  const secrets = secretsOf({ graph, inputs: {}, environment: { API_TOKEN: SECRET }, rules: NO_RULES });
  const redaction = new Redaction(secrets as NonNullable<typeof secrets>, graph.dialect);
  const machine = newMachine(graph);
  const fold = new RedactedFold(graph, machine, (started) => recordedGraph(started).graph);
  const events: EngineEvent[] = [];
  const keyframes: { seq: number; machine: unknown }[] = [];
  const sink = fold.sink({
    write(more) {
      events.push(
        ...more.map((event) => fromPublicEvent(JSON.parse(JSON.stringify(toPublicEvent(event as TapeEvent))))),
      );
      keyframes.push({ seq: events.length - 1, machine: JSON.parse(JSON.stringify(fold.frozen())) });
    },
    commit() {},
  });
  await runGraph({
    graph,
    machine,
    operators: operatorSet({ graphFolder: import.meta.dirname }),
    sink: redactingSink(sink, redaction),
    begin: { id: 'law', inputs: {}, versions: { looptape: 'test' }, ...(budget === undefined ? {} : { budget }) },
  });
  return { graph, machine, events, keyframes };
}

/** Where the run stands, without what it holds. */
function standing(machine: Machine): unknown {
  const { seq, phase, status, reason, ready, running, nextFire } = machine;
  return { seq, phase, status, reason, ready, running, nextFire };
}

/** Runs of a law in which a secret came up at all. */
let met = 0;
beforeEach(() => {
  met = 0;
});
afterEach(() => expect(met).toBeGreaterThan(RUNS.numRuns / 4));

/** @param at where the tape is cut, as by a kill, and gone on with */
function expectLaws({ machine, events, keyframes }: Left, at: number): void {
  const all = JSON.stringify([events.map((event) => toPublicEvent(event as TapeEvent)), keyframes]);
  for (const leak of ['planted', ENCODED])
    expect(all.slice(Math.max(0, all.indexOf(leak) - 80)).slice(0, 160)).not.toContain(leak);
  if (/redacted/.test(all)) met++;
  const graph = recordedGraph(events[0] as EventOf<'run.started'>).graph as CheckedGraph;
  expect(graph).toBeDefined();
  const folded = newMachine(graph);
  let next = 0;
  for (const event of events) {
    apply(graph, folded, event);
    if (keyframes[next]?.seq !== event.seq) continue;
    expect(JSON.parse(JSON.stringify(freezeMachine(folded)))).toEqual(keyframes[next]?.machine);
    next++;
  }
  expect(next).toBe(keyframes.length);
  expect(standing(folded)).toEqual(standing(machine));
  expect(replay(graph, events)).toMatchObject({ identical: true, compared: events.length, endsInMidStep: false });
  const cut = events.slice(0, 1 + (at % events.length));
  const picked = pickUp(graph, memoryTape(cut));
  if (!picked.ok) expect(picked.failure).not.toMatch(/other rules|does not follow/);
}

/** The secret in the place of some of what the graph's fires give, told by `where`. */
function planted<T>(data: T, where: number): T {
  let n = 0;
  return JSON.parse(JSON.stringify(data), (key, value) => {
    if (key === 'seq' && Array.isArray(value))
      return value.map((output) => plantedIn(output, () => (where >> (n++ % 20)) & 1));
    return value;
  });
}

function plantedIn(output: unknown, draws: () => number): unknown {
  if (typeof output !== 'object' || output === null) return output;
  if ('$throw' in output) return { $throw: `no, because of ${SECRET}` };
  return Object.fromEntries(
    Object.entries(output).map(([port, value]) => {
      if (draws() === 0 || (typeof value === 'object' && value !== null && '$echo' in value)) return [port, value];
      const forms = [SECRET, `has ${SECRET} in it`, { deep: [SECRET, ENCODED], [SECRET]: 1 }, `Basic ${ENCODED}`];
      return [port, forms[draws() * 2 + draws()]];
    }),
  );
}

describe('a run that meets a secret', () => {
  it('leaves none in a pivot graph, and replays', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(randomNest, randomNestWithContainer), fc.nat(), async (graph, where) => {
        expectLaws(await left(checked(planted(graph, where))), where);
      }),
      RUNS,
    );
  });

  it('leaves none by the rules of agentcanvas, and replays', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, fc.nat(), async (graph, where) => {
        expectLaws(await left(checked({ ...planted(graph, where), compat: 'agentcanvas' })), where);
      }),
      RUNS,
    );
  });

  it.each([undefined, 'pi-materia'])('leaves none in a socket graph (compat %s), and replays', async (compat) => {
    await fc.assert(
      fc.asyncProperty(
        randomSockets,
        fc.constantFrom('n', 't', 'a', 'it broke'),
        fc.nat(),
        async (random, word, at) => {
          // As a whole text and as a text in JSON in a text.
          const standIns = JSON.parse(
            JSON.stringify(random.standIns).replaceAll(new RegExp(`(\\\\*")${word}(\\\\*")`, 'g'), `$1${SECRET}$2`),
          ) as Readonly<Record<string, unknown>>;
          const graph = checked({ ...random.graph, ...(compat === undefined ? {} : { compat }) }, standIns);
          expectLaws(await left(graph, random.budget), at);
        },
      ),
      RUNS,
    );
  });

  it('leaves none in a bounded loop, whatever it is asked for and whatever comes, and replays', async () => {
    const part = fc.constantFrom(SECRET, ENCODED, 'FAIL', 'ok done', `line of ${SECRET}`, 'x'.repeat(150), '\n', ' ');
    const output = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    const until = fc.constantFrom('regex:77plan.ed$', 'regex:ok (done)', `regex:${SECRET}`, 'regex:^FAIL$', 'exit:0');
    await fc.assert(
      fc.asyncProperty(
        fc.array(output, { minLength: 1, maxLength: 4 }),
        until,
        fc.nat(),
        async (outputs, predicate, at) => {
          const attempt = { operator: 'scripted', seq: outputs };
          const graph = checked({ prompt: `mend ${SECRET}`, max_iters: 4, until_predicate: predicate, attempt });
          expectLaws(await left(graph), at);
        },
      ),
      RUNS,
    );
  });
});
