// What the views say of runs of sockets, on small runs that can be followed by hand.
import { describe, expect, it } from 'vitest';
import { decisionCard } from '../../../main/queries/decisionCard.ts';
import { eventsWindow } from '../../../main/queries/eventsWindow.ts';
import { findItems } from '../../../main/queries/findItems.ts';
import { findMoment } from '../../../main/queries/findMoment.ts';
import { fireDetail } from '../../../main/queries/fireDetail.ts';
import { momentReport } from '../../../main/queries/momentReport.ts';
import { momentView } from '../../../main/queries/momentView.ts';
import { moveFrom } from '../../../main/queries/moveFrom.ts';
import { type OpenTape, openTape } from '../../../main/queries/openTape.ts';
import { runReport, showReport } from '../../../main/queries/runReport.ts';
import { scopeWindow } from '../../../main/queries/scopeWindow.ts';
import { timelineWindow } from '../../../main/queries/timelineWindow.ts';
import { valueAt } from '../../../main/queries/valueAt.ts';
import type { FireDetail, MomentView, SlotRow } from '../../../shared/contract/moment.ts';
import { advance, drawSockets, exits, json, text, working } from '../../support/drawSockets.ts';
import { memoryTape } from '../../support/memoryTape.ts';
import { recordedCase, recordedTape } from './recordedTape.ts';

const no = { satisfied: false };
const overItems = { iterator: { items: 'state.items', cursor: 'i' } };

function seqOf(tape: OpenTape, moment: string): number {
  const found = findMoment(tape, { moment });
  if (!found.ok) throw new Error(found.failure.message);
  return found.value.seq;
}

function viewAt(tape: OpenTape, moment: string): MomentView {
  const view = momentView(tape, { seq: seqOf(tape, moment) });
  if (!view.ok) throw new Error(view.failure.message);
  return view.value;
}

function slot(view: MomentView, name: string): SlotRow | undefined {
  return view.slots.find((row) => row.slot === name);
}

function fireAt(tape: OpenTape, seq: number): FireDetail {
  const fire = fireDetail(tape, { seq });
  if (!fire.ok) throw new Error(fire.failure.message);
  return fire.value;
}

function sentences(tape: OpenTape): string[] {
  return eventsWindow(tape, { from: 0, count: 1000 }).rows.map(({ sentence }) => sentence);
}

