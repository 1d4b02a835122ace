// Seqs of the frozen navigator (G01): entered 5; iterations opened at 6, 19, 32, 45, 58, 71 and closed at 18, 31, 44, 57, 70, 82;
// exited 83; run_end 84; finished 85.
import { describe, expect, it } from 'vitest';
import { moveFrom } from '../../../main/queries/moveFrom.ts';
import { recordedCase } from './recordedTape.ts';

type Request = Parameters<typeof moveFrom>[1];

async function moved(id: string, request: Omit<Request, 'direction'> & { direction?: 1 | -1 }): Promise<number | null> {
  const { tape } = await recordedCase(id);
  return moveFrom(tape, { direction: 1, ...request }).seq;
}

describe('by events', () => {
  it('goes to the neighbour, and nowhere at the ends', async () => {
    expect(await moved('G01', { seq: 20, move: 'event' })).toBe(21);
    expect(await moved('G01', { seq: 20, move: 'event', direction: -1 })).toBe(19);
    expect(await moved('G01', { seq: 85, move: 'event' })).toBeNull();
    expect(await moved('G01', { seq: 0, move: 'event', direction: -1 })).toBeNull();
  });

  it('stays within a scope, its entry and exit included', async () => {
    expect(await moved('G01', { seq: 0, move: 'event', scope: 'iterIn_1' })).toBe(5);
    expect(await moved('G01', { seq: 82, move: 'event', scope: 'iterIn_1' })).toBe(83);
    expect(await moved('G01', { seq: 83, move: 'event', scope: 'iterIn_1' })).toBeNull();
    expect(await moved('G01', { seq: 85, move: 'event', direction: -1, scope: 'iterIn_1' })).toBe(83);
    expect(await moved('G01', { seq: 5, move: 'event', direction: -1, scope: 'iterIn_1' })).toBeNull();
  });
});

describe('by boundaries', () => {
  it('goes to the next and the previous iteration.closed', async () => {
    expect(await moved('G01', { seq: 0, move: 'boundary' })).toBe(18);
    expect(await moved('G01', { seq: 18, move: 'boundary' })).toBe(31);
    expect(await moved('G01', { seq: 40, move: 'boundary', direction: -1 })).toBe(31);
    expect(await moved('G01', { seq: 31, move: 'boundary', direction: -1 })).toBe(18);
    expect(await moved('G01', { seq: 18, move: 'boundary', direction: -1 })).toBeNull();
    expect(await moved('G01', { seq: 82, move: 'boundary' })).toBeNull();
  });
});

describe('over', () => {
  it('goes to the end of the iteration, and back to the end of the one before', async () => {
    expect(await moved('G01', { seq: 48, move: 'over' })).toBe(57);
    expect(await moved('G01', { seq: 57, move: 'over' })).toBe(70);
    expect(await moved('G01', { seq: 48, move: 'over', direction: -1 })).toBe(44);
    expect(await moved('G01', { seq: 44, move: 'over', direction: -1 })).toBe(31);
  });

  it('goes from the first iteration back to the entry, and from the last boundary to the exit', async () => {
    expect(await moved('G01', { seq: 10, move: 'over', direction: -1 })).toBe(5);
    expect(await moved('G01', { seq: 82, move: 'over' })).toBe(83);
  });

  it('takes a whole loop as one step from outside of it', async () => {
    expect(await moved('G01', { seq: 5, move: 'over' })).toBe(83);
    expect(await moved('G01', { seq: 83, move: 'over', direction: -1 })).toBe(5);
    expect(await moved('G01', { seq: 2, move: 'over' })).toBe(83);
    expect(await moved('G01', { seq: 84, move: 'over' })).toBe(85);
  });

  it('goes to the exit of a scope whose iteration never closed', async () => {
    // G02 stalls in iteration 1, opened at 18; its exit is 20.
    expect(await moved('G02', { seq: 18, move: 'over' })).toBe(20);
  });
});

describe('into and out of a scope', () => {
  it('goes to where an iteration within begins, and to the exit or entry of the scope around', async () => {
    expect(await moved('G01', { seq: 2, move: 'into' })).toBe(6);
    expect(await moved('G01', { seq: 5, move: 'into' })).toBe(6);
    expect(await moved('G01', { seq: 84, move: 'into', direction: -1 })).toBe(71);
    expect(await moved('G01', { seq: 40, move: 'into' })).toBeNull();
    expect(await moved('G01', { seq: 40, move: 'out' })).toBe(83);
    expect(await moved('G01', { seq: 40, move: 'out', direction: -1 })).toBe(5);
    expect(await moved('G01', { seq: 2, move: 'out' })).toBeNull();
  });
});

