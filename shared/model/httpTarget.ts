// Where a request goes: a URL that may hold `{input}` behind its host. What must hold: the host stands in the graph as it is, so that
// it can be asked about before the run; nothing that is put in can lead to another host, or up to another path.

const PLACEHOLDER = /\{([^{}]*)\}/g;
/** The scheme, and the part up to the path. A backslash is a slash to a URL. */
const START = /^https?:\/\/([^/?#\\]*)/i;

/** `api.example.com`, or with its port where that is not the scheme's own; undefined where the URL is none. */
export function hostOf(url: string): string | undefined {
  return targetFault(url) === undefined ? new URL(url.replace(PLACEHOLDER, 'x')).host : undefined;
}

/** The rest of a sentence that begins with the URL's name; undefined where nothing is wrong with it. */
export function targetFault(url: string): string | undefined {
  const authority = START.exec(url)?.[1];
  if (authority === undefined) return 'must begin with http:// or https://';
  if (authority.includes('{')) return 'must name its host as it is; inputs may stand behind it';
  if (authority.includes('@')) return 'holds a user or password, which belong into a header';
  if (placeholders(url).includes('')) return 'has {} without the name of an input in it';
  return URL.canParse(url.replace(PLACEHOLDER, 'x')) ? undefined : 'is no URL';
}

/** What stands in braces, in order: `item.id` for `{item.id}`. */
export function placeholders(url: string): string[] {
  return [...url.matchAll(PLACEHOLDER)].map(([, name]) => (name as string).trim());
}

/**
 * The URL with every placeholder replaced by what `read` gives for it, percent-encoded. Undefined where a text such as `..` would
 * change the path that the author wrote.
 */
export function filledTarget(url: string, read: (name: string) => string): URL | undefined {
  const sample = new URL(url.replace(PLACEHOLDER, 'x'));
  const made = new URL(url.replace(PLACEHOLDER, (_, name: string) => encodeURIComponent(read(name.trim()))));
  const isSame = made.host === sample.host && steps(made) === steps(sample);
  return isSame ? made : undefined;
}

function steps({ pathname }: URL): number {
  return pathname.split('/').length;
}
