import { describe, expect, it } from 'vitest';
import { HazardWatch, tapeHazards } from '../../../main/hazards/tapeHazards.ts';
import type { CheckedGraph } from '../../../shared/model/checkedGraph.ts';
import type { EngineEvent } from '../../../shared/model/event.ts';
import type { TapeHazard } from '../../../shared/model/hazard.ts';
import type { TapeView } from '../../../shared/model/tapeView.ts';
import { givenCases } from '../../conformance/givenCase.ts';
import { runGraphFile } from '../../support/runGraphFile.ts';

interface GraphFile {
  nodes: { id: string; type: string; config: Record<string, unknown> }[];
  edges: Record<string, unknown>[];
}

function graphOf(id: string): GraphFile {
  return structuredClone(givenCases().find((one) => one.id === id)?.graph) as GraphFile;
}

function config(graph: GraphFile, id: string): Record<string, unknown> {
  const found = graph.nodes.find((node) => node.id === id);
  if (!found) throw new Error(`no node ${id}`);
  return found.config;
}

function viewOf(events: readonly EngineEvent[], graph: CheckedGraph | undefined): TapeView {
  return { graph, events: (kinds) => events.filter((event) => kinds.includes(event.kind as never)) as never };
}

async function hazardsOf(file: GraphFile): Promise<TapeHazard[]> {
  const { graph, events } = await runGraphFile(file);
  return tapeHazards(viewOf(events, graph));
}

describe('frozen-input', () => {
  it.each(['G01', 'G01-swapped'])('names input, both writers, iterations and the one-word fix (%s)', async (id) => {
    const [frozen, ...others] = await hazardsOf(graphOf(id));
    expect(others).toEqual([]);
    expect(frozen).toMatchObject({
      code: 'frozen-input',
      severity: 'error',
      where: { scope: 'iterIn_1', node: 'policy', port: 'obs' },
      fix: { node: 'iterIn_1', path: ['initPorts', 0, 'persist'], from: true, to: false },
    });
    expect(frozen?.writers?.toSorted()).toEqual(['iterIn_1.init_obs', 'iterIn_1.iterout_obs']);
    expect(frozen?.message).toBe(
      'policy.obs read "o0" from iterIn_1.init_obs in iterations 0 to 5, because init_obs persists, while iterIn_1.iterout_obs beside it took 5 new values that were never read there.',
    );
    // From iteration 1 on the carry had something else to say.
    expect(frozen?.evidence).toEqual([1, 2, 3, 4, 5].map((n) => `iterIn_1[${n}]`));
  });

  it('is not there where the seed is one-shot, though the graph is wired the same', async () => {
    expect(await hazardsOf(graphOf('G01-oneshot'))).toEqual([]);
  });

  it('is not there where the carry never differed from the seed', async () => {
    const graph = graphOf('G01');
    config(graph, 'env').seq = [{ obs: 'o0' }];
    expect((await hazardsOf(graph)).map((hazard) => hazard.code)).not.toContain('frozen-input');
  });

  it('is not there in a run of one iteration, though the graph could freeze', async () => {
    const graph = graphOf('G01');
    config(graph, 'iterIn_1').step_budget = 1;
    expect(await hazardsOf(graph)).toEqual([]);
  });

  it('is seen without the graph too, by the names of the slots', async () => {
    const { events } = await runGraphFile(graphOf('G01'));
    expect(tapeHazards(viewOf(events, undefined))).toMatchObject([
      {
        code: 'frozen-input',
        where: { node: 'policy', port: 'obs' },
        writers: ['iterIn_1.iterout_obs', 'iterIn_1.init_obs'],
      },
    ]);
  });

  it('points to the start of an iteration that a failure left open', async () => {
    const graph = graphOf('G01');
    config(graph, 'env').seq = [{ obs: 'o1' }, { obs: 'o2' }, { $throw: 'the room is gone' }];
    const [frozen] = await hazardsOf(graph);
    expect(frozen?.evidence).toEqual(['iterIn_1[1]', 'iterIn_1[2]:start']);
  });
});

