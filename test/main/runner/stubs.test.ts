// Stubs of secrets on a tape: which decisions were made over one, that a replay takes those from the record, and that nothing goes on over one.
import { describe, expect, it } from 'vitest';
import { pickUp } from '../../../main/runner/pickUp.ts';
import { replay } from '../../../main/runner/replay.ts';
import { decidedOverStub } from '../../../main/runner/stubs.ts';
import type { EngineEvent, EventOf } from '../../../shared/model/event.ts';
import { Redacted, snapshot } from '../../../shared/model/value.ts';
import { memoryTape } from '../../support/memoryTape.ts';
import { type checked, runGraphFile } from '../../support/runGraphFile.ts';

/** A loop until its output holds `open sesame`, which the tape has only as a stub. */
const GRAPH = {
  prompt: 'say it',
  max_iters: 3,
  until_predicate: 'regex:^open s.same$',
  attempt: { operator: 'scripted', seq: ['no', 'open sesame'] },
};
const STUB = '‹redacted WORD 3fa9c1d2›';

async function recorded(): Promise<{
  readonly events: readonly EngineEvent[];
  readonly graph: ReturnType<typeof checked>;
}> {
  const { events, graph } = await runGraphFile(GRAPH);
  const written = JSON.parse(JSON.stringify(events).replaceAll('open sesame', STUB)) as EngineEvent[];
  const [started, ...rest] = written;
  return { graph, events: [{ ...started, graph: snapshot(GRAPH) } as EngineEvent, ...rest] };
}

const decisionsOf = (events: readonly EngineEvent[]) =>
  events.filter((event): event is EventOf<'decision.made'> => event.kind === 'decision.made');
const answersOf = (events: readonly EngineEvent[]) => events.filter(({ kind }) => kind === 'fire.finished');

describe('a decision over a stub', () => {
  it('is told from others by its operands, its candidates and the answer that it is about', async () => {
    const { events } = await recorded();
    const [first, second] = decisionsOf(events);
    const [no, yes] = answersOf(events);
    expect(first && decidedOverStub(first, no)).toBeUndefined();
    expect(second && decidedOverStub(second, yes)).toBe('WORD');
    const boundary = { ...(first as EventOf<'decision.made'>), question: 'boundary' as const };
    expect(decidedOverStub({ ...boundary, operands: { stop: new Redacted('KEY', '3fa9c1d2') } })).toBe('KEY');
    expect(decidedOverStub({ ...boundary, operands: { stop: true } })).toBeUndefined();
  });

  it('is taken from the record in a replay, which could not make it again', async () => {
    const { graph, events } = await recorded();
    expect(decisionsOf(events).map(({ chosen }) => chosen !== null)).toEqual([false, true]);
    expect(replay(graph, events)).toMatchObject({ identical: true, compared: events.length });
  });

  it('that holds none is compared as ever', async () => {
    const { graph, events } = await recorded();
    const [first] = decisionsOf(events);
    const changed = events.map((event) => (event === first ? { ...first, chosen: 'another' } : event));
    expect(replay(graph, changed)).toMatchObject({ identical: false, first: { recorded: { seq: first?.seq } } });
  });

  it('is not made by a run that goes on, where its tape was cut before it', async () => {
    const { graph, events } = await recorded();
    const cut = events.slice(0, events.findLastIndex(({ kind }) => kind === 'fire.finished') + 1);
    expect(pickUp(graph, memoryTape(cut))).toMatchObject({
      ok: false,
      failure: expect.stringMatching(/over a secret, of which it holds only a stub/),
    });
  });
});
