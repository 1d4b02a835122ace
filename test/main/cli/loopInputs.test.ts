// The pinned cases of a bounded loop's request, typed on the command line: a prompt behind `--`, a text as it is, structured arguments
// as options; stand-ins answer for attempt and judge.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cliTest } from './cliTest.ts';

interface Case {
  readonly id: string;
  readonly text?: string;
  readonly args?: { readonly prompt?: string; readonly max_iters?: number; readonly until_predicate?: string };
  readonly expect: {
    readonly error?: string;
    readonly prompt?: string;
    readonly max_iters?: number;
    readonly predicate?: string;
    readonly notes?: readonly string[];
  };
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../conformance/bounded-inputs.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Case[] };

const cli = cliTest('file');
const script = cli.write('answers.json', { attempt: { seq: ['done'] }, judge: { seq: ['yes'] } });

function wordsOf({ text, args = {} }: Case): string[] {
  const { prompt, max_iters, until_predicate } = args;
  return [
    ...['loop', '--json', '--script', script],
    ...(max_iters === undefined ? [] : ['--max', String(max_iters)]),
    ...(until_predicate === undefined ? [] : ['--until', until_predicate]),
    ...(text === undefined ? [] : text.split(' ')),
    ...(prompt === undefined ? [] : ['--', ...(prompt.trim() === '' ? [prompt] : prompt.split(' '))]),
  ];
}

it.each(cases.map((one) => [one.id, one] as const))('%s', async (_, one) => {
  const ended = await cli.call(...wordsOf(one));
  const { error, ...wanted } = one.expect;
  if (error !== undefined) {
    expect(ended.code).toBe(2);
    expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: error } });
    return;
  }
  expect(JSON.parse(ended.stdout)).toMatchObject(wanted);
  // Nothing here has an exit code or matches a pattern; the judge says yes at once.
  expect(ended.code).toBe(wanted.predicate?.startsWith('judge:') ? 0 : 1);
});

it('there are as many cases as the file holds', () => {
  expect(cases).toHaveLength(28);
});
