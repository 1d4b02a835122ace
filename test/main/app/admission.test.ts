// What a caller may name: everything on the desktop, only what the user named before in the web host's page.
import { expect, test } from 'vitest';
import { createAdmission } from '../../../main/app/admission.ts';

const isRecent = (path: string) => path === '/recent/a.looptape';

test('the desktop and the command line may name every path', () => {
  expect(createAdmission('any', () => false).check('/etc/passwd')).toEqual({ ok: true, value: '/etc/passwd' });
});

test('a page may name what was named to the program, what is known, and what it uploaded', () => {
  const admission = createAdmission('known', isRecent);
  admission.admit('/named/b.json', 'named');
  admission.admit('/upload/0/c.json', 'upload');
  for (const path of ['/recent/a.looptape', '/named/b.json', '/named/../named/b.json', '/upload/0/c.json']) {
    expect(admission.check(path).ok).toBe(true);
  }
  expect(admission.isUpload('/upload/0/c.json')).toBe(true);
  expect(admission.isUpload('/named/b.json')).toBe(false);
});

test('a page may name what lies in a folder that was named, and not what lies beside it', () => {
  const admission = createAdmission('known', () => false);
  admission.admit('/named', 'named');
  expect(admission.check('/named/deep/b.json').ok).toBe(true);
  for (const path of ['/named/../etc/passwd', '/named2/b.json', '/', '/etc/passwd']) {
    expect(admission.check(path)).toMatchObject({ ok: false, failure: { code: 'path-refused' } });
  }
});

test('an upload admits itself alone', () => {
  const admission = createAdmission('known', () => false);
  admission.admit('/upload/0/c.json', 'upload');
  for (const path of ['/upload/0/c.json/x', '/upload/0', '/upload/0/module.mjs']) {
    expect(admission.check(path).ok).toBe(false);
  }
});
