// How loops of sockets go wrong, and what their tapes say of it. Graphs are small enough to follow every message by hand.
import { describe, expect, it } from 'vitest';
import { tapeHazards } from '../../../main/hazards/tapeHazards.ts';
import type { TapeHazard } from '../../../shared/model/hazard.ts';
import { givenCases } from '../../conformance/givenCase.ts';
import { advance, drawSockets, exits, json, text } from '../../support/drawSockets.ts';
import { type RunFileOptions, type RunFileResult, runGraphFile } from '../../support/runGraphFile.ts';

function found({ graph, events }: RunFileResult): TapeHazard[] {
  return tapeHazards({
    graph,
    events: (kinds) => events.filter((event) => kinds.includes(event.kind as never)) as never,
  });
}

async function hazardsOf(graph: unknown, options: RunFileOptions = {}): Promise<TapeHazard[]> {
  return found(await runGraphFile(graph, options));
}

async function codesOf(graph: unknown, options: RunFileOptions = {}): Promise<string[]> {
  return (await hazardsOf(graph, options)).map(({ code }) => code);
}

function caseGraph(id: string): unknown {
  return givenCases().find((one) => one.id === id)?.graph;
}

const yes = { satisfied: true };
const no = { satisfied: false };
const items = (...names: string[]) => ({ state: { items: names } });
const overItems = { iterator: { items: 'state.items', cursor: 'i' } };

describe('replaced-list', () => {
  it('says what of the new list was passed over (G03-longer)', async () => {
    const run = await runGraphFile(caseGraph('G03-longer'));
    // Of p3, p4 and p5 only p5 runs.
    expect(found(run)).toMatchObject([
      {
        code: 'replaced-list',
        severity: 'warning',
        where: { scope: 'personLoop', node: 'Dept', slot: 'state.people' },
        message:
          'Dept wrote a new list of 3 items into state.people in deptLoop[1] while the cursor personIndex stood at 2, so personLoop passed over the first 2 items of it and went on with the last 1 item.',
      },
    ]);
    const seq = Number(found(run)[0]?.evidence[0]?.slice(1));
    expect(run.events[seq]).toMatchObject({ kind: 'slot.written', slot: 'state.people', value: ['p3', 'p4', 'p5'] });
  });

  it('says so where all of the new list was passed over (G03)', async () => {
    const [hazard] = await hazardsOf(caseGraph('G03'));
    expect(hazard?.message).toBe(
      'Dept wrote a new list of 2 items into state.people in deptLoop[1] while the cursor personIndex stood at 2, so personLoop passed over all 2 items of it.',
    );
  });

  it('is not there where the list only grew behind its cursor', async () => {
    // a is done, then the list becomes a, b; then b is done.
    const graph = drawSockets(
      {
        Work: json([{ ...yes, more: ['a', 'b'] }], ['always Add'], advance('i', 'items')),
        Add: json([{ more: ['a', 'b', 'c'] }], ['always Work'], { assign: { items: '$.more' } }),
      },
      { L: { sockets: ['Work', 'Add'], ...overItems } },
      items('a', 'b'),
    );
    expect(await codesOf(graph)).not.toContain('replaced-list');
  });
});

describe('text-satisfied', () => {
  it('names the value and what asked for it (G07-A)', async () => {
    const [hazard, ...others] = await hazardsOf(caseGraph('G07-A'));
    expect(others).toEqual([]);
    expect(hazard).toMatchObject({ code: 'text-satisfied', where: { node: 'Work' } });
    expect(hazard?.message).toBe(
      'Work gave satisfied as text or number, such as "true", where true or false belongs, so what asked for it was not met: advance, edges[0] (2 times, first in L[0]).',
    );
  });

  it('says of a socket that is parsed as text that it has none', async () => {
    const graph = drawSockets({ Eval: text(['satisfied'], ['satisfied Ship', 'always end']), Ship: text(['shipped']) });
    const [hazard] = await hazardsOf(graph);
    expect(hazard).toMatchObject({ code: 'text-satisfied', where: { node: 'Eval' }, writers: ['edges[0]'] });
    expect(hazard?.message).toBe(
      'Eval is parsed as text, which has no satisfied, so what asked for it was not met: edges[0] (1 time).',
    );
  });

  it('is not there where satisfied is absent from an output that nothing asks, or a boolean', async () => {
    const graph = drawSockets({ A: json([{ satisfied: 'soon' }], ['always B']), B: json([no], ['satisfied A']) });
    expect(await codesOf(graph)).toEqual([]);
  });
});

describe('accidental-end', () => {
  const graph = (edges: readonly string[]) =>
    drawSockets(
      { Work: json([yes, no], edges, advance('i', 'items', 'satisfied')) },
      { L: { sockets: ['Work'], ...overItems } },
      items('a', 'b', 'c'),
    );

  it('says which loop had how many items left, and why nothing matched', async () => {
    // a is done; b is not, and no edge takes it on: b and c are left.
    expect(await hazardsOf(graph(['satisfied Work']))).toMatchObject([
      {
        code: 'accidental-end',
        severity: 'error',
        where: { scope: 'L', node: 'Work' },
        message:
          'The run ended at Work because no edge matches: satisfied is false, while L still had 2 of 3 items to work on.',
      },
    ]);
  });

  it('is not there where an edge leads to the end', async () => {
    expect(await codesOf(graph(['satisfied Work', 'always end']))).toEqual([]);
  });

  it('is not there where the list ran out', async () => {
    const done = drawSockets(
      { Work: json([yes], ['always Work'], advance('i', 'items')) },
      { L: { sockets: ['Work'], ...overItems } },
      items('a', 'b'),
    );
    expect(await codesOf(done)).toEqual([]);
  });
});