describe('an item that goes round three times (G07-A)', () => {
  it('says in words why the cursor stood still, and when it moved', async () => {
    const { tape } = await recordedCase('G07-A');
    expect(sentences(tape).slice(5, 12)).toEqual([
      'L entered',
      'iteration 0 of L opened: a',
      'Work started: item = "a"',
      'Work fired: output = {satisfied: "true"}',
      'Work did not advance i: satisfied is the text "true", not a boolean',
      'Work goes to Work by edges[1]: satisfied is the text "true", not a boolean',
      'iteration 0 of L, pass 2, opened: a',
    ]);
    expect(sentences(tape)).toEqual(
      expect.arrayContaining([
        'state.items assigned: ["a", "b"]',
        'Work advanced i from 0 to 1, of 2 items',
        'cursor.i advanced to 1',
        'Work goes to Next by edges[0]: satisfied is true',
        'iteration 0 of L closed',
        'Work advanced i from 1 to 2: the list of 2 is exhausted',
        'list exhausted → exit:Work:satisfied → Done',
        'L has no item left after 2 iterations',
        'Done has no edges → end',
      ]),
    );
  });

  it('finds each pass: the last by its closing, an earlier one by its last event', async () => {
    const { tape, events } = await recordedCase('G07-A');
    expect(events[seqOf(tape, 'L[0]@3')]).toMatchObject({ kind: 'iteration.closed', at: 'L[0]@3' });
    expect(events[seqOf(tape, 'L[0]@2:start')]).toMatchObject({ kind: 'iteration.opened', pass: 2 });
    for (const path of ['L[0]', 'L[0]@2'])
      expect(events[seqOf(tape, path)]).toMatchObject({ kind: 'decision.made', question: 'edge', at: path });
  });

  it('shows the pass and the item, the route by which it came, and what each socket is doing', async () => {
    const { tape } = await recordedCase('G07-A');
    const view = viewAt(tape, 'L[0]@2:start');
    expect(view.open).toMatchObject([{ scope: 'L', path: 'L[0]@2', iteration: 0, label: 'a', pass: 2 }]);
    expect(view.edges.filter(({ state }) => state === 'won')).toEqual([{ edge: 'Work.edges[1]', state: 'won' }]);
    const states = view.nodes.map(({ node, state, fires }) => [node, state, fires]);
    // Work has not run in the second pass so far.
    expect(states).toEqual([
      ['Gen', 'fired', 1],
      ['Work', 'ready', 1],
      ['Next', 'waiting', 0],
      ['Done', 'waiting', 0],
    ]);
    expect(view.iterations).toEqual({ L: 0 });
  });

  it('shows the cursor as 0 before it moved, and against the item before once it did', async () => {
    const { tape } = await recordedCase('G07-A');
    expect(slot(viewAt(tape, 'L[0]@3:start'), 'cursor.i')).toMatchObject({
      value: null,
      emptyWhy: 'it has not moved yet, and counts as 0',
    });
    expect(slot(viewAt(tape, 'L[1]:start'), 'cursor.i')).toMatchObject({
      value: { value: 1 },
      writer: 'advance',
      writtenAt: 'L[0]@3',
      change: 'new',
      heldIterations: 1,
    });
    expect(slot(viewAt(tape, 'L[1]:start'), 'state.items')).toMatchObject({ change: 'same', heldIterations: 4 });
  });

  it('finds an item by its label once, where its first pass opened', async () => {
    const { tape } = await recordedCase('G07-A');
    const found = (text: string, count = 10) => findItems(tape, { text, count });
    expect(found('A')).toEqual({
      items: [{ scope: 'L', path: 'L[0]', label: 'a', seq: seqOf(tape, 'L[0]:start') }],
      total: 1,
    });
    expect(found('a b')).toEqual({ items: [], total: 0 });
    expect(found(' ')).toEqual({ items: [], total: 0 });
    const nested = (await recordedCase('G03')).tape;
    const two = findItems(nested, { text: 'p', count: 1 });
    expect(two).toMatchObject({ items: [{ path: 'deptLoop[0]/personLoop[0]', label: 'p1' }], total: 2 });
  });

  it('tells the place of the item in its list until its iteration is closed, though the cursor has moved', async () => {
    const { tape, events } = await recordedCase('G07-A');
    const moved = events.find(({ kind, at }) => kind === 'slot.written' && at === 'L[0]@3')?.seq as number;
    const itemAt = (moment: string) => viewAt(tape, moment).open.map(({ item }) => item);
    expect(itemAt('L[0]@3:start')).toEqual([{ place: 0, of: 2 }]);
    expect(itemAt(`#${moved}`)).toEqual([{ place: 0, of: 2 }]);
    expect(itemAt('L[0]@3')).toEqual([{ place: 0, of: 2 }]);
    expect(itemAt('L[1]')).toEqual([{ place: 1, of: 2 }]);
  });

  it('counts the passes of an item once, wherever iterations are counted', async () => {
    const { tape } = await recordedCase('G07-A');
    expect(viewAt(tape, 'L[0]@3').iterations).toEqual({ L: 1 });
    const report = runReport(tape);
    expect(report).toMatchObject({ value: { iterations: { L: 2 } } });
    const [list] = scopeWindow(tape, { seq: 0, lists: [{ kind: 'activations', scope: 'L', count: 8 }] }).lists;
    expect(list).toMatchObject({ rows: [{ opened: 2, closed: 2, reason: 'exhausted' }] });
  });

  it('lists every pass with its item, and marks the timeline where an item is begun anew', async () => {
    const { tape, events } = await recordedCase('G07-A');
    const [list] = scopeWindow(tape, {
      seq: 0,
      lists: [{ kind: 'iterations', scope: 'L', activation: 0, count: 8 }],
    }).lists;
    expect(list?.rows).toMatchObject([
      { path: 'L[0]', label: 'a', closed: false, passes: 3 },
      { path: 'L[0]@2', label: 'a', pass: 2, closed: false, passes: 3 },
      { path: 'L[0]@3', label: 'a', pass: 3, closed: true, passes: 3 },
      { path: 'L[1]', label: 'b', closed: true },
    ]);
    expect(list?.rows[3]).not.toHaveProperty('passes');
    const view = timelineWindow(tape, { from: 0, to: events.length, widthPx: 2000 });
    const opened = events.filter(({ kind }) => kind === 'iteration.opened').map(({ seq }) => seq);
    expect([...view.passes.seq]).toEqual(opened.slice(1, 3));
    expect(view.labels).toEqual(['a', 'b']);
    const [lane] = view.scopes;
    expect([...(lane?.from ?? [])]).toEqual(opened);
    // A pass that another one followed ends where that begins.
    expect([...(lane?.to ?? [])].slice(0, 3)).toEqual([...opened.slice(1)]);
    expect([...(lane?.pass ?? [])]).toEqual([1, 2, 3, 1]);
    expect([...(lane?.label ?? [])]).toEqual([0, 0, 0, 1]);
    expect([...(lane?.state ?? [])]).toEqual([0, 0, 1, 2]);
  });

  it('steps from pass to pass', async () => {
    const { tape } = await recordedCase('G07-A');
    const at = (moment: string) => seqOf(tape, moment);
    const from = (seq: number, direction: 1 | -1) => moveFrom(tape, { seq, move: 'boundary', direction }).seq;
    expect(from(at('L[0]:start'), 1)).toBe(at('L[0]'));
    expect(from(at('L[0]'), 1)).toBe(at('L[0]@2'));
    expect(from(at('L[0]@2'), 1)).toBe(at('L[0]@3'));
    expect(from(at('L[1]:start'), -1)).toBe(at('L[0]@3'));
    const over = (seq: number) => moveFrom(tape, { seq, move: 'over', direction: 1 }).seq;
    expect(over(at('L[0]@2:start'))).toBe(at('L[0]@2'));
    const change = moveFrom(tape, { seq: 0, move: 'change', direction: 1, slot: 'cursor.i' }).seq;
    expect(tape.reader.event(change ?? -1)).toMatchObject({ slot: 'cursor.i', value: 1 });
  });
});

