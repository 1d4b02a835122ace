// Secrets on their way out of a run: what is found, what stands in its place, and that the redacted log is a log like any other.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedGraph } from '../../../main/graph/recordedGraph.ts';
import { secretsOf } from '../../../main/operators/secrets.ts';
import { Redaction, redactingSink } from '../../../main/runner/redaction.ts';
import { stubIn } from '../../../main/runner/stubs.ts';
import { NO_RULES, type RedactionRules } from '../../../shared/contract/redaction.ts';
import type { EngineEvent, EventOf } from '../../../shared/model/event.ts';
import { toPublic } from '../../../shared/model/publicValue.ts';
import { Bytes, Redacted, snapshot, type Value, type Values, valuesEqual } from '../../../shared/model/value.ts';
import { drawGraph } from '../../support/drawGraph.ts';
import { checked } from '../../support/runGraphFile.ts';

const SECRET = 'tok-5f1c"9a/77+planted';
const graphOf = (config: object, more: object = {}, type = 'command') =>
  checked({
    ...(drawGraph([{ id: 'n', type, config: { inputs: [], outputs: [], ...config } }], []) as object),
    ...more,
  });
const plainGraph = graphOf({ argv: ['true'] });

interface Parts {
  readonly graph?: ReturnType<typeof checked>;
  readonly environment?: NodeJS.ProcessEnv;
  readonly inputs?: Values;
  readonly rules?: RedactionRules;
}

function secrets({ graph = plainGraph, environment = {}, inputs = {}, rules = NO_RULES }: Parts) {
  return secretsOf({ graph, inputs, environment, rules });
}

function redacting(parts: Parts = { environment: { API_TOKEN: SECRET } }): Redaction {
  const found = secrets(parts);
  if (found === undefined) throw new Error('there is nothing secret in it');
  return new Redaction(found, (parts.graph ?? plainGraph).dialect);
}

const stub = expect.stringMatching(/^‹redacted API_TOKEN [0-9a-f]{8}›$/);

describe('what is secret', () => {
  it.each([
    'OPENAI_API_KEY',
    'GITHUB_TOKEN',
    'DB_PASSWORD',
    'AWS_SECRET_ACCESS_KEY',
    'PGPASSWORD',
    'npm_config_auth',
    'apiKey',
    'sessionToken',
    'TOKEN_2',
  ])('is the value of a variable called %s', (name) => {
    expect(redacting({ environment: { [name]: SECRET } }).text(`a ${SECRET} b`)).toMatch(
      new RegExp(`^a ‹redacted ${name} [0-9a-f]{8}› b$`),
    );
  });

  it.each(['KEYBOARD', 'PWD', 'SSH_AUTH_SOCK', 'MONKEY', 'PATH', 'AUTHOR', 'TOKENIZERS_PARALLELISM', 'COMPAT'])(
    'is not that of %s',
    (name) => {
      expect(secrets({ environment: { [name]: SECRET } })).toBeUndefined();
    },
  );

  it('is never what stands in every text by chance', () => {
    for (const value of ['', 'true', 'none', 'a', '12345', '123456789']) {
      expect(secrets({ environment: { API_KEY: value } })).toBeUndefined();
    }
  });

  it('is what the graph says: variables of a command, headers and parts of an address, inputs, and names of its own', () => {
    const basic = Buffer.from(`me:${SECRET}`).toString('base64');
    const cases: readonly [Parts, string][] = [
      [{ graph: graphOf({ argv: ['x'], env: { MY_KEY: SECRET } }) }, SECRET],
      [
        { graph: graphOf({ url: 'https://a.example', headers: { Authorization: 'Bearer opaque-77' } }, {}, 'http') },
        'opaque-77',
      ],
      [
        { graph: graphOf({ url: 'https://a.example', headers: { authorization: `Basic ${basic}` } }, {}, 'http') },
        SECRET,
      ],
      [{ graph: graphOf({ url: 'https://a.example', headers: { 'x-api-key': SECRET } }, {}, 'http') }, SECRET],
      [{ graph: graphOf({ url: 'https://a.example/?access_token=opaque-78' }, {}, 'http') }, 'opaque-78'],
      [{ inputs: { password: SECRET } }, SECRET],
      [{ graph: graphOf({ argv: ['x'] }, { secrets: ['CUSTOMER'] }), environment: { CUSTOMER: SECRET } }, SECRET],
      [{ rules: { names: ['CUSTOMER'], rules: [] }, environment: { CUSTOMER: SECRET } }, SECRET],
      [{ rules: { names: [], rules: [{ name: 'card', pattern: '\\b\\d{16}\\b' }] } }, '4111111111111111'],
    ];
    for (const [parts, secret] of cases)
      expect(redacting(parts).text(`<${secret}>`)).toMatch(/^<‹redacted \S+ \w{8}›>$/);
  });

  it('is found where it comes out again as base64, in an address, or in JSON', () => {
    const redaction = redacting();
    for (const form of [
      SECRET,
      encodeURIComponent(SECRET),
      JSON.stringify(SECRET).slice(1, -1),
      Buffer.from(SECRET).toString('base64'),
      Buffer.from(SECRET).toString('base64url'),
    ]) {
      expect(redaction.text(`x=${form};`)).not.toContain(form);
    }
  });
});