describe('stuck-cursor', () => {
  const graph = (edge: string, more: Record<string, unknown> = {}) =>
    drawSockets(
      { Work: json([no], [edge], advance('i', 'items', 'satisfied')) },
      { L: { sockets: ['Work'], ...overItems } },
      { ...items('a', 'b'), ...more },
    );

  it('is there from the fifth pass on: three repeats are allowed, as the public engine does by default', async () => {
    expect(await codesOf(graph('not_satisfied Work'), { budget: 4 })).toEqual([]);
    expect(await hazardsOf(graph('not_satisfied Work'), { budget: 6 })).toMatchObject([
      {
        code: 'stuck-cursor',
        severity: 'error',
        where: { scope: 'L', slot: 'cursor.i' },
        message:
          'Item 0 (a) of L went round 6 times while the cursor i did not move. More than 3 repeats without an advance counts as stuck.',
        evidence: ['L[0]@5:start', 'L[0]@6:start'],
      },
    ]);
  });

  it('goes by what the graph says of it', async () => {
    const strict = graph('not_satisfied Work', { limits: { maxNoAdvanceCycles: 1 } });
    expect((await hazardsOf(strict, { budget: 3 }))[0]?.evidence).toEqual(['L[0]@3:start']);
  });

  it('does not count rounds that their author has bounded', async () => {
    expect(await codesOf(graph('not_satisfied Work 9'), { budget: 8 })).toEqual([]);
  });
});

describe('cycle-without-advance', () => {
  // Build and Eval lead to one another, and neither moves the cursor.
  const graph = drawSockets(
    {
      Build: json([{}], ['always Eval']),
      Eval: json([no], ['not_satisfied Build', 'satisfied Next']),
      Next: json([{}], ['always Build'], advance('i', 'items')),
    },
    { L: { sockets: ['Build', 'Eval', 'Next'], ...overItems } },
    items('a'),
  );

  it('names the way that went round more often than that', async () => {
    // 12 visits: six rounds of Build and Eval; each edge comes round for the fourth time with the fifth round.
    const hazard = (await hazardsOf(graph, { budget: 12 })).find(({ code }) => code === 'cycle-without-advance');
    expect(hazard?.message).toMatch(/^Build → Eval → Build.* It went round 6 times in this run/);
    expect(hazard?.where).toMatchObject({ scope: 'L', node: 'Eval' });
  });

  it('is not there where the way was left in time', async () => {
    expect(await codesOf(graph, { budget: 6 })).toEqual([]);
  });
});

describe('no-exit-when-empty', () => {
  it('says what did not run', async () => {
    const graph = drawSockets(
      { Work: json([yes], ['always Work'], advance('i', 'items')), Report: text(['done']) },
      { L: { sockets: ['Work'], ...overItems, ...exits('Work satisfied Report') } },
      items(),
    );
    expect(await hazardsOf(graph)).toMatchObject([
      {
        code: 'no-exit-when-empty',
        where: { scope: 'L', node: 'Work' },
        message:
          'L was entered at Work with no item left (cursor 0, length 0), and none of its exits asks for nothing, so the run ended without Report.',
      },
    ]);
  });
});

describe('dead-exit', () => {
  const graph = (...routes: string[]) =>
    drawSockets(
      { Work: json([yes], ['always Work'], advance('i', 'items', 'satisfied')), Report: text(['done']) },
      { L: { sockets: ['Work'], ...overItems, ...exits(...routes) } },
      items('a'),
    );

  it('is told where the run ended for want of another exit', async () => {
    const [hazard, ...others] = await hazardsOf(graph('Work not_satisfied Report'));
    expect(others).toEqual([]);
    expect(hazard).toMatchObject({ code: 'dead-exit', where: { scope: 'L', node: 'Work' } });
    expect(hazard?.message).toContain('The list ran out 1 time, and as no exit matched, the run ended there.');
  });

  it('is not told where another exit was taken', async () => {
    expect(await codesOf(graph('Work not_satisfied Report', 'Work always Report'))).toEqual([]);
  });
});

describe('shared-cursor', () => {
  it('tells where a loop began in the middle because another had moved its cursor', async () => {
    const graph = drawSockets(
      {
        Draft: json([yes], ['always Draft'], advance('i', 'drafts')),
        Review: json([yes], ['always Review'], advance('i', 'reviews')),
      },
      {
        drafting: {
          sockets: ['Draft'],
          iterator: { items: 'state.drafts', cursor: 'i' },
          ...exits('Draft always Review'),
        },
        reviewing: { sockets: ['Review'], iterator: { items: 'state.reviews', cursor: 'i' } },
      },
      { state: { drafts: ['a'], reviews: ['r', 's'] } },
    );
    const run = await runGraphFile(graph);
    const hazard = found(run).find(({ code }) => code === 'shared-cursor');
    expect(hazard).toMatchObject({ where: { scope: 'drafting', slot: 'cursor.i' } });
    expect(hazard?.message).toContain('This happened 1 time.');
    expect(run.events[Number(hazard?.evidence[0]?.slice(1))]).toMatchObject({
      kind: 'scope.entered',
      scope: 'reviewing',
    });
  });
});

it('finds nothing wrong with runs that went as they were meant to', async () => {
  for (const id of ['G05', 'G12a', 'G12d', 'G15']) expect(await codesOf(caseGraph(id)), id).toEqual([]);
});