describe('a loop in a loop whose second list is passed over (G03)', () => {
  it('moves through both loops', async () => {
    const { tape, events } = await recordedCase('G03');
    const at = (moment: string) => seqOf(tape, moment);
    const move = (seq: number, kind: 'over' | 'into' | 'out', direction: 1 | -1 = 1) =>
      moveFrom(tape, { seq, move: kind, direction }).seq;
    const inner = events.filter((event) => 'scope' in event && event.scope === 'personLoop');
    const entered = inner.find(({ kind }) => kind === 'scope.entered')?.seq ?? -1;
    const exited = inner.find(({ kind }) => kind === 'scope.exited')?.seq ?? -1;
    expect(move(entered, 'over')).toBe(exited);
    expect(move(exited, 'over', -1)).toBe(entered);
    expect(move(at('deptLoop[0]:start'), 'into')).toBe(at('deptLoop[0]/personLoop[0]:start'));
    expect(move(at('deptLoop[0]/personLoop[1]:start'), 'out')).toBe(exited);
    expect(move(at('deptLoop[0]:start'), 'over')).toBe(at('deptLoop[0]'));
  });

  it('says where an empty loop leads, and shows the exit that was taken', async () => {
    const { tape, events } = await recordedCase('G03');
    const empty = events.find((event) => event.kind === 'decision.made' && event.question === 'empty-loop');
    if (empty?.kind !== 'decision.made') throw new Error('no empty loop');
    const view = viewAt(tape, `#${empty.seq}`);
    expect(view.sentence).toBe('personLoop is empty on entry: cursor 2, length 2 → exit:Person:always → DeptDone');
    expect(view.edges.find(({ state }) => state === 'won')?.edge).toBe('exit:personLoop.exit:Person:always');
    expect(view.nodes.find(({ node }) => node === 'Person')).toMatchObject({ state: 'outside', fires: 2 });
    const card = decisionCard(tape, empty);
    expect(card.title).toBe('Where does personLoop lead, empty when Person was about to run?');
    expect(card.operands.map(({ name, chip }) => [name, chip.text])).toEqual([
      ['cursor', '2'],
      ['length', '2'],
    ]);
  });

  it('leads from each route to what it led to: a fire, or the decision in place of one', async () => {
    const { tape, events } = await recordedCase('G03');
    tape.follow(events.length - 1);
    const led = events.flatMap((event) => {
      if (event.kind !== 'decision.made' || event.target === undefined) return [];
      const next = events[decisionCard(tape, event).nextSeq ?? -1];
      return [next?.kind === 'fire.started' ? next.node : next?.kind === 'decision.made' ? next.question : null];
    });
    // The visits of the case: Dept, Person twice, DeptDone, Dept, where the list of people has no one left, DeptDone, Report.
    expect(led).toEqual(['Dept', 'Person', 'Person', 'DeptDone', 'Dept', 'empty-loop', 'DeptDone', 'Report', null]);
  });

  it('puts the cursors and the lists of loops first on the timeline, and a hazard’s slot before them', async () => {
    const { tape, events } = await recordedCase('G03');
    const view = timelineWindow(tape, { from: 0, to: events.length, widthPx: 2000 });
    expect(view.slots.map(({ address }) => address)).toEqual([
      'state.people',
      'cursor.deptIndex',
      'state.depts',
      'cursor.personIndex',
    ]);
    expect(view.scopes.map(({ scope, depth }) => [scope, depth])).toEqual([
      ['deptLoop', 0],
      ['personLoop', 1],
    ]);
  });
});

