// Questions to a model over the real protocol, against a server of this machine (semantics §4).
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modelOperator } from '../../../main/operators/model.ts';
import type { OperatorAnswer } from '../../../main/runner/ports.ts';
import { pastLimit } from '../../support/liveProcesses.ts';
import { type ModelServer, type ModelServerOptions, modelServer, type Turn } from '../../support/modelServer.ts';
import { type CallParts, callOf } from './call.ts';

const KEY = 'sk-planted-7f3a9c2e5b8d';
const servers: ModelServer[] = [];
let environment: NodeJS.ProcessEnv;
let operator: ReturnType<typeof modelOperator>;

beforeEach(() => {
  environment = { OPENAI_API_KEY: KEY };
  operator = modelOperator(environment);
});
afterEach(async () => {
  await operator.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serving(turns: Parameters<typeof modelServer>[0], options?: ModelServerOptions): Promise<ModelServer> {
  const server = await modelServer(turns, options);
  servers.push(server);
  environment.OPENAI_BASE_URL = server.baseUrl;
  return server;
}

const node = { model: 'tiny', inputs: ['obs'], outputs: ['text'], prompt: 'Look: {obs}' };

function ask(parts: Partial<CallParts> = {}): Promise<OperatorAnswer> | OperatorAnswer {
  return operator.run(callOf({ config: node, inputs: { obs: 'a door' }, ...parts }));
}

/** Whatever came of it, the key is not in it. */
async function asked(turns: readonly Turn[], parts: Partial<CallParts> = {}): Promise<OperatorAnswer> {
  await serving(turns);
  const answer = await ask(parts);
  expect(JSON.stringify(answer)).not.toContain(KEY);
  return answer;
}

describe('a question', () => {
  it('goes out with the filled prompt and the key in its header, and its answer streams in', async () => {
    const server = await serving([{ say: 'Go through the door.' }], { key: KEY });
    const shown: string[] = [];
    const config = { ...node, system: 'You walk.', temperature: 0.5, maxTokens: 40, extra: { seed: 7 } };
    const answer = await ask({ config, output: (text) => shown.push(text) });
    expect(answer).toMatchObject({
      ok: true,
      outputs: { text: 'Go through the door.' },
      usage: { model: 'tiny-1', inputTokens: 11, outputTokens: 7, tries: 1, finishReason: 'stop', requestId: 'req-7' },
    });
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.join('')).toBe('Go through the door.');
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      url: '/v1/chat/completions',
      body: {
        model: 'tiny',
        stream: true,
        stream_options: { include_usage: true },
        temperature: 0.5,
        max_tokens: 40,
        seed: 7,
        messages: [
          { role: 'system', content: 'You walk.' },
          { role: 'user', content: 'Look: a door' },
        ],
      },
    });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('takes model and address from the environment where the graph names none', async () => {
    const server = await serving([{ say: 'yes' }]);
    environment.LOOPTAPE_MODEL = 'from-the-environment';
    await ask({ config: { ...node, model: undefined } });
    expect(server.requests[0]?.body.model).toBe('from-the-environment');
    const named = await modelServer([{ say: 'here' }]);
    servers.push(named);
    expect(await ask({ config: { ...node, baseUrl: named.baseUrl } })).toMatchObject({ outputs: { text: 'here' } });
    expect(server.requests).toHaveLength(1);
  });

  it('gives a node the keys of a JSON answer that it declares, in a fence or not', async () => {
    const config = { ...node, outputs: ['action', 'why', 'text'], json: true };
    const said = '```json\n{"action": "left", "sure": 0.5}\n```';
    const answer = await asked([{ say: said }], { config });
    expect(answer).toMatchObject({ ok: true, outputs: { action: 'left', text: said } });
    expect(servers[0]?.requests[0]?.body.response_format).toEqual({ type: 'json_object' });
    expect(await asked([{ say: 'left, I think' }], { config })).toMatchObject({
      ok: false,
      error: {
        code: 'bad-output',
        message: expect.stringContaining('is no JSON object, where "action", "why" is needed'),
      },
      raw: 'left, I think',
    });
  });

  it('says a conversation before its prompt, from the graph or from an input', async () => {
    const server = await serving([{ say: 'x' }]);
    const messages = [
      { role: 'user', content: 'Seen: {obs}' },
      { role: 'assistant', content: 'left' },
    ];
    await ask({ config: { ...node, system: 'You walk.', messages, prompt: 'And now?' } });
    expect(server.requests[0]?.body.messages).toEqual([
      { role: 'system', content: 'You walk.' },
      { role: 'user', content: 'Seen: a door' },
      { role: 'assistant', content: 'left' },
      { role: 'user', content: 'And now?' },
    ]);
    // What was said before is no template, and keeps what stands beside it.
    const before = [
      { role: 'user', content: '{obs}?' },
      { role: 'tool', content: 'ok', tool_call_id: 'c1' },
    ];
    const config = { ...node, messages: '{history}', prompt: undefined };
    await ask({ config, inputs: { history: before } });
    expect(server.requests[1]?.body.messages).toEqual(before);
    for (const history of ['left', [{ content: 'left' }]]) {
      expect(await ask({ config, inputs: { history } })).toMatchObject({
        error: { code: 'bad-prompt', message: expect.stringContaining('{history} of config.messages of node "n"') },
      });
    }
    expect(server.requests).toHaveLength(2);
  });

  it('is whole where the endpoint says so without saying why, and is counted only where the endpoint can count', async () => {
    const event = 'data: {"choices": [{"delta": {"content": "hé"}}]}\r\n\r\n';
    expect(await asked([{ body: `: so\r\n\r\n${event}data: [DONE]\r\n\r\n`, type: 'text/event-stream' }])).toEqual({
      ok: true,
      outputs: { text: 'hé' },
      usage: { model: 'tiny', tries: 1 },
    });
    const server = await serving(({ body }) =>
      body.stream_options === undefined ? { say: 'x' } : { status: 400, error: 'Unknown field stream_options.' },
    );
    expect(await ask({ config: { ...node, retries: 0 } })).toMatchObject({
      outputs: { text: 'x' },
      usage: { tries: 1 },
    });
    expect(server.requests).toHaveLength(2);
  });

  it('gives tool calls where they are declared, and runs none', async () => {
    const config = { ...node, outputs: ['text', 'tool_calls'] };
    const turn = { toolCall: { name: 'walk', arguments: '{"to": 3}' } };
    const tool_calls = [{ id: 'call_1', name: 'walk', arguments: '{"to": 3}' }];
    expect(await asked([turn], { config })).toMatchObject({ ok: true, outputs: { text: '', tool_calls } });
    // A key of an answer that there is not has no value; where nobody takes the calls it is missed.
    expect(await asked([turn], { config: { ...node, outputs: ['action', 'tool_calls'] } })).toEqual(
      expect.objectContaining({ ok: true, outputs: { tool_calls } }),
    );
    expect(await asked([turn], { config: { ...node, outputs: ['action'] } })).toMatchObject({
      error: { code: 'bad-output' },
    });
  });

  it('is answered by an endpoint that never streams, too', async () => {
    expect(await asked([{ sayWhole: 'all at once' }])).toMatchObject({
      ok: true,
      outputs: { text: 'all at once' },
      usage: { inputTokens: 11, outputTokens: 7 },
    });
  });

  it('costs what the graph says that a token costs, and nothing where it says nothing', async () => {
    // 11 tokens in at 2 dollars a million and 7 out at 10: 22 + 70 millionths of a dollar.
    const config = { ...node, price: { inputPerMillion: 2, outputPerMillion: 10 } };
    expect(await asked([{ say: 'x' }], { config })).toMatchObject({ usage: { costUsd: 0.000092 } });
    expect((await asked([{ say: 'x' }])) as object).not.toMatchObject({ usage: { costUsd: expect.anything() } });
  });

  it('of a judge states the criterion and asks for a verdict; of a socket or an attempt it is the item or the prompt', async () => {
    const server = await serving([{ say: '{"satisfied": true, "reason": "clear"}' }]);
    const judged = { criterion: 'is clear', prompt: 'explain', output: 'so it is', exit: 0, attempt: 1 };
    const config = { model: 'tiny' };
    expect(await ask({ config, form: 'whole', inputs: judged })).toMatchObject({
      outputs: { output: '{"satisfied": true, "reason": "clear"}' },
    });
    const [system, user] = server.requests[0]?.body.messages ?? [];
    expect(system?.content).toContain('"satisfied": true or false');
    expect(user?.content).toBe(
      'Criterion: is clear\n\nWhat was asked for: explain\n\nExit code: 0\n\nOutput:\nso it is',
    );
    await ask({ config, form: 'whole', inputs: { item: { title: 'A' }, state: {}, cursors: {} } });
    expect(server.requests[1]?.body.messages).toEqual([{ role: 'user', content: '{\n  "title": "A"\n}' }]);
    const tried = await ask({ config, form: 'attempt', inputs: { prompt: 'write it', attempt: 1, max_iters: 3 } });
    expect(tried).toMatchObject({ ok: true, outputs: { output: expect.any(String) } });
    expect(server.requests[2]?.body.messages).toEqual([{ role: 'user', content: 'write it' }]);
  });
});

describe('an endpoint that fails', () => {
  it('with 429 or 503 is asked again when it says so, and the tries are told', async () => {
    const began = performance.now();
    const answer = await asked([{ status: 429, retryAfter: '0.2' }, { status: 503, retryAfter: '0' }, { say: 'now' }]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(200);
    expect(answer).toMatchObject({
      ok: true,
      outputs: { text: 'now' },
      usage: { tries: 3 },
      log: [
        { level: 'warn', text: 'Try 2 of 3 follows in 1 s, because the answer was 429.' },
        { level: 'warn', text: 'Try 3 of 3 follows in 0 s, because the answer was 503.' },
      ],
    });
  });

  it('is not waited for beyond the time limit, and not asked again for what would be the same', async () => {
    const began = performance.now();
    expect(await asked([{ status: 429, retryAfter: '3600' }])).toMatchObject({ error: { code: 'model-rate-limited' } });
    expect(await asked([{ status: 500 }])).toMatchObject({ error: { code: 'model-status' } });
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(servers.map(({ requests }) => requests.length)).toEqual([1, 1]);
  });

  it('by dropping the connection is asked again before the first word, and never after it', async () => {
    expect(await asked([{ drop: '' }, { say: 'now' }])).toMatchObject({
      ok: true,
      outputs: { text: 'now' },
      usage: { tries: 2 },
      log: [{ text: 'Try 2 of 3 follows in 1 s, because the answer broke off.' }],
    });
    expect(await asked([{ drop: 'Half' }, { say: 'now' }])).toMatchObject({ error: { code: 'model-stream-cut' } });
    expect(servers[1]?.requests).toHaveLength(1);
  });

  it('that is called off while it is waited for ends at once', async () => {
    await serving([{ status: 503, retryAfter: '60' }]);
    const abort = new AbortController();
    const answer = ask({ abort: abort.signal });
    await expect.poll(() => servers[0]?.requests.length).toBe(1);
    setTimeout(() => abort.abort(), 50);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  it.each<[string, Turn, string, RegExp]>([
    [
      '429 for ever',
      { status: 429, error: 'Slow down.', retryAfter: '0.01' },
      'model-rate-limited',
      /\(429\): Slow down\./,
    ],
    ['a fault of its own', { status: 500, error: 'Broken.' }, 'model-status', /answered by 500 of .*says: Broken\./],
    ['a model that it lacks', { status: 404, error: 'No such model.' }, 'model-status', /404 of .*: No such model\./],
    ['a dropped stream', { drop: 'Half of it' }, 'model-stream-cut', /gave no whole answer: the answer broke off/],
    ['a stream without an end', { trailOff: 'Half of it' }, 'model-stream-cut', /the answer broke off/],
    [
      'an error in the middle',
      {
        body: 'data: {"choices": [{"delta": {"content": "Half of it"}}]}\n\ndata: {"error": {"message": "Overloaded."}}\n\n',
        type: 'text/event-stream',
      },
      'model-stream-cut',
      /the endpoint says: Overloaded\./,
    ],
    ['malformed JSON in a stream', { garble: '{"delta"' }, 'bad-output', /the answer holds what is no JSON/],
    ['malformed JSON at once', { body: '{"choices": [', type: 'application/json' }, 'bad-output', /is no JSON/],
    [
      'an answer of another kind',
      { body: '{"detail": "?"}', type: 'application/json' },
      'bad-output',
      /gave no answer/,
    ],
    ['a page', { body: '<html>Log in', type: 'text/html' }, 'bad-output', /a page for a browser; look at the address/],
    [
      'a redirect to elsewhere',
      { redirect: 'http://127.0.0.1:9/v1' },
      'model-status',
      /by 307 of .* at 127\.0\.0\.1:9;/,
    ],
  ])('with %s is a failure with its own code and sentence', async (_, turn, code, sentence) => {
    const answer = await asked([turn]);
    expect(answer).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(sentence) } });
    if ('drop' in turn || 'trailOff' in turn || code === 'model-stream-cut')
      expect(answer).toMatchObject({ raw: 'Half of it' });
    if ('body' in turn && code === 'bad-output' && !turn.body.includes('detail'))
      expect(answer).toMatchObject({ raw: turn.body });
  });

  it('because of a wrong key says which variable, and nothing of the key', async () => {
    await serving([{ say: 'never' }], { key: 'sk-another' });
    const answer = await ask();
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'model-unauthorised',
        message: expect.stringContaining('the key in OPENAI_API_KEY is missing, or not one'),
      },
    });
    expect(JSON.stringify(answer)).not.toContain('sk-');
  });

  it('because nobody listens says where', async () => {
    const server = await serving([{ say: 'x' }]);
    await server.close();
    servers.pop();
    const config = { ...node, retries: 0 };
    expect(await ask({ config })).toMatchObject({
      ok: false,
      error: {
        code: 'model-failed',
        message: expect.stringMatching(/was not reached: nothing answers at 127\.0\.0\.1:\d+\./),
      },
    });
  });

  it.each<[string, Turn]>([
    ['silent', { silent: true }],
    ['never done', { trickle: true }],
  ])('by being %s ends at the time limit, and at once where the run is cancelled', async (_, turn) => {
    await serving([turn]);
    const config = { ...node, timeoutMs: 150 };
    expect(await ask({ config })).toMatchObject({
      ok: false,
      error: { code: 'timeout', message: expect.stringContaining('within 150 ms; timeoutMs sets a longer limit') },
    });
    const abort = new AbortController();
    const waiting = ask({ abort: abort.signal });
    setTimeout(() => abort.abort(), 50);
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    const again = ask();
    setTimeout(() => void operator.close(), 50);
    expect(await again).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  it('by never stopping to talk is cut at the limit', async () => {
    const config = { ...node, outputLimit: 100 };
    expect(await asked([{ trickle: true }], { config })).toMatchObject({
      ok: false,
      error: { code: 'too-large', message: expect.stringContaining('more than 100 bytes') },
      raw: 'word '.repeat(20),
    });
  });

  it('by never ending a line of it is given up before it fills the memory', async () => {
    const before = process.memoryUsage().rss;
    const config = { ...node, outputLimit: 1000 };
    expect(await asked([{ endless: true }], { config })).toMatchObject({
      ok: false,
      error: { code: 'bad-output', message: expect.stringContaining('a line of the answer has no end') },
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  it('at the time limit keeps what came until then', async () => {
    const answer = await pastLimit(
      300,
      (timeoutMs) => asked([{ trickle: true }], { config: { ...node, timeoutMs } }),
      (made) => !made.ok && String(made.raw).startsWith('word word '),
    );
    expect(answer).toMatchObject({ error: { code: 'timeout' }, raw: expect.stringMatching(/^word word /) });
  });

  it('in the middle of a sentence for want of tokens gives what there is, and says so', async () => {
    expect(await asked([{ say: 'And then', finish: 'length' }])).toMatchObject({
      ok: true,
      outputs: { text: 'And then' },
      usage: { finishReason: 'length' },
      log: [{ level: 'warn', text: expect.stringContaining('maxTokens') }],
    });
  });
});

describe('before anything is asked', () => {
  it('a model, a key where the endpoint is the public one, and every input of the prompt must be there', async () => {
    expect(await ask({ config: { ...node, model: undefined } })).toMatchObject({
      error: { code: 'model-not-set', message: expect.stringContaining('LOOPTAPE_MODEL') },
    });
    delete environment.OPENAI_API_KEY;
    expect(await ask()).toMatchObject({
      error: { code: 'model-not-set', message: expect.stringContaining('OPENAI_API_KEY') },
    });
    const server = await serving([{ say: 'no key needed' }]);
    expect(await ask()).toMatchObject({ ok: true });
    expect(await ask({ config: { ...node, prompt: '{obs} {goal}' } })).toMatchObject({
      error: {
        code: 'bad-prompt',
        message: expect.stringContaining('{goal} of config.prompt of node "n" has no value'),
      },
    });
    environment.OPENAI_BASE_URL = 'ftp://elsewhere';
    expect(await ask()).toMatchObject({
      error: { code: 'bad-config', message: expect.stringContaining('OPENAI_BASE_URL') },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('a key that no header can carry is refused, and not quoted', async () => {
    const server = await serving([{ say: 'x' }]);
    environment.OPENAI_API_KEY = `${KEY}\n${KEY}`;
    const answer = await ask();
    expect(answer).toMatchObject({
      error: { code: 'model-unauthorised', message: expect.stringContaining('OPENAI_API_KEY') },
    });
    expect(JSON.stringify(answer)).not.toContain('sk-');
    // A line break at its end is how files give keys.
    environment.OPENAI_API_KEY = `${KEY}\n`;
    expect(await ask()).toMatchObject({ ok: true });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('braces that are none of an input’s stay as they are', async () => {
    const server = await serving([{ say: 'x' }]);
    await ask({ config: { ...node, prompt: 'Answer like {"a": 1} or { b }: {obs}' } });
    expect(server.requests[0]?.body.messages?.[0]?.content).toBe('Answer like {"a": 1} or { b }: a door');
  });
});
