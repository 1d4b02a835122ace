// Who may talk to the loopback host: the browser that was given the printed address, and no other page (interfaces §5).
// What must hold: without the cookie, or with a foreign Host or Origin, nothing is answered but 403.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a request is: let in, sent on with a cookie because it carried the token, or refused with a sentence. */
export type Verdict =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'welcome'; readonly cookie: string }
  | { readonly kind: 'refused'; readonly why: string };

export interface Access {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** The address to print, with the token. */
  readonly url: string;
  judge(request: IncomingMessage): Verdict;
}

const refused = (why: string): Verdict => ({ kind: 'refused', why });

export function createAccess(port: number): Access {
  const token = secret();
  const session = secret();
  const cookieName = `looptape-${port}`;
  const host = `127.0.0.1:${port}`;
  const origin = `http://${host}`;
  return {
    origin,
    url: `${origin}/?token=${token}`,
    judge(request) {
      // A foreign name that was made to point here (DNS rebinding) shows in Host, a foreign page in Origin.
      if (request.headers.host !== host) return refused('This address is not served under that name.');
      const from = request.headers.origin;
      if (from !== undefined && from !== origin) return refused('Another page may not talk to Looptape.');
      const { pathname, query } = targetOf(request);
      const given = query.get('token');
      if (pathname === '/' && given !== null) {
        if (!isSame(given, token)) return refused('That is not the token of this run of Looptape.');
        return { kind: 'welcome', cookie: `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict` };
      }
      const cookie = cookieOf(request.headers.cookie, cookieName);
      if (cookie === undefined || !isSame(cookie, session)) {
        return refused('Open the address that Looptape printed: it carries the token that lets this browser in.');
      }
      // Ports of one machine are one site to a browser: its pages must not embed what is served here.
      const site = request.headers['sec-fetch-site'];
      const isNavigation = request.headers['sec-fetch-mode'] === 'navigate';
      if ((site === 'cross-site' || site === 'same-site') && !isNavigation) {
        return refused('Another page may not load parts of Looptape.');
      }
      return { kind: 'admitted' };
    },
  };
}

/** The path as it was sent, so that nothing in it is resolved before it is looked at, and the query. */
export function targetOf(request: IncomingMessage): { readonly pathname: string; readonly query: URLSearchParams } {
  const [pathname = '', ...query] = (request.url ?? '').split('?');
  return { pathname, query: new URLSearchParams(query.join('?')) };
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

/** Takes the same time wherever the texts differ, and whatever their lengths. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