describe('what followed of an output', () => {
  const graph = drawSockets(
    {
      Plan: json([{ items: ['a', 'b'], mood: 'calm' }], ['always Work'], {
        assign: { items: '$.items', 'plan.mood': '$.mood', 'plan.tone': '$.tone' },
      }),
      Work: json(['```json\n{"satisfied": true}\n```'], ['always Work'], advance('i', 'items', 'satisfied')),
    },
    { L: { sockets: ['Work'], ...overItems } },
    { state: { plan: { mood: 'tense', tone: 'low' } } },
  );

  it('shows what was assigned, what could not be, and where it led', async () => {
    const { tape, events } = await recordedTape(graph);
    const seq = events.find(({ kind }) => kind === 'fire.finished')?.seq ?? -1;
    const fire = fireAt(tape, seq);
    expect(fire.changes.map((change) => change.kind === 'write' && [change.slot, change.wrote.value])).toEqual([
      ['state.items', ['a', 'b']],
      ['state.plan.mood', 'calm'],
    ]);
    expect(fire.unassigned).toMatchObject([{ slot: 'state.plan.tone', source: '$.tone' }]);
    expect(fire.decisions.map(({ question }) => question)).toEqual(['edge']);
    expect(sentences(tape)[seq]).toContain('; not assigned: state.plan.tone (');
    // Its decisions and writes belong to the fire, too.
    for (const next of [seq + 1, seq + 2, seq + 3]) expect(fireAt(tape, next).startedSeq).toBe(fire.startedSeq);
    expect(viewAt(tape, `#${seq + 3}`)).toMatchObject({ node: 'Plan', fire: 0 });
  });

  it('shows the item and where it came from, the text behind a parsed output, and the cursor that moved', async () => {
    const { tape, reader } = await recordedTape(graph);
    const fire = fireAt(tape, seqOf(tape, 'L[1]:start') + 1);
    expect(fire.inputs).toMatchObject([
      { name: 'item', value: 'b', fromText: 'state.items, assigned by Plan outside of every loop' },
    ]);
    expect(fire.outputs).toMatchObject([{ name: 'output', value: { satisfied: true } }]);
    expect(fire.raw?.value).toBe('```json\n{"satisfied": true}\n```');
    expect(fire.changes).toMatchObject([{ kind: 'write', slot: 'cursor.i', wrote: { value: 2 } }]);
    expect(fire.decisions.map(({ question, title, cursor }) => [question, title, cursor])).toEqual([
      ['advance', 'Does Work advance i, at 1 of 2?', 'cursor.i'],
      ['exit', 'Which exit leaves L after Work', undefined],
    ]);
    expect(reader.event(seqOf(tape, 'end'))).toMatchObject({ status: 'ended', reason: 'exhausted' });
    expect(sentences(tape).at(-1)).toBe('run ended: a list was exhausted and no exit led on');
  });

  it('knows a state by any address inside of it, and what became of it by a write of a part', async () => {
    const { tape, events } = await recordedTape(graph);
    const assigned =
      events.find((event) => event.kind === 'slot.written' && event.slot === 'state.plan.mood')?.seq ?? -1;
    const before = viewAt(tape, `#${assigned - 1}`);
    expect(slot(before, 'state.plan')).toMatchObject({
      writer: 'seed',
      value: { value: { mood: 'tense', tone: 'low' } },
    });
    // It stood in the seed before it was ever written by itself.
    expect(slot(before, 'state.plan.mood')).toMatchObject({ writer: 'seed', value: { value: 'tense' } });
    const after = viewAt(tape, `#${assigned}`);
    expect(slot(after, 'state.plan')).toMatchObject({
      writer: 'assign',
      writtenSeq: assigned,
      value: { value: { mood: 'calm', tone: 'low' }, place: { seq: assigned, field: [], slot: 'state.plan' } },
    });
    expect(valueAt(tape, { place: { seq: assigned, field: [], slot: 'state.plan' } })).toMatchObject({
      value: { value: { mood: 'calm', tone: 'low' } },
    });
    const change = (address: string, seq = 0) =>
      moveFrom(tape, { seq, move: 'change', direction: 1, slot: address }).seq;
    const seeded = events.find((event) => event.kind === 'slot.written' && event.slot === 'state.plan')?.seq ?? -1;
    expect(change('state.plan.mood')).toBe(seeded);
    expect(change('state.plan.mood', seeded)).toBe(assigned);
    expect(change('state.plan', seeded)).toBe(assigned);
    expect(change('state.plan.tone', seeded)).toBeNull();
    // Never written by itself; named by nothing but its place.
    expect(tape.placeOf('state.items[1]')).toEqual({ kind: 'slot', scope: '', slot: 'state.items[1]' });
    expect(tape.placeOf('state.items.1')).toEqual({ kind: 'slot', scope: '', slot: 'state.items[1]' });
    expect(tape.placeOf('state.nothing')).toBeUndefined();
    expect(tape.placeOf('cursor.j')).toBeUndefined();
    expect(tape.placeOf('Work.item')).toEqual({ kind: 'input', node: 'Work', port: 'item' });
  });

  it('reports states and cursors by their names', async () => {
    const { tape } = await recordedTape(graph);
    const end = { state: { items: ['a', 'b'], plan: { mood: 'calm', tone: 'low' } }, cursors: { i: 2 } };
    expect(runReport(tape)).toMatchObject({ value: { ...end, reason: 'exhausted', iterations: { L: 2 }, finals: {} } });
    expect(showReport(tape)).toMatchObject({ ...end, dialect: 'socket' });
    const report = momentReport(tape, { moment: 'L[0]' });
    expect(report).toMatchObject({ value: { open: ['L[0]'], fires: [{ node: 'Work', inputs: { item: 'a' } }] } });
    expect(report.ok && report.value.slots.map((one) => [one.slot, one.value])).toEqual([
      ['state.plan', { mood: 'calm', tone: 'low' }],
      ['state.items', ['a', 'b']],
      ['state.plan.mood', 'calm'],
      ['cursor.i', 1],
    ]);
  });
});

