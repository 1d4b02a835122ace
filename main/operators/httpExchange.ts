// One request with all that follows from it: redirects within the hosts that the graph names, and tries again where the host asks for
// them. What must hold: no host is talked to that the graph does not name, because consent was given to those (interfaces §6); and no
// more of an answer is held than its limit.
import { setTimeout as delay } from 'node:timers/promises';
import { connectionFault } from './connectionFault.ts';
import { BUSY, retryAfterMs } from './retryAfter.ts';

/** How often an answer may lead on to another address. */
const MOST_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** May be sent again without doing twice what they do. */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
/** What a host may be told that it was not meant for. */
const CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization'];

export interface HttpJob {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** Beside the URL's own, as `host` or `host:port`. */
  readonly hosts: ReadonlySet<string>;
  readonly retries: number;
  /** How many bytes of an answer are taken. */
  readonly limitBytes: number;
  /** When it has to be over, as of `performance.now()`; `signal` is aborted then, or earlier. */
  readonly untilMs: number;
  readonly signal: AbortSignal;
  /** Takes a sentence about what is tried again, and why. */
  readonly onRetry: (sentence: string) => void;
}

export type HttpEnd =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly statusText: string;
      readonly headers: Headers;
      readonly body: Buffer;
      /** More would have followed than the limit lets in. */
      readonly isCut: boolean;
    }
  /** `why` is the rest of a sentence. */
  | { readonly kind: 'failed'; readonly code: 'http-failed' | 'redirect-refused' | 'timeout'; readonly why: string }
  /** The signal was aborted. */
  | { readonly kind: 'aborted' };

export async function exchange(job: HttpJob): Promise<HttpEnd> {
  for (let tried = 0; ; tried++) {
    const { end, isRepeatable, waitMs = 1000 * 2 ** tried } = await oneTry(job);
    const isLast = tried >= job.retries || performance.now() + waitMs > job.untilMs;
    if (!isRepeatable || isLast || job.signal.aborted) return end;
    const why = end.kind === 'answered' ? `the answer was ${end.status}` : end.kind === 'failed' ? end.why : '';
    job.onRetry(`Try ${tried + 2} of ${job.retries + 1} follows in ${Math.ceil(waitMs / 1000)} s, because ${why}.`);
    try {
      await delay(waitMs, undefined, { signal: job.signal });
    } catch {
      return { kind: 'aborted' };
    }
  }
}

interface Try {
  readonly end: HttpEnd;
  readonly isRepeatable: boolean;
  /** As the host asks. */
  readonly waitMs?: number;
}

async function oneTry(job: HttpJob): Promise<Try> {
  const place = { url: job.url };
  try {
    const end = await followed(job, place);
    if (end.kind !== 'answered' || !BUSY.has(end.status)) return { end, isRepeatable: false };
    const waitMs = retryAfterMs(end.headers.get('retry-after'));
    return { end, isRepeatable: true, ...(waitMs === undefined ? {} : { waitMs }) };
  } catch (error) {
    if (job.signal.aborted) return { end: { kind: 'aborted' }, isRepeatable: false };
    const { why, isSilent, isUnsent } = connectionFault(error, place.url);
    const end: HttpEnd = { kind: 'failed', code: isSilent ? 'timeout' : 'http-failed', why };
    return { end, isRepeatable: REPEATABLE.has(job.method) || isUnsent };
  }
}

/** Throws what `fetch` throws; `place` is then where that came from. */
async function followed(job: HttpJob, place: { url: URL }): Promise<HttpEnd> {
  let { method, body } = job;
  const headers = new Headers(job.headers);
  for (let redirects = 0; ; redirects++) {
    const { url } = place;
    const answer = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: job.signal,
      ...(body === undefined ? {} : { body }),
    });
    const { status, statusText } = answer;
    const location = REDIRECTS.has(status) ? answer.headers.get('location') : null;
    if (location === null) {
      return { kind: 'answered', status, statusText, headers: answer.headers, ...(await bodyOf(answer, job)) };
    }
    await answer.body?.cancel();
    const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    const why =
      redirects === MOST_REDIRECTS ? `leads on more than ${MOST_REDIRECTS} times` : refusedWhy(target, url, job);
    if (target === undefined || why !== undefined) {
      return { kind: 'failed', code: 'redirect-refused', why: `the answer ${status} ${why ?? ''}` };
    }
    // As browsers do: what was posted is not posted to another address, unless the answer says so by its number.
    if (status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST') {
      method = 'GET';
      body = undefined;
      for (const name of ['content-type', 'content-length', 'content-encoding', 'content-language'])
        headers.delete(name);
    }
    if (target.origin !== url.origin) for (const name of CREDENTIALS) headers.delete(name);
    place.url = target;
  }
}

/** The rest of a sentence about the answer; undefined where it may be followed. */
function refusedWhy(target: URL | undefined, from: URL, { url, hosts }: HttpJob): string | undefined {
  if (target === undefined || !/^https?:$/.test(target.protocol)) return 'leads to what is no address of the web';
  if (from.protocol === 'https:' && target.protocol === 'http:') return `leads to ${target.host} without encryption`;
  if (target.host === url.host || hosts.has(target.host)) return undefined;
  return `leads to another host, ${target.host}; name it in hosts where that is meant`;
}

async function bodyOf({ body }: Response, { limitBytes }: HttpJob): Promise<{ body: Buffer; isCut: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  if (body !== null) {
    for await (const part of body) {
      parts.push(part.subarray(0, limitBytes - length));
      length += part.length;
      // Leaving the loop gives the rest up.
      if (length > limitBytes) break;
    }
  }
  return { body: Buffer.concat(parts), isCut: length > limitBytes };
}
