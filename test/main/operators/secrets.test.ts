// What is looked for in a run, and in which forms it is found: names that say that a value is secret, and what becomes of the value.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formsOf, headerParts, isSearchable } from '../../../main/operators/secretForms.ts';
import { isSecretHeader, isSecretName } from '../../../main/operators/secretNames.ts';
import { secretsOf } from '../../../main/operators/secrets.ts';
import type { Secrets } from '../../../main/runner/ports.ts';
import { NO_RULES } from '../../../shared/contract/redaction.ts';
import { snapshot, type Values } from '../../../shared/model/value.ts';
import { drawGraph } from '../../support/drawGraph.ts';
import { checked } from '../../support/runGraphFile.ts';

const graphOf = (config: object, type = 'command') =>
  checked(drawGraph([{ id: 'n', type, config: { inputs: [], outputs: [], ...config } }], []));

function secrets(
  environment: Readonly<Record<string, string>>,
  inputs: Values = {},
  graph = graphOf({ argv: ['x'] }),
): Secrets {
  const found = secretsOf({ graph, inputs, environment, rules: NO_RULES });
  if (found === undefined) throw new Error('there is nothing secret in it');
  return found;
}

/** The parts of the text that are found, with the names that they are known by. */
function foundIn(text: string, all: Secrets): string[] {
  return all.find(text).map(({ from, to, name }) => `${name}: ${text.slice(from, to)}`);
}

describe('a name', () => {
  it.each([
    ...[
      'OPENAI_API_KEY',
      'TOKEN_GITHUB',
      'API_TOKEN_PROD',
      'SECRET_FOR_CI',
      'MYSQL_PWD',
      'SMTP_PASS',
      'GITHUB_PAT',
      'API_KEYS',
    ],
    ...['db.password', 'x-amz-security-token', 'clientSecret', 'SERVICE_CREDENTIALS', 'AZURE_CONNECTION_STRING', 'JWT'],
  ])('says of %s that it is secret', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    ...[
      'KEYBOARD',
      'KEYBOARD_LAYOUT',
      'MONKEY',
      'AUTHOR',
      'PWD',
      'OLDPWD',
      'PASS',
      'COMPASS',
      'PATH',
      'TOKENIZERS_PARALLELISM',
    ],
    ...[
      'AWS_ACCESS_KEY_ID',
      'TOKEN_FILE',
      'AUTH_TOKEN_URL',
      'SECRET_NAME',
      'SSH_AUTH_SOCK',
      'KEY_LENGTH',
      'TOKEN_LIMIT',
      '',
      '42',
    ],
  ])('does not say so of %s', (name) => {
    expect(isSecretName(name)).toBe(false);
  });

  it('of a header says so where it carries credentials', () => {
    const are = [
      'Authorization',
      'proxy-authorization',
      'Cookie',
      'Set-Cookie',
      'X-API-Key',
      'x-vault-token',
      'x-auth',
    ];
    expect(are.filter((name) => !isSecretHeader(name))).toEqual([]);
    expect(['accept', 'content-type', 'x-request-id', 'x-tokens-used', 'etag'].filter(isSecretHeader)).toEqual([]);
  });
});