describe('vanishing-input and stall (G02)', () => {
  it('name node, input and reason, and the fix', async () => {
    const hazards = await hazardsOf(graphOf('G02'));
    expect(hazards.map(({ code, severity }) => [code, severity])).toEqual([
      ['vanishing-input', 'error'],
      ['stall', 'error'],
    ]);
    const [vanishing, stall] = hazards;
    expect(vanishing).toMatchObject({
      where: { scope: 'iterIn_1', node: 'judge', port: 'goal' },
      fix: { node: 'iterIn_1', path: ['initPorts', 0, 'persist'], from: false, to: true },
      evidence: ['iterIn_1[1]:start', '#20'],
    });
    expect(vanishing?.message).toContain('init_goal is one-shot and was emptied after iteration 0');
    expect(stall).toMatchObject({
      where: { scope: 'iterIn_1', node: 'judge', port: 'goal' },
      evidence: ['iterIn_1[1]:start', '#20'],
    });
    expect(stall?.message).toContain(
      'judge waits for goal (empty: init_goal is one-shot and was emptied after iteration 0)',
    );
    expect(stall?.message).toContain('iterOut_1 waits for obs');
  });

  it('vanishing-input is not there where the loop ends before the input is missed', async () => {
    const graph = graphOf('G02');
    config(graph, 'judge').seq = [
      { obs: 'o1', done: true },
      { obs: 'o2', done: false },
    ];
    expect(await hazardsOf(graph)).toEqual([]);
  });

  it('vanishing-input of an optional input is a warning: its node fired without it', async () => {
    const graph = graphOf('G02');
    config(graph, 'judge').required = ['obs'];
    const hazards = await hazardsOf(graph);
    expect(hazards).toMatchObject([
      { code: 'vanishing-input', severity: 'warning', evidence: ['iterIn_1[1]', 'iterIn_1[2]'] },
    ]);
    expect(hazards[0]?.message).toContain('judge.goal had no value in iterations 1 to 2 of iterIn_1');
  });

  it('a loop that is never entered is a stall without an iteration', async () => {
    const graph = graphOf('G02');
    config(graph, 'start').seq = [{}];
    const [stall] = await hazardsOf(graph);
    expect(stall).toMatchObject({
      code: 'stall',
      title: 'Never entered',
      where: { scope: 'iterIn_1', node: 'iterIn_1' },
    });
    expect(stall?.evidence).toHaveLength(1);
  });
});

describe('non-boolean-stop', () => {
  it.each([
    ['G07-B-text-false', 'text, such as "false"', 'as true'],
    ['G07-B-zero', 'number, such as 0', 'as false'],
    ['G07-B-empty', 'text, such as ""', 'as false'],
    ['G07-B-null', 'null', 'as false'],
    ['G07-B-list', 'list, such as []', 'as false'],
    ['G07-B-object', 'object, such as {}', 'as false'],
  ])('of %s names the type and how it counted', async (id, type, counted) => {
    expect(await hazardsOf(graphOf(id))).toMatchObject([
      {
        code: 'non-boolean-stop',
        severity: 'warning',
        where: { scope: 'iterIn_1', node: 'iterOut_1', port: 'stop' },
        message: `iterOut_1.stop got ${type}, where a boolean belongs, at the boundary of iterIn_1[0]; it counted ${counted}.`,
        evidence: ['iterIn_1[0]'],
      },
    ]);
  });

  it('is not there where stop has no value, or is a boolean', async () => {
    const graph = graphOf('G07-B-null');
    config(graph, 'chk').seq = [{}, { done: true }];
    expect(await hazardsOf(graph)).toEqual([]);
    expect(await hazardsOf(graphOf('G06'))).toEqual([]);
  });
});

it('budget-only is told as information where a loop without stop ran to its budget', async () => {
  const graph = graphOf('G06');
  graph.edges = graph.edges.filter((edge) => edge.targetHandle !== 'stop');
  expect(await hazardsOf(graph)).toMatchObject([
    {
      code: 'budget-only',
      severity: 'info',
      where: { scope: 'iterIn_1', node: 'iterOut_1', port: 'stop' },
      message: 'iterIn_1 ran 10 iterations, its whole budget, because nothing is wired into iterOut_1.stop.',
      evidence: ['iterIn_1[9]'],
    },
  ]);
});

it('near-miss-handle is told where the slot was really written', async () => {
  const graph = graphOf('G01');
  const [seed] = graph.edges;
  if (seed) seed.targetHandle = 'int_obs';
  const hazards = await hazardsOf(graph);
  expect(hazards.find((hazard) => hazard.code === 'near-miss-handle')).toMatchObject({
    where: { scope: 'iterIn_1', slot: 'int_obs' },
    evidence: ['#4'],
  });
});

describe('the list', () => {
  it('has the most severe first and each place once', async () => {
    const graph = graphOf('G01');
    config(graph, 'isStop').map = { action: { LEFT: { flag: 0 } } };
    const hazards = await hazardsOf(graph);
    expect(hazards.map((hazard) => hazard.code)).toEqual(['frozen-input', 'non-boolean-stop']);
  });

  it('is the same whether a tape is watched as it grows or looked through at its end', async () => {
    for (const { id } of givenCases().filter((one) => /^G0[1267]/.test(one.id) && one.dialect === 'pivot')) {
      const { graph, events } = await runGraphFile(graphOf(id));
      const watch = new HazardWatch(graph);
      for (const event of events) {
        watch.see(event);
        // Asking in between changes nothing.
        watch.found();
      }
      expect(watch.found()).toEqual(tapeHazards(viewOf(events, graph)));
    }
  });

  it('of a run of thousands keeps a thousand moments, the first and the last among them', async () => {
    const graph = graphOf('G01');
    config(graph, 'iterIn_1').step_budget = 3000;
    config(graph, 'env').seq = Array.from({ length: 3000 }, (_, i) => ({ obs: `o${i + 1}` }));
    const [frozen] = await hazardsOf(graph);
    expect(frozen?.evidence).toHaveLength(1000);
    expect(frozen?.evidence[0]).toBe('iterIn_1[1]');
    expect(frozen?.evidence.at(-1)).toBe('iterIn_1[2999]');
    expect(frozen?.message).toContain('in iterations 0 to 2999');
  });
});
