// The built page as files under headers that confine it. Both hosts serve it through here, so that they can't differ.
// What must hold: no path leads out of the folder, no folder is listed, nothing from elsewhere is loaded or embeds it.
import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * `style-src-elem` alone is loose: Radix and React Flow put <style> elements into the page. Styles that scripts set
 * through the CSSOM need no permission.
 * @param sockets what else than its own origin the page may connect to, such as `ws://127.0.0.1:4000`
 */
export function contentSecurityPolicy(sockets: readonly string[] = []): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // The build puts small fonts into the style sheet.
    "font-src 'self' data:",
    ["connect-src 'self'", ...sockets].join(' '),
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers of every response, refusals included. */
export function securityHeaders(sockets: readonly string[] = []): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(sockets),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
  };
}

export interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly sizeBytes: number;
}

/** The file that a URL's path names, `/` being index.html; undefined where there is none or it lies elsewhere. */
export async function pageFile(folder: string, urlPath: string): Promise<PageFile | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return undefined; // a lone % names no file
  }
  // What a URL parser leaves in a path must not mean more to the file system than a name.
  if (!decoded.startsWith('/') || /[\\\0:]/.test(decoded) || decoded.split('/').includes('..')) return undefined;
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, decoded === '/' ? 'index.html' : decoded));
    if (!path.startsWith(root + sep)) return undefined;
    const stats = await stat(path);
    if (!stats.isFile()) return undefined;
    return { path, type: TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream', sizeBytes: stats.size };
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
    throw error;
  }
}