describe('a redacted value', () => {
  it('is a stub of its own where it was secret as a whole, and has stubs in it where it held secrets', () => {
    const redaction = redacting();
    const value = snapshot({
      whole: SECRET,
      in: [`Bearer ${SECRET}`, 7, null],
      [`at ${SECRET}`]: true,
      plain: { x: 'y' },
    });
    const made = redaction.value(value) as Readonly<Record<string, Value>>;
    expect(made.whole).toBeInstanceOf(Redacted);
    expect(toPublic(made.whole as Value)).toEqual({
      $value: 'redacted',
      name: 'API_TOKEN',
      hash: expect.stringMatching(/^[0-9a-f]{8}$/),
    });
    expect(made.in).toEqual([expect.stringMatching(/^Bearer ‹redacted API_TOKEN \w{8}›$/), 7, null]);
    expect(Object.keys(made)[2]).toMatch(/^at ‹redacted API_TOKEN \w{8}›$/);
    expect(JSON.stringify(toPublic(made))).not.toContain('planted');
  });

  it('shows where the same secret stands again, within one run and not beyond it', () => {
    const both = { environment: { API_TOKEN: SECRET, OTHER_TOKEN: 'another-secret' } };
    const one = redacting(both);
    expect(valuesEqual(one.value(SECRET), one.value(SECRET))).toBe(true);
    expect(valuesEqual(one.value(SECRET), one.value('another-secret'))).toBe(false);
    expect(valuesEqual(one.value(SECRET), redacting(both).value(SECRET))).toBe(false);
  });

  it('is the very same object where nothing in it is secret, and is looked at once', () => {
    let looked = 0;
    const found = secrets({ environment: { API_TOKEN: SECRET } });
    const redaction = new Redaction(
      {
        shortest: 0,
        find: (text: string) => {
          looked++;
          return found?.find(text) ?? [];
        },
        findPart: () => undefined,
        findBytes: (bytes: Uint8Array) => found?.findBytes(bytes),
        isSecretKey: () => false,
        learn: () => false,
        hash: () => '',
        openEnd: () => 0,
      },
      'pivot',
    );
    const value = snapshot({ a: ['x', { b: 'y' }] });
    expect(redaction.value(value)).toBe(value);
    const before = looked;
    expect(redaction.value(value)).toBe(value);
    expect(looked).toBe(before);
  });

  it('of bytes that hold a secret is a stub, and of headers what they are there to keep', () => {
    const redaction = redacting();
    expect(redaction.value(new Bytes(Buffer.from(`PNG ${SECRET}`), 'image/png'))).toBeInstanceOf(Redacted);
    const untouched = new Bytes(Buffer.from('PNG'), 'image/png');
    expect(redaction.value(untouched)).toBe(untouched);
    const headers = redaction.value(snapshot({ 'set-cookie': 'session=opaque', 'content-type': 'text/plain' }));
    expect(headers).toMatchObject({ 'set-cookie': expect.any(Redacted), 'content-type': 'text/plain' });
  });

  it('is known as such before an operator could be given it', () => {
    const redaction = redacting();
    expect(stubIn(snapshot({ a: [redaction.value(SECRET)] }))).toBe('API_TOKEN');
    expect(stubIn(snapshot({ a: redaction.value(`x ${SECRET}`) }))).toBe('API_TOKEN');
    expect(stubIn(snapshot({ a: 'x', b: [1] }))).toBeUndefined();
  });

  it('of a number is a stub where its digits are secret, and small numbers are left alone', () => {
    const rules = { names: [], rules: [{ name: 'digits', pattern: '\\d{6,}' }] };
    const redaction = redacting({ rules });
    expect(redaction.value(snapshot({ card: 4929118422077781, big: 4929118422077781n, cursor: 123456 }))).toMatchObject(
      {
        card: expect.any(Redacted),
        big: expect.any(Redacted),
        cursor: 123456,
      },
    );
  });

  it('of bytes or several headers shows which are equal', () => {
    const redaction = redacting();
    const bytes = (text: string) => redaction.value(new Bytes(Buffer.from(text)));
    expect(valuesEqual(bytes(`1 ${SECRET}`), bytes(`1 ${SECRET}`))).toBe(true);
    expect(valuesEqual(bytes(`1 ${SECRET}`), bytes(`2 ${SECRET}`))).toBe(false);
    const { 'set-cookie': cookies } = redaction.value(snapshot({ 'set-cookie': ['a=1', 'b=2', 'a=1'] })) as {
      readonly 'set-cookie': readonly Value[];
    };
    expect(cookies.map((cookie) => cookie instanceof Redacted)).toEqual([true, true, true]);
    expect(valuesEqual(cookies[0], cookies[2])).toBe(true);
    expect(valuesEqual(cookies[0], cookies[1])).toBe(false);
  });

  it('of a bounded loop, which makes texts of texts, stays a text', () => {
    const graph = checked({ prompt: 'x', until_predicate: 'exit:0', attempt: { operator: 'command', argv: ['true'] } });
    expect(redacting({ graph, environment: { API_TOKEN: SECRET } }).value(SECRET)).toEqual(stub);
  });
});

