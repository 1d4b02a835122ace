// Static hazards at work: what their graphs do to a tape.
import { describe, expect, it } from 'vitest';
import { tapeHazards } from '../../../main/hazards/tapeHazards.ts';
import type { TapeHazard } from '../../../shared/model/hazard.ts';
import { type Drawn, drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { runGraphFile } from '../../support/runGraphFile.ts';

async function only(file: Drawn, code: string): Promise<TapeHazard[]> {
  const { graph, events } = await runGraphFile(file);
  const view = {
    graph,
    events: (kinds: readonly string[]) => events.filter((event) => kinds.includes(event.kind)) as never,
  };
  return tapeHazards(view).filter((hazard) => hazard.code === code);
}

/** Three iterations, x from 1 to 4, and whatever else. */
function graph({
  init = {},
  carries = {},
  nodes = [],
  wires = [],
}: {
  init?: Record<string, object>;
  carries?: Record<string, object>;
  nodes?: readonly Record<string, unknown>[];
  wires?: readonly string[];
}): Drawn {
  return drawGraph(
    [
      scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
      loop('L', { x: {}, ...init }, { x: {}, ...carries }, 3),
      scripted('inc', ['x'], ['x'], { expr: { x: 'x+1' } }),
      ...nodes,
    ],
    ['seed.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x', ...wires],
  );
}

describe('constant-stop', () => {
  const stopping = (done: boolean): Drawn =>
    graph({
      nodes: [scripted('flag', ['x'], ['done'], { seq: [{ done }] })],
      wires: ['inc.x -> flag.x', 'flag.done -> L-out.stop'],
    });

  it('says that the loop ended after its first iteration', async () => {
    const [found] = await only(stopping(true), 'constant-stop');
    expect(found?.message).toContain('L ended by stop after 1 iteration.');
    expect(found?.evidence).toHaveLength(1);
  });

  it('says that nothing but the budget ended the loop', async () => {
    expect((await only(stopping(false), 'constant-stop'))[0]?.message).toContain(
      'L ended by budget after 3 iterations.',
    );
  });
});

describe('unread-carry', () => {
  it('names the iterations that collected what nobody reads', async () => {
    const file = graph({ carries: { note: {} }, wires: ['inc.x -> L-out.note'] });
    expect(await only(file, 'unread-carry')).toMatchObject([
      { severity: 'info', where: { port: 'note' }, evidence: ['L[0]', 'L[1]', 'L[2]'] },
    ]);
  });

  it('is not there where nothing was collected', async () => {
    expect(await only(graph({ carries: { note: {} } }), 'unread-carry')).toEqual([]);
  });
});

describe('unwired-init', () => {
  it('names each entry of the loop without the seed', async () => {
    const file = graph({ init: { goal: {} } });
    expect(await only(file, 'unwired-init')).toMatchObject([
      { where: { slot: 'init_goal' }, evidence: ['L[0]:start'] },
    ]);
  });
});