it('tells a second try after an invalid output', async () => {
  const graph = drawSockets({ Ask: json(['not json', '{"a": 1}'], [], { materia: { kind: 'agent' } }) }, {});
  const { tape, events } = await recordedTape(graph, { standIns: { Ask: { seq: ['not json', '{"a": 1}'] } } });
  const starts = events.filter(({ kind }) => kind === 'fire.started');
  if (starts.length < 2) throw new Error('it was not asked again');
  expect(sentences(tape)[starts[1]?.seq ?? -1]).toBe('Ask was asked again after an invalid output');
  expect(fireAt(tape, starts[1]?.seq ?? -1)).toMatchObject({ retry: true, state: 'finished' });
  expect(fireAt(tape, starts[0]?.seq ?? -1)).toMatchObject({ state: 'failed', raw: { value: 'not json' } });
});

describe('a loop that is left before its cursor moved', () => {
  const graph = drawSockets(
    { Work: json([no], ['not_satisfied Out'], advance('i', 'items', 'satisfied')), Out: text(['x']) },
    { L: { sockets: ['Work'], ...overItems, ...exits('Work satisfied Out') } },
    { state: { items: ['a', 'b'] } },
  );

  it('has worked on the item, whose moment is the end of the loop', async () => {
    const { tape, events } = await recordedTape(graph);
    const exit = events.find(({ kind }) => kind === 'scope.exited');
    expect(exit).toMatchObject({ reason: 'left', iterations: 1 });
    expect(seqOf(tape, 'L[0]')).toBe(exit?.seq);
    expect(runReport(tape)).toMatchObject({ value: { iterations: { L: 1 } } });
    expect(viewAt(tape, 'end').iterations).toEqual({ L: 1 });
    expect(sentences(tape)[exit?.seq ?? -1]).toBe('L was left after 1 iteration');
  });
});

