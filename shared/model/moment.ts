// A moment: a place on a tape (interfaces §2). `#seq`; a path, which is its `iteration.closed`; a path with `:start`, its
// `iteration.opened`; `start`; `end`.
import { parsePath } from './path.ts';

export type Moment =
  | { readonly kind: 'seq'; readonly seq: number }
  | { readonly kind: 'opened'; readonly path: string }
  | { readonly kind: 'closed'; readonly path: string }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' };

/** The moment that a text names, or undefined where it names none. */
export function parseMoment(text: string): Moment | undefined {
  if (text === 'start' || text === 'end') return { kind: text };
  if (/^#\d+$/.test(text)) return { kind: 'seq', seq: Number(text.slice(1)) };
  const opened = text.endsWith(':start');
  const path = opened ? text.slice(0, -':start'.length) : text;
  if (path === '' || parsePath(path) === undefined) return undefined;
  return { kind: opened ? 'opened' : 'closed', path };
}

export function printMoment(moment: Moment): string {
  switch (moment.kind) {
    case 'seq':
      return `#${moment.seq}`;
    case 'opened':
      return `${moment.path}:start`;
    case 'closed':
      return moment.path;
    case 'start':
    case 'end':
      return moment.kind;
  }
}
