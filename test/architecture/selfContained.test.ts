// Nothing in the tree depends on the machine it was written on: no path of one, no address of a package registry.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, repositoryFiles } from './repository.ts';

const SELF = 'test/architecture/selfContained.test.ts';
/** People who are nobody, in examples and tests. */
const INVENTED = 'ada|me|someone|user|you';
const FORBIDDEN: readonly [string, RegExp][] = [
  [
    'a home folder',
    new RegExp(
      `(^|[\\s"'\`(=:])/(home|Users)/(?!(${INVENTED})\\b)[a-z]|[A-Z]:\\\\+Users\\\\+(?!(${INVENTED})\\b)\\w`,
      'm',
    ),
  ],
  ["root's home folder", /(^|[\s"'`(=])\/root\/[\w.]/m],
  ['a work folder', /(^|[\s"'`(=])\/(work|workspace|builds?|repo)\/(main|shared|looptape|src|\.)/m],
  ['a registry', /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|\bnpmmirror\b|\bdeb\.debian\.org\b/],
  ['where a package was fetched', /"resolved": *"/],
];

/** Each forbidden thing in a text, as `path: what`. */
function findings(path: string, text: string): string[] {
  return FORBIDDEN.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${path}: ${what}`);
}

it('no file names a place of one machine or a registry', () => {
  const found = repositoryFiles().flatMap((path) => {
    const data = readFileSync(join(ROOT, path));
    return path === SELF || data.includes(0) ? [] : findings(path, data.toString('utf8'));
  });
  expect(found).toEqual([]);
});

it.each([
  ['const x = "/home/jdoe/app";'],
  ['cd /Users/jdoe'],
  ['(see /root/notes)'],
  ['/work/main/x'],
  ['"C:\\Users\\jdoe"'],
  ['https://registry.example.org/x'],
  ['{ "resolved": "x" }'],
])('a planted place is found: %s', (text) => {
  expect(findings('x', text)).toHaveLength(1);
});

it('ordinary text is let through', () => {
  expect(
    findings('x', 'renderer/root/x, https://example.org/work/1, /tmp/x, /home/ada/a.json, a registry of operators'),
  ).toEqual([]);
});
