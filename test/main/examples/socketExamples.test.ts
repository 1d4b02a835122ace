// The examples of socket graphs, run for real. What is expected was worked out by hand from the files in tidy/, as is written
// beside it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { usesOf } from '../../../main/app/modules.ts';
import { operatorSet } from '../../../main/operators/operatorSet.ts';
import type { EngineEvent, EventKind, EventOf } from '../../../shared/model/event.ts';
import { continueRun } from '../../support/continueRun.ts';
import { checked, runGraphFile } from '../../support/runGraphFile.ts';

const FOLDER = fileURLToPath(new URL('../../../examples', import.meta.url));
const temp = mkdtempSync(join(tmpdir(), 'looptape-examples-'));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

function load(file: string): unknown {
  return JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));
}

async function run(file: string, inputs: Readonly<Record<string, unknown>> = {}) {
  const { events } = await runGraphFile(load(file), { operators: operatorSet({ graphFolder: FOLDER }), inputs });
  return facts(events);
}

function facts(events: readonly EngineEvent[]) {
  const of = <K extends EventKind>(kind: K): EventOf<K>[] =>
    events.filter((event): event is EventOf<K> => event.kind === kind);
  const written = (slot: string) => of('slot.written').flatMap((event) => (event.slot === slot ? [event.value] : []));
  const visits = of('fire.started').map(({ node, at }) => `${at} ${node}`.trim());
  return { of, written, visits, finished: of('run.finished')[0], exits: of('scope.exited') };
}

describe('retry items', () => {
  it('goes round once more with the second item, and takes the exit behind the third', async () => {
    const { visits, written, finished, of, exits } = await run('retry-items.json');
    const round = (path: string) => ['Socket-4', 'Socket-5', 'Socket-6'].map((socket) => `${path} ${socket}`);
    expect(visits).toEqual([
      'Socket-1',
      ...round('workItemIteration[0]'),
      ...round('workItemIteration[1]'),
      ...round('workItemIteration[1]@2'),
      ...round('workItemIteration[2]'),
      'Socket-7',
    ]);
    // Four rounds for three items.
    expect(written('state.builds')).toEqual([0, 1, 2, 3, 4]);
    expect(written('state.tested').at(-1)).toEqual(['Parser', 'Printer', 'Printer', 'Manual']);
    expect(written('cursor.workItemIndex')).toEqual([1, 2, 3]);
    expect(of('decision.made').filter(({ question }) => question === 'exit')).toMatchObject([
      { subject: 'Socket-6', chosen: 'exit:Socket-6:satisfied', target: 'Socket-7' },
    ]);
    expect(exits).toMatchObject([{ scope: 'workItemIteration', reason: 'exhausted', iterations: 3 }]);
    expect(finished).toMatchObject({ status: 'ended', reason: 'end' });
    expect(written('state.published')).toEqual(['Three items are published.']);
  });

  it('uses nothing of the machine', async () => {
    expect((await usesOf(checked(load('retry-items.json')), FOLDER)).modules).toEqual([]);
  });
});

// groceries.txt is tidy. letter.txt has spaces at the end of lines 1 and 4; without them lines 4 and 5 are empty in a row; line 3
// is longer than 72. notes.txt has three empty lines in a row, two of them too many, and two TODO.
const REPORT = `3 files are tidy.
groceries.txt: 3 lines, was tidy
letter.txt: 6 lines, 1 TODO, mended: space at the end, empty lines in a row, long line
notes.txt: 4 lines, 2 TODO, mended: empty lines in a row`;

const LETTER = `Dear neighbours,

our move is on Saturday. The lift will be busy from nine to noon, and we
are sorry for the noise.

TODO: say where the cars may stand
`;

