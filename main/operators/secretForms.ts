// What a secret looks like when it comes out again: as it is, percent-encoded, within JSON, in base64 or hexadecimal, line by line. Pure.

/** Shorter values stand in every text by chance. */
export const SHORTEST = 6;
const HARMLESS = /^(?:true|false|none|null|undefined|enabled|disabled|\d{1,9})$/i;

/** False for what is too short or too common to be told from any other text. */
export function isSearchable(secret: string): boolean {
  return secret.length >= SHORTEST && !HARMLESS.test(secret);
}

/** Every text in which the secret would be known, each at least `SHORTEST` long. */
export function formsOf(secret: string): ReadonlySet<string> {
  const bytes = Buffer.from(secret, 'utf8');
  const percent = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [
    secret,
    ...percentForms(percent),
    json,
    json.replaceAll('/', '\\/'),
    // As Python writes JSON.
    json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    // JSON within JSON, such as the body of a request in a log.
    JSON.stringify(json).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64Forms(bytes),
    ...linesOf(secret),
  ];
  return new Set(forms.filter((form) => form.length >= SHORTEST));
}

/** Programs differ in what they encode, in the case of the digits, and in what a space becomes. */
function percentForms(percent: string): string[] {
  const strict = percent.replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const both = [percent, strict];
  const forms = [...both, ...both.map((form) => form.replaceAll('%20', '+'))];
  return [...forms, ...forms.map((form) => form.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase()))];
}

/**
 * The whole, and what of it is the same wherever it stands in what was encoded, such as `user:password`: of the first and the last
 * digit some bits belong to what stands beside it.
 */
function base64Forms(bytes: Buffer): string[] {
  const whole = bytes.toString('base64');
  const inner = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const from = before === 0 ? 0 : before + 1;
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    return text.slice(from, to);
  });
  const forms = [whole, whole.replace(/=+$/, ''), ...inner];
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** A log has the lines of a key one by one. Its first and last line say only that it is one. */
function linesOf(secret: string): string[] {
  if (!/[\r\n]/.test(secret)) return [];
  return secret
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => isSearchable(line) && !line.startsWith('-----'));
}

/** What of `Bearer x`, `Basic dXNlcjpwYXNz` and `session=x; theme=y` is secret by itself. */
export function headerParts(value: string): string[] {
  const [, scheme = '', rest = ''] = /^(\w+)\s+(\S+)$/.exec(value.trim()) ?? [];
  // Of a cookie what is long enough to be a session, and not a taste.
  if (rest === '') return [...value.matchAll(/=([^;\s]{16,})/g)].map(([, part]) => part as string);
  if (scheme.toLowerCase() !== 'basic') return [rest];
  const said = Buffer.from(rest, 'base64').toString('utf8');
  return [rest, said.slice(said.indexOf(':') + 1)];
}
