// The built page as files: nothing leads out of its folder, whatever a URL looks like.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentSecurityPolicy, pageFile } from '../../../main/app/page.ts';

let folder: string;
let page: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'looptape-page-')));
  page = join(folder, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), 'page');
  writeFileSync(join(page, 'assets', 'a b.js'), '12345');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(page, 'link.txt'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a file of the page is found by its name, the root being index.html', async () => {
  expect(await pageFile(page, '/')).toMatchObject({ path: join(page, 'index.html'), type: 'text/html; charset=utf-8' });
  expect(await pageFile(page, '/assets/a%20b.js')).toMatchObject({
    path: join(page, 'assets', 'a b.js'),
    sizeBytes: 5,
  });
});

test('a link that leads out of the page is not followed', async () => {
  expect(await pageFile(page, '/link.txt')).toBeUndefined();
});

test('no path, however it is put together, gives anything but a file inside of the page', async () => {
  const piece = fc.constantFrom(
    '..',
    '.',
    '',
    'assets',
    'secret.txt',
    'page',
    '%2e%2e',
    '%2f',
    '%5c',
    '\\',
    '%00',
    '%',
    'a b.js',
    '%25',
    ':',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 7 }),
      fc.constantFrom('/', '', '//', '\\'),
      async (pieces, between) => {
        const found = await pageFile(page, `/${pieces.join(between)}`);
        if (found) expect([join(page, 'index.html'), join(page, 'assets', 'a b.js')]).toContain(found.path);
      },
    ),
    { numRuns: 300 },
  );
});

test('the policy allows sockets that are named, and none beside', () => {
  expect(contentSecurityPolicy(['ws://127.0.0.1:7']).split('; ')).toContain("connect-src 'self' ws://127.0.0.1:7");
  expect(contentSecurityPolicy().split('; ')).toContain("connect-src 'self'");
});
