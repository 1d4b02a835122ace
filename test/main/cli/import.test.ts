// `export` and `import`: a recording out as JSON lines and in again, and what is said of lines that are none.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { RunReport } from '../../../shared/contract/report.ts';
import { lines, STARTED } from '../imports/importedTape.ts';
import { cliTest, documentOf } from './cliTest.ts';
import { countingGraph } from './countingGraph.ts';

const cli = cliTest();
const ImportReport = RunReport.extend({
  lines: z.number(),
  events: z.number(),
  kept: z.number(),
  problems: z.array(z.object({ line: z.number(), code: z.string(), message: z.string(), kept: z.boolean() })),
});

it('give a run back: the same lines, the same summary, the same state', async () => {
  expect((await cli.call('run', cli.write('g.json', countingGraph(5)), '--out', 'a.looptape')).code).toBe(0);
  expect((await cli.call('export', 'a.looptape', '--out', 'a.jsonl')).code).toBe(0);
  const ended = await cli.call('import', 'a.jsonl', '--out', 'b.looptape', '--json');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const report = documentOf(ended, ImportReport);
  expect(report).toMatchObject({ status: 'ended', kept: 0, problems: [] });
  const again = await cli.call('export', 'b.looptape');
  expect(again.stdout).toBe(readFileSync(join(cli.folder, 'a.jsonl'), 'utf8'));
  expect(again.stdout).toBe((await cli.call('events', 'a.looptape', '--json')).stdout);
  const shown = async (tape: string) => JSON.parse((await cli.call('show', tape, '--at', '#9', '--json')).stdout);
  expect(await shown('b.looptape')).toEqual(await shown('a.looptape'));
});

it('tell each line that is none by its number, keep it, and still give a tape', async () => {
  cli.write('mixed.jsonl', lines(STARTED, 'oops', { kind: 'signal.emitted', signal: 's', scope: '' }));
  const ended = await cli.call('import', 'mixed.jsonl', '--out', 'm.looptape');
  expect(ended.code).toBe(0);
  expect(ended.stderr).toContain('mixed.jsonl, line 2: it is no JSON');
  expect(ended.stderr).toContain('3 events from 3 lines, 1 of which could not be read');
  const report = documentOf(await cli.call('import', 'mixed.jsonl', '--out', 'n.looptape', '--json'), ImportReport);
  expect(report).toMatchObject({ status: 'interrupted', lines: 3, events: 3, kept: 1 });
  expect(report.problems).toMatchObject([{ line: 2, code: 'not-json', kept: true }]);
  expect((await cli.call('events', 'm.looptape')).stdout).toContain('line 2 of the recording could not be read');
});

it('replace nothing without --force, and say what can not be read', async () => {
  cli.write('ok.jsonl', lines(STARTED));
  expect((await cli.call('import', 'ok.jsonl', '--out', 'x.looptape')).code).toBe(0);
  expect(await cli.call('import', 'ok.jsonl', '--out', 'x.looptape')).toMatchObject({ code: 2, stdout: '' });
  expect((await cli.call('import', 'ok.jsonl', '--out', 'x.looptape', '--force')).code).toBe(0);
  expect((await cli.call('export', 'x.looptape', '--out', 'ok.jsonl')).stderr).toContain('file-exists');
  expect((await cli.call('export', 'x.looptape', '--out', 'ok.jsonl', '--force')).code).toBe(0);
  expect((await cli.call('export', 'x.looptape', '--out', 'no/folder.jsonl')).stderr).toContain(
    'its folder is not there',
  );
  expect((await cli.call('import', 'x.looptape', '--out', 'y.looptape')).stderr).toContain('is-a-tape');
  expect((await cli.call('import', 'missing.jsonl')).stderr).toContain('file-missing');
  writeFileSync(join(cli.folder, 'prose.txt'), 'no recording\n');
  expect(await cli.call('import', 'prose.txt', '--json')).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('no-events'),
  });
  expect((await cli.call('export', 'x.looptape', '--format', 'xml')).code).toBe(64);
});