describe('events', () => {
  it('begin with a graph that is one still: a text in it stays a text', () => {
    const graph = graphOf(
      { url: `https://a.example/?access_token=${SECRET}`, headers: { authorization: SECRET, cookie: 'a=b' } },
      { step_budget: 3 },
      'http',
    );
    const started: EngineEvent = {
      seq: 0,
      kind: 'run.started',
      at: '',
      id: 'x',
      dialect: 'pivot',
      graph: graph.source,
      inputs: {},
      versions: {},
    };
    const made = redacting({ graph, environment: { API_TOKEN: SECRET } }).event(started) as EventOf<'run.started'>;
    expect(JSON.stringify(toPublic(made.graph))).not.toMatch(/planted|a=b/);
    expect(recordedGraph(made)).toMatchObject({ graph: expect.anything(), problems: [] });
  });

  it('of a failure hold no part of one at the end of what was kept of an answer', () => {
    const failed = {
      seq: 1,
      kind: 'fire.failed',
      at: '',
      fire: 1,
      node: 'n',
      error: { code: 'x', message: 'y' },
    } as const;
    const rawOf = (raw: Value) => (redacting().event({ ...failed, raw }) as EventOf<'fire.failed'>).raw;
    expect(rawOf('the key is tok-5f1c"9')).toMatch(/^the key is ‹redacted API_TOKEN [0-9a-f]{8}›$/);
    expect(rawOf('the key is tok-')).toBe('the key is tok-');
    expect(rawOf(SECRET)).toBeInstanceOf(Redacted);
  });

  it('know from their answer on what a header brought, and what a pattern cut out of a secret', () => {
    const redaction = redacting();
    const finished = { seq: 1, kind: 'fire.finished', at: '', fire: 1, node: 'n', durationMs: 1 } as const;
    const answer = { body: 'session-0123456789 is new', headers: { 'set-cookie': 'session-0123456789' } };
    const first = redaction.event({ ...finished, outputs: snapshot(answer) as Values }) as EventOf<'fire.finished'>;
    expect(first.outputs.body).toMatch(/^‹redacted set-cookie [0-9a-f]{8}› is new$/);
    const decision: EngineEvent = {
      seq: 2,
      kind: 'decision.made',
      at: '',
      question: 'predicate',
      subject: 'attempt',
      scope: 'loop',
      operands: {},
      candidates: [{ id: 'p', matched: true, why: 'line 1 has "9a/77+plan"', value: snapshot({ text: '9a/77+plan' }) }],
      chosen: 'p',
    };
    expect(JSON.stringify(redaction.event(decision))).not.toContain('77+plan');
  });

  it('hold no secret in any field: values, errors, logs, reasons and names', () => {
    const written: EngineEvent[] = [];
    const sink = redactingSink({ write: (events) => written.push(...events), commit: () => undefined }, redacting());
    sink.write([
      {
        seq: 0,
        kind: 'fire.failed',
        at: `p[0]/${SECRET}`,
        fire: 1,
        node: 'n',
        error: { code: 'x', message: `no ${SECRET}` },
        raw: snapshot([SECRET]),
        log: [{ level: 'warn', text: SECRET }],
      },
      {
        seq: 1,
        kind: 'decision.made',
        at: '',
        question: 'input',
        subject: 'n.a',
        scope: '',
        operands: { [SECRET]: SECRET },
        candidates: [{ id: 'a', matched: true, why: `it holds ${SECRET}`, value: SECRET }],
        chosen: 'a',
      },
      { seq: 2, kind: 'signal.emitted', at: '', signal: 'run_end', scope: '' },
    ]);
    const text = JSON.stringify(written.map((event) => toPublic(snapshot(event))));
    expect(text).not.toContain('planted');
    expect(written[0]).toMatchObject({
      error: { message: expect.stringMatching(/^no ‹redacted/) },
      log: [{ level: 'warn', text: stub }],
    });
    expect(written[1]).toMatchObject({ candidates: [{ id: 'a', matched: true, value: expect.any(Redacted) }] });
    expect(written).toHaveLength(3);
  });
});

describe('a text that comes in pieces', () => {
  it('never shows a secret, wherever it is cut, and shows everything else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\n', SECRET, 'tok-', 'tok-5f1c'), { maxLength: 8 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        (parts, sizes) => {
          const whole = parts.join('');
          const redaction = redacting();
          const stream = redaction.stream();
          let shown = '';
          for (let at = 0; at < whole.length; ) {
            const size = sizes.next().value as number;
            shown += stream.next(whole.slice(at, at + size));
            expect(shown).not.toContain('planted');
            at += size;
          }
          shown += stream.end();
          expect(shown).toBe(redaction.text(whole));
        },
      ),
    );
  });

  it('is held back to the end of its line where a rule looks for more than one form', () => {
    const rules = { names: [], rules: [{ name: 'card', pattern: '\\d{4}( \\d{4}){3}' }] };
    const stream = redacting({ rules }).stream();
    expect(stream.next('done\ncard 4111 1111')).toBe('done\n');
    expect(stream.next(' 1111 1111 ok\n')).toMatch(/^card ‹redacted card \w{8}› ok\n$/);
    expect(stream.end()).toBe('');
  });
});
