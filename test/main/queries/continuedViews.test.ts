// Views of runs that were gone on with: what was open when the run failed is open again.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openIterations, scopeEnds } from '../../../main/engine/machineView.ts';
import { eventsWindow } from '../../../main/queries/eventsWindow.ts';
import { fireDetail } from '../../../main/queries/fireDetail.ts';
import { momentView } from '../../../main/queries/momentView.ts';
import { openTape } from '../../../main/queries/openTape.ts';
import { continueRun } from '../../support/continueRun.ts';
import { drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { memoryTape } from '../../support/memoryTape.ts';
import { randomSockets } from '../../support/randomSocketGraph.ts';
import { type RunFileResult, runGraphFile } from '../../support/runGraphFile.ts';

/** At every moment from `from` on, what a view calls open and counts is what the machine does. */
function expectTruth({ graph, events }: Pick<RunFileResult, 'graph' | 'events'>, from: number): void {
  const tape = openTape(memoryTape(events));
  for (const event of events.slice(from)) {
    const machine = tape.machines?.at(event.seq);
    const view = momentView(tape, { seq: event.seq });
    if (!machine || !view.ok) throw new Error(`no view of #${event.seq}`);
    const ends = scopeEnds(graph, machine).map(({ scope, closedInAll }) => [scope, closedInAll]);
    expect(view.value.iterations, `#${event.seq}`).toEqual(Object.fromEntries(ends));
    // An iteration that was just closed is still told of by the machine; the exit itself still lies in what it ends.
    if (event.kind === 'scope.exited' || event.kind === 'run.finished') continue;
    const open = openIterations(graph, machine).map(({ path }) => path);
    for (const { path } of view.value.open) expect(open, `#${event.seq}`).toContain(path);
    if (event.kind === 'fire.started' && event.at !== '')
      expect(view.value.open.map(({ path }) => path)).toContain(event.at);
  }
}

it('a loop of pivots that failed is open again, in the iteration that it failed in', async () => {
  const graph = drawGraph(
    [
      scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
      loop('L', { x: {} }, { x: {} }, 3),
      scripted('inc', ['x'], ['x'], { seq: [{ x: 2 }, { $throw: 'it broke' }, { x: 3 }, { x: 4 }] }),
    ],
    ['seed.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'],
  );
  const failed = await runGraphFile(graph);
  expect(failed.events.at(-1)).toMatchObject({ status: 'failed' });
  const run = await continueRun(failed);
  expect(run.events.at(-1)).toMatchObject({ status: 'ended', reason: 'budget' });
  const tape = openTape(memoryTape(run.events));
  const view = momentView(tape, { seq: failed.events.length });
  expect(view).toMatchObject({ value: { kind: 'run.continued', open: [{ path: 'L[1]' }], iterations: { L: 1 } } });
  expectTruth(run, failed.events.length);
  // An event is called by its number, here as everywhere; the last that counts stands before the signal and the end of the failed run.
  const { rows } = eventsWindow(tape, { from: failed.events.length, count: 1 });
  expect(rows[0]?.sentence).toBe(`run continued after #${failed.events.length - 3}`);
});

it('so is every loop of sockets, at every moment of the continuation', async () => {
  await fc.assert(
    fc.asyncProperty(randomSockets, fc.nat(12), async ({ graph, standIns, budget }, steps) => {
      const first = await runGraphFile(graph, { standIns, budget, steps });
      const end = first.events.at(-1);
      if (end?.kind !== 'run.finished' || end.status === 'ended') return;
      const run = await continueRun(first);
      expectTruth(run, first.events.length);
    }),
    { numRuns: 40 },
  );
});

it('a fire that was out when the tape stopped is told as lost, once the run goes on', async () => {
  const graph = drawGraph([scripted('one', [], ['x'], { seq: [{ x: 1 }, { x: 2 }] })], []);
  const whole = await runGraphFile(graph);
  const started = whole.events.findIndex(({ kind }) => kind === 'fire.started');
  const cut = { graph: whole.graph, events: whole.events.slice(0, started + 1) };
  const before = fireDetail(openTape(memoryTape(cut.events)), { seq: started });
  expect(before).toMatchObject({ value: { state: 'running', endedSeq: null } });
  const { events } = await continueRun(cut);
  const tape = openTape(memoryTape(events));
  const lost = fireDetail(tape, { seq: started });
  // It went on right after the start that was cut off.
  expect(events[started + 1]?.kind).toBe('run.continued');
  expect(lost).toMatchObject({
    value: { nth: 0, state: 'failed', endedSeq: started + 1, error: { code: 'interrupted' }, outputs: [] },
  });
  expect(tape.fires.of('one')).toMatchObject({ state: [2, 1], endedSeq: [started + 1, started + 3] });
});