it('goes on in the loop that failed where the run is continued', async () => {
  const { events } = await recordedCase('G13-badjson');
  const head = events.length - 1;
  // What a continuation writes: the socket starts again for the same item, in the same pass.
  const started = events.filter(({ kind }) => kind === 'fire.started').at(-1);
  if (started?.kind !== 'fire.started') throw new Error('nothing was started');
  const { seq: _, ...again } = started;
  const more = [
    { seq: head + 1, kind: 'run.continued', at: '', from: head, versions: {} },
    { ...again, seq: head + 2, fire: started.fire + 1 },
  ] as const;
  const tape = openTape(memoryTape([...events, ...more]));
  expect(viewAt(tape, `#${head + 2}`).open).toMatchObject([{ path: 'L[1]', label: 'b' }]);
  expect(tape.scopes.activations('L')).toMatchObject([{ exitSeq: -1 }]);
  expect(viewAt(tape, `#${head + 2}`).nodes.find(({ node }) => node === 'Work')?.state).toBe('running');
});

it('costs what is shown, however many items there were', async () => {
  const run = async (count: number) => {
    const graph = drawSockets(
      { Work: working({ note: 'item' }, ['always Work'], { assign: { note: '$.note' }, ...advance('i', 'items') }) },
      { L: { sockets: ['Work'], ...overItems } },
      { state: { items: Array.from({ length: count }, (_, i) => `item ${i}`) } },
    );
    const { tape, reader } = await recordedTape(graph, { budget: count });
    tape.follow(reader.head());
    const cost = (ask: () => void): number => {
      const before = reader.reads();
      ask();
      return reader.reads() - before;
    };
    const seq = Math.floor(reader.head() / 2);
    const view = timelineWindow(tape, { from: 0, to: reader.head(), widthPx: 100 });
    expect(view.labels.length).toBeLessThanOrEqual(101);
    expect(view.scopes[0]?.from.length).toBeLessThanOrEqual(101);
    return {
      moment: cost(() => momentView(tape, { seq })),
      move: cost(() => moveFrom(tape, { seq, move: 'boundary', direction: 1 })),
      rows: cost(() => eventsWindow(tape, { from: seq, count: 20 })),
      fire: cost(() => fireDetail(tape, { seq })),
      timeline: cost(() => timelineWindow(tape, { from: seq, to: seq + 100, widthPx: 100 })),
      list: cost(() => scopeWindow(tape, { seq, lists: [{ kind: 'iterations', scope: 'L', count: 16 }] })),
    };
  };
  const [few, many] = [await run(60), await run(1200)];
  for (const key of Object.keys(few) as (keyof typeof few)[]) expect(many[key], key).toBeLessThanOrEqual(few[key] + 8);
});
