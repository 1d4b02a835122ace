// Which names say that what they name is secret: of variables, inputs, parameters and headers (docs/security.md, Secrets). Pure.

/** Say so wherever they stand in a name: DB_PASSWORD, TOKEN_GITHUB, PGPASSWORD. */
const STRONG = /(?:^|[a-z])(?:apikey|token|secret|password|passwd|passphrase|credentials?|jwt|bearer)$/;
/** Say so as the last word alone: API_KEY is secret, KEYBOARD, KEY_ID and SSH_AUTH_SOCK are not. */
const LAST: ReadonlySet<string> = new Set(['key', 'keys', 'auth', 'cookie', 'secrets', 'tokens', 'passwords']);
/** Say so as the last word of several: MYSQL_PWD is secret, PWD is the folder that one is in. */
const LAST_OF_SEVERAL: ReadonlySet<string> = new Set(['pass', 'pwd', 'pw', 'pat']);
/** What is said about a secret is none: TOKEN_FILE, AUTH_TOKEN_URL, SECRET_NAME. */
const ABOUT: ReadonlySet<string> = new Set(
  'file path dir folder name id url uri type kind limit count length size ttl expiry expires timeout algorithm version endpoint host port user username'.split(
    ' ',
  ),
);
const HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'api-key',
  'private-token',
  'x-goog-api-key',
]);
const OWN_HEADER = /^x-(?:[a-z\d]+-)*(?:api-key|token|secret|auth|password)$/;

/** True of `OPENAI_API_KEY`, `sessionToken`, `db.password`; not of `KEYBOARD`, `TOKENIZERS` or `TOKEN_FILE`. */
export function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => /[a-z]/.test(word));
  const last = words.at(-1);
  if (last === undefined || ABOUT.has(last)) return false;
  if (LAST.has(last) || (words.length > 1 && LAST_OF_SEVERAL.has(last))) return true;
  return words.some((word) => STRONG.test(word)) || /connection_?string$/.test(words.join('_'));
}

/** True of a header that carries credentials, in a request or an answer. */
export function isSecretHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return HEADERS.has(lower) || OWN_HEADER.test(lower);
}