describe('a secret', () => {
  it('is not looked for where it is too short or too common to be told from other text', () => {
    expect(['', 'abcde', 'true', 'disabled', '4096', '123456789'].filter(isSearchable)).toEqual([]);
    expect(['abcdef', '1234567890', 'truest'].filter((text) => !isSearchable(text))).toEqual([]);
  });

  it('is found in base64 wherever it stands in what was encoded', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), (before, after) => {
        const encoded = Buffer.from(`${before}tok-5f1c9a77-planted${after}`).toString('base64');
        expect(secrets({ A_TOKEN: 'tok-5f1c9a77-planted' }).find(encoded)).toHaveLength(1);
      }),
    );
  });

  it('is found percent-encoded in either case, with + for a space, in JSON within JSON, and in hexadecimal', () => {
    const secret = 'a b/"c"+é!(d)';
    const all = secrets({ A_TOKEN: secret });
    const percent = encodeURIComponent(secret);
    const forms = [
      percent,
      percent.replaceAll(/%../g, (code) => code.toLowerCase()),
      percent.replaceAll('%20', '+'),
      JSON.stringify({ it: JSON.stringify([secret]) }),
      // As Python's json.dumps and PHP's json_encode write it.
      '"a b/\\"c\\"+\\u00e9!(d)"',
      '"a b\\/\\"c\\"+é!(d)"',
      Buffer.from(secret).toString('hex'),
    ];
    for (const form of forms) expect({ form, found: all.find(form).length }).toEqual({ form, found: 1 });
  });

  it('of several lines is found line by line, but not by the lines that every key has', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\nAoIBAQDhiGm9w0BA\n-----END PRIVATE KEY-----\n';
    const all = secrets({ SIGNING_KEY: key });
    expect(foundIn('12: AoIBAQDhiGm9w0BA', all)).toEqual(['SIGNING_KEY: AoIBAQDhiGm9w0BA']);
    expect(foundIn('-----BEGIN PRIVATE KEY-----', all)).toEqual([]);
    expect(foundIn(`it is ${key}`, all)).toEqual([`SIGNING_KEY: ${key.trim()}`]);
  });

  it('is covered as a whole where two overlap, or one stands within the other', () => {
    const all = secrets({ A_TOKEN: 'abcdef123456', B_TOKEN: '123456uvwxyz', C_TOKEN: 'cdef1234' });
    expect(foundIn('<abcdef123456uvwxyz>', all)).toEqual(['A_TOKEN: abcdef123456uvwxyz']);
    expect(foundIn('<abcdef123456> <cdef1234>', all)).toEqual(['A_TOKEN: abcdef123456', 'C_TOKEN: cdef1234']);
  });

  it('is found by what a cut left of it, on either side, as parsers and evidence cut', () => {
    const all = secrets({ A_TOKEN: 'tok-5f1c9a77-planted' });
    expect(foundIn('exit 1: it was tok-5f1c9…', all)).toEqual(['A_TOKEN: tok-5f1c9']);
    expect(foundIn('…a77-planted was it', all)).toEqual(['A_TOKEN: a77-planted']);
    expect(foundIn('Unexpected token, ..."c9a77-plan"... is not valid JSON', all)).toEqual(['A_TOKEN: c9a77-plan']);
    expect(foundIn('has tok-5f1\n[… 90 of 400 bytes are left out here …]\n7-planted', all)).toEqual([
      'A_TOKEN: tok-5f1',
      'A_TOKEN: 7-planted',
    ]);
    expect(foundIn('loading... done… tok-5', all)).toEqual([]);
  });

  it('stands in addresses, command lines, nested inputs and lists, whatever they are called', () => {
    const address = 'https://me:pass%2Fword9@host.example/x?access_token=opaque-78&page=2';
    const inEnvironment = secrets({ REPOSITORY: address });
    expect(foundIn(address, inEnvironment)).toEqual(['https_password: pass%2Fword9', 'access_token: opaque-78']);
    expect(foundIn('it is pass/word9', inEnvironment)).toEqual(['https_password: pass/word9']);
    const words = [
      'x',
      '--api-key=opaque-79',
      '--token',
      'opaque-80',
      'Authorization: Bearer opaque-81',
      '-v',
      'visible-1',
    ];
    expect(foundIn(words.join(' '), secrets({}, {}, graphOf({ argv: words })))).toEqual([
      'api-key: opaque-79',
      'token: opaque-80',
      'Authorization: Bearer opaque-81',
    ]);
    const inputs = snapshot({
      login: { user: 'me-myself', password: 'opaque-82', cards: { apiKeys: ['opaque-83', 4929118422077781] } },
    });
    expect(foundIn('me-myself opaque-82 opaque-83 4929118422077781', secrets({}, inputs as Values))).toEqual([
      'password: opaque-82',
      'apiKeys: opaque-83',
      'apiKeys: 4929118422077781',
    ]);
    expect(foundIn('one-11 two-22', secrets({ API_KEYS: 'one-11, two-22' }))).toEqual([
      'API_KEYS: one-11',
      'API_KEYS: two-22',
    ]);
  });

  it('is what a header says by itself: a bearer’s token, a password, a session', () => {
    expect(headerParts('Bearer opaque-77')).toEqual(['opaque-77']);
    expect(headerParts(`Basic ${Buffer.from('me:pass:word').toString('base64')}`)).toContain('pass:word');
    expect(headerParts('session=0123456789abcdef; theme=dark')).toEqual(['0123456789abcdef']);
  });

  it('that is learned is found from then on', () => {
    const all = secrets({ A_TOKEN: 'tok-5f1c9a77-planted' });
    expect(all.find('session-opaque-1')).toEqual([]);
    expect(all.learn('set-cookie', 'session-opaque-1')).toBe(true);
    expect(all.learn('set-cookie', 'session-opaque-1')).toBe(false);
    expect(all.learn('set-cookie', 'short')).toBe(false);
    expect(foundIn('my session-opaque-1', all)).toEqual(['set-cookie: session-opaque-1']);
    expect(all.findBytes(Buffer.from('PNG session-opaque-1'))).toBe('set-cookie');
  });

  it('has forms that are each long enough to be told from other text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), (secret) => [...formsOf(secret)].every((form) => form.length >= 6)),
    );
  });
});
