// The operators of a bounded loop are held to the same rules as those of other graphs (semantics §4), before attempt 1.
import { expect, it } from 'vitest';
import { draftGraph } from '../../../../main/graph/check.ts';
import { parseGraph } from '../../../../main/graph/parse.ts';
import type { ValueRecord } from '../../../../shared/model/value.ts';

const TRY = { dialect: 'bounded', prompt: 'mend the tests', until_predicate: 'exit:0' };

function told(file: object, standIns?: ValueRecord): string[] {
  const parsed = parseGraph(JSON.stringify({ ...TRY, ...file }), 'loop.json');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
  const { problems } = draftGraph(parsed.value, standIns === undefined ? {} : { standIns });
  return problems.map(({ code, where, message }) => `${code} ${where.path ?? where.node}: ${message}`);
}

it.each([
  ['a command of words', { attempt: { operator: 'command', argv: ['cargo', 'test', '-p', 'core'] } }],
  [
    'a command with all that one can have',
    {
      attempt: {
        operator: 'command',
        argv: ['npm test | tail'],
        shell: true,
        cwd: 'web',
        env: { CI: '' },
        timeoutMs: 1,
        outputLimit: 1,
      },
    },
  ],
  [
    'a request that takes what an attempt is given',
    { attempt: { operator: 'http', url: 'http://a.example/{attempt}' } },
  ],
  ['a request with a body and no method', { attempt: { operator: 'http', url: 'http://a.example', body: { q: 1 } } }],
  ['a script without declared ports', { attempt: { operator: 'script', module: 'try.mjs' } }],
])('takes %s', (_, file) => {
  expect(told(file)).toEqual([]);
});

it('tells of a command that can not be run, and where', () => {
  expect(told({ attempt: { operator: 'command', argv: [] } })).toEqual([
    'command-config attempt.argv: attempt.argv names no program.',
  ]);
});

it('tells of a judge that can not be run, and where', () => {
  const judge = { operator: 'http', url: 'https://a.example/{criteria}' };
  expect(told({ until_predicate: 'judge:good', judge, attempt: { operator: 'command', argv: ['a'] } })).toEqual([
    'http-config judge.url: judge.url holds {criteria}, but the inputs are "criterion", "prompt", "output", "exit" and "attempt".',
  ]);
});

it('takes as an attempt of a script a text or an object with the output, a throw or a halt', () => {
  const entries = [
    'done',
    { output: '', exit: 1 },
    { output: 'x', signal: 'SIGKILL' },
    { $throw: 'no' },
    { $halt: 'no' },
  ];
  expect(told({}, { attempt: { seq: entries } })).toEqual([]);
  expect(told({}, { attempt: { map: { attempt: { '1': 'a', '2': { output: 'b' } } } } })).toEqual([]);
});

it('tells of a stand-in whose entries are no attempts', () => {
  expect(told({}, { attempt: { seq: [{ exit: 1 }, 3] } })).toEqual([
    'scripted-config attempt: seq[0] of the stand-in for attempt must be a text, or an object {output, exit?, signal?}, but is of type object.',
    'scripted-config attempt: seq[1] of the stand-in for attempt must be a text, or an object {output, exit?, signal?}, but is of type number.',
  ]);
});