describe('tidy files', () => {
  it('mends each file until it is tidy, one kind of fault a pass, and reports', async () => {
    const { written, finished, of, exits } = await run('tidy-files.json');
    expect(written('state.report')).toEqual([REPORT]);
    expect(finished).toMatchObject({ status: 'ended', reason: 'end' });
    expect(exits).toMatchObject([{ scope: 'files', reason: 'exhausted', iterations: 3 }]);
    // One check more than kinds mended.
    const passes = of('iteration.opened').map(({ label, pass }) => `${label} ${pass ?? 1}`);
    expect(passes).toEqual([
      'groceries.txt 1',
      'letter.txt 1',
      'letter.txt 2',
      'letter.txt 3',
      'letter.txt 4',
      'notes.txt 1',
      'notes.txt 2',
    ]);
    expect(written('state.text')).toContain(LETTER);
  });

  it('says in its log what it mends', async () => {
    const { of } = await run('tidy-files.json');
    expect(
      of('fire.finished')
        .flatMap(({ log }) => log ?? [])
        .map(({ text }) => text),
    ).toEqual([
      'letter.txt: space at the end, first in line 1',
      'letter.txt: empty lines in a row, first in line 5',
      'letter.txt: long line, first in line 3',
      'notes.txt: empty lines in a row, first in line 3',
    ]);
  });

  it('changes no file, and writes the tidy ones only where it is told to', async () => {
    const drafts = `${FOLDER}/tidy/drafts`;
    const before = readdirSync(drafts).map((name) => readFileSync(`${drafts}/${name}`, 'utf8'));
    const out = join(temp, 'out');
    await run('tidy-files.json', { out });
    expect(readdirSync(drafts).map((name) => readFileSync(`${drafts}/${name}`, 'utf8'))).toEqual(before);
    expect(readdirSync(out)).toEqual(['groceries.txt', 'letter.txt', 'notes.txt']);
    expect(readFileSync(join(out, 'letter.txt'), 'utf8')).toBe(LETTER);
  });

  it('fails at the file that it can not read', async () => {
    const { written, finished, exits, visits } = await run('tidy-files.json', { folder: 'tidy/mixed' });
    expect(visits.at(-1)).toBe('files[1] Read');
    expect(finished).toMatchObject({
      status: 'failed',
      reason: 'failed',
      error: {
        node: 'Read',
        at: 'files[1]',
        code: 'script-threw',
        message: expect.stringContaining('brief.txt is no UTF-8 text; save it as UTF-8 and continue the run'),
      },
    });
    // agenda.txt was kept before.
    expect(exits).toMatchObject([{ reason: 'failed', iterations: 1 }]);
    expect(written('state.done').at(-1)).toEqual([{ name: 'agenda.txt', mended: [], lines: 4, todos: 0 }]);
  });

  it('goes on at that file when it was mended meanwhile', async () => {
    const folder = join(temp, 'mixed');
    mkdirSync(folder, { recursive: true });
    // Not copied as they are: a clone may be read-only.
    for (const name of readdirSync(`${FOLDER}/tidy/mixed`))
      writeFileSync(join(folder, name), readFileSync(`${FOLDER}/tidy/mixed/${name}`));
    const operators = () => operatorSet({ graphFolder: FOLDER });
    const failed = await runGraphFile(load('tidy-files.json'), { operators: operators(), inputs: { folder } });
    const brief = join(folder, 'brief.txt');
    writeFileSync(brief, readFileSync(brief, 'latin1'), 'utf8');
    const { events } = await continueRun(failed, { operators: operators() });
    const added = facts(events.slice(failed.events.length));
    const read = added.of('fire.started')[0];
    expect(read).toMatchObject({ node: 'Read', at: 'files[1]', inputs: { item: { name: 'brief.txt' } } });
    expect(added.finished).toMatchObject({ status: 'ended', reason: 'end' });
    // brief.txt has a space at its end, closing.txt one empty line too many.
    expect(added.written('state.report')).toEqual([
      [
        '3 files are tidy.',
        'agenda.txt: 4 lines, was tidy',
        'brief.txt: 1 line, mended: space at the end',
        'closing.txt: 3 lines, mended: empty lines in a row',
      ].join('\n'),
    ]);
    expect(added.written('state.text')[0]).toBe('The café opens at eight. \n');
  });

  it('spins on a word that is longer than the width, until maxTraversals ends it', async () => {
    const { written, finished } = await run('tidy-files.json', { width: 8 });
    expect(finished).toMatchObject({ status: 'failed', error: { node: 'Check', code: 'max-traversals' } });
    // `neighbours,` has 11 characters. The first two mends are of other kinds, the third wraps, the rest change nothing.
    const texts = written('state.text').slice(-4);
    expect(new Set(texts).size).toBe(2);
    expect(texts.at(-1)).toContain('Dear\nneighbours,\n');
  });

  it('reports at once on a folder without texts', async () => {
    const { visits, written } = await run('tidy-files.json', { folder: temp });
    expect(visits).toEqual(['List', 'Report']);
    expect(written('state.report')).toEqual(['0 files are tidy.']);
  });

  it('runs without a module where stand-ins answer for its sockets', async () => {
    const standIns = {
      List: { seq: [{ files: [{ name: 'a.txt' }, { name: 'b.txt' }] }] },
      Read: { seq: [{ text: { $echo: 'item' }, mended: [] }] },
      Check: { seq: [{ satisfied: false }, { satisfied: true }] },
      Mend: { expr: { text: 'file.name & " mended"', mended: '$append(state.mended, ["all"])' } },
      Keep: { expr: { done: '$append(state.done, [state.text])' } },
      Report: { seq: ['Done.'] },
    };
    const graph = checked(load('tidy-files.json'), standIns);
    expect((await usesOf(graph, FOLDER)).modules).toEqual([]);
    const { events } = await runGraphFile(load('tidy-files.json'), { standIns });
    const { written, finished } = facts(events);
    expect(finished).toMatchObject({ status: 'ended', reason: 'end' });
    // Only the first check of all is not satisfied, so the first file alone is mended.
    expect(written('state.done').at(-1)).toEqual(['a.txt mended', { name: 'b.txt' }]);
    expect(written('state.report')).toEqual(['Done.']);
  });

  it('would use its two modules', async () => {
    const { modules } = await usesOf(checked(load('tidy-files.json')), FOLDER);
    expect(modules).toEqual(['tidy/files.mjs', 'tidy/text.mjs']);
  });

  it('has no hazard', () => {
    expect(checked(load('tidy-files.json')).hazards).toEqual([]);
  });
});