describe('by changes', () => {
  it('of a slot goes from write to write where the value differs', async () => {
    const slot = 'iterIn_1.iterout_obs';
    expect(await moved('G01', { seq: 0, move: 'change', slot })).toBe(17);
    expect(await moved('G01', { seq: 17, move: 'change', slot })).toBe(30);
    expect(await moved('G01', { seq: 40, move: 'change', direction: -1, slot })).toBe(30);
    expect(await moved('G01', { seq: 17, move: 'change', direction: -1, slot })).toBeNull();
    expect(await moved('G01', { seq: 69, move: 'change', slot })).toBeNull();
  });

  it('of a frozen input finds only its first read', async () => {
    expect(await moved('G01', { seq: 0, move: 'change', slot: 'policy.obs' })).toBe(9);
    expect(await moved('G01', { seq: 9, move: 'change', slot: 'policy.obs' })).toBeNull();
    expect(await moved('G01', { seq: 85, move: 'change', direction: -1, slot: 'policy.obs' })).toBe(9);
  });

  it('of an output and of an iterOut port follows what was given', async () => {
    expect(await moved('G01', { seq: 14, move: 'change', slot: 'env.obs' })).toBe(27);
    expect(await moved('G01', { seq: 18, move: 'change', slot: 'iterOut_1.obs' })).toBe(31);
    expect(await moved('G01', { seq: 18, move: 'change', slot: 'iterOut_1.stop' })).toBeNull();
  });

  it('counts the emptying of a slot as a change', async () => {
    // In the one-shot variant init_obs is written at 4 and emptied at 8, after step_start of iteration 0.
    expect(await moved('G01-oneshot', { seq: 4, move: 'change', slot: 'iterIn_1.init_obs' })).toBe(8);
  });

  it('of what the tape does not know leads nowhere', async () => {
    expect(await moved('G01', { seq: 4, move: 'change', slot: 'nobody.x' })).toBeNull();
    expect(await moved('G01', { seq: 4, move: 'change' })).toBeNull();
  });
});

it('first and last go to the ends', async () => {
  expect(await moved('G01', { seq: 40, move: 'first' })).toBe(0);
  expect(await moved('G01', { seq: 40, move: 'last' })).toBe(85);
});

describe('with a loop in a loop (G14: two outer iterations of three inner ones)', () => {
  it('steps over the inner loop from outside of it and over its iterations from inside', async () => {
    const { tape, reader, events } = await recordedCase('G14');
    const closed = (path: string) => reader.iterationSeq(path, 'closed') ?? -1;
    const opened = (path: string) => reader.iterationSeq(path, 'opened') ?? -1;
    const edge = (kind: string) =>
      events.filter((event) => event.kind === kind && event.at === 'iterIn_o[0]')[0]?.seq ?? -1;
    const from = (seq: number, move: Request['move'], direction: 1 | -1 = 1) =>
      moveFrom(tape, { seq, move, direction }).seq;
    const inside = opened('iterIn_o[0]/iterIn_i[1]');
    expect(from(inside, 'over')).toBe(closed('iterIn_o[0]/iterIn_i[1]'));
    expect(from(inside, 'over', -1)).toBe(closed('iterIn_o[0]/iterIn_i[0]'));
    expect(from(inside, 'out')).toBe(edge('scope.exited'));
    expect(from(inside, 'out', -1)).toBe(edge('scope.entered'));
    expect(from(edge('scope.entered'), 'over')).toBe(edge('scope.exited'));
    expect(from(edge('scope.exited'), 'over', -1)).toBe(edge('scope.entered'));
    expect(from(opened('iterIn_o[0]'), 'over')).toBe(closed('iterIn_o[0]'));
    expect(from(opened('iterIn_o[0]'), 'into')).toBe(opened('iterIn_o[0]/iterIn_i[0]'));
    expect(from(closed('iterIn_o[0]'), 'into')).toBe(opened('iterIn_o[1]/iterIn_i[0]'));
  });

  it('event by event within the inner scope leaps over what lies between two entries', async () => {
    const { tape, events } = await recordedCase('G14');
    const exits = events.filter((event) => event.kind === 'scope.exited' && event.scope === 'iterIn_i');
    const entries = events.filter((event) => event.kind === 'scope.entered' && event.scope === 'iterIn_i');
    const scope = 'iterIn_i';
    expect(moveFrom(tape, { seq: exits[0]?.seq ?? -1, move: 'event', direction: 1, scope }).seq).toBe(entries[1]?.seq);
    expect(moveFrom(tape, { seq: entries[1]?.seq ?? -1, move: 'event', direction: -1, scope }).seq).toBe(exits[0]?.seq);
  });
});
