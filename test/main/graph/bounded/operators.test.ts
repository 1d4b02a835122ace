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
  ['a model that tries, of the environment', { attempt: { operator: 'model' } }],
  [
    'a model with all that it can have',
    {
      attempt: {
        operator: 'model',
        model: 'm',
        baseUrl: 'http://127.0.0.1:1/v1',
        system: 's',
        messages: [{ role: 'assistant', content: '{attempt} of {max_iters}' }],
        prompt: '{prompt} – as JSON: {"a": 1}',
        json: true,
        temperature: 0,
        maxTokens: 1,
        extra: { seed: 1 },
        price: { inputPerMillion: 0, outputPerMillion: 1 },
        retries: 0,
        timeoutMs: 1,
        outputLimit: 1,
      },
    },
  ],
  ['a model that is told its evidence alone', { attempt: { operator: 'model', messages: '{evidence}' } }],
  ['a script without declared ports', { attempt: { operator: 'script', module: 'try.mjs' } }],
])('takes %s', (_, file) => {
  expect(told(file)).toEqual([]);
});

it('tells of a command that can not be run, and where', () => {
  expect(told({ attempt: { operator: 'command', argv: [] } })).toEqual([
    'command-config attempt.argv: attempt.argv names no program.',
  ]);
});

it('tells of a model that has what it can not have, and where', () => {
  const attempt = {
    operator: 'model',
    prompt: '{promt}',
    messages: ['hello', { role: 'user', content: '{evidenc}' }],
    baseUrl: 'here',
    apiKey: 'sk-1',
    json: 'yes',
    temperature: 'cold',
    maxTokens: 0,
    retries: 11,
    extra: { api_key: 'sk-2' },
    price: { inputPerMillion: 1 },
  };
  expect(told({ attempt })).toEqual([
    'model-config attempt.prompt: attempt.prompt holds {promt}, but the inputs are "prompt", "attempt", "max_iters", "evidence" and "last_exit".',
    'model-config attempt.messages[0]: attempt.messages[0] must be a message, with a role.',
    'model-config attempt.messages[1].content: attempt.messages[1].content holds {evidenc}, but the inputs are "prompt", "attempt", "max_iters", "evidence" and "last_exit".',
    'model-config attempt.baseUrl: attempt.baseUrl must be an address that begins with http:// or https://.',
    'model-config attempt.apiKey: attempt.apiKey must not stand in a graph.',
    'model-config attempt.extra.api_key: attempt.extra.api_key must not stand in a graph.',
    'model-config attempt.json: attempt.json must be true or false.',
    'model-config attempt.temperature: attempt.temperature must be a number from 0 to 10.',
    'model-config attempt.maxTokens: attempt.maxTokens must be a whole number from 1 to 1,000,000,000.',
    'model-config attempt.retries: attempt.retries must be a whole number from 0 to 10.',
    'model-config attempt.price: attempt.price must hold inputPerMillion and outputPerMillion, numbers of at least 0.',
  ]);
});

it('tells of a judge that can not be run, and where', () => {
  const judge = { operator: 'http', url: 'https://a.example/{criteria}' };
  expect(told({ until_predicate: 'judge:good', judge, attempt: { operator: 'command', argv: ['a'] } })).toEqual([
    'http-config judge.url: judge.url holds {criteria}, but the inputs are "criterion", "prompt", "output", "exit" and "attempt".',
  ]);
});

it('tells of a person who is asked what is no text, and notes a setting that asking lacks', () => {
  const file = { until_predicate: 'judge:good', judge: { operator: 'ask', question: 7, timeout: 5 } };
  expect(told(file)).toEqual(['ask-config judge.question: judge.question must be a text, but is of type number.']);
  const parsed = parseGraph(JSON.stringify({ ...TRY, ...file }), 'loop.json');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
  expect(draftGraph(parsed.value).notes).toMatchObject([
    { code: 'ask-config', message: 'judge.timeout is no setting of ask, and is ignored.' },
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
