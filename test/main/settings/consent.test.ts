import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createConsents } from '../../../main/settings/consent.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'looptape-consent-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'consent.json');

it('has granted nothing at first, and writes nothing by being asked', () => {
  expect(createConsents(folder).isGranted('a1')).toBe(false);
  expect(existsSync(file())).toBe(false);
});

it('remembers a yes, in the next start of the program too, and only for that hash', async () => {
  await createConsents(folder).grant('a1', '/graphs/navigator.json');
  const next = createConsents(folder);
  expect([next.isGranted('a1'), next.isGranted('a2'), next.isGranted('')]).toEqual([true, false, false]);
});

it('says in the file which graph was asked about, and when', async () => {
  const before = Date.now();
  await createConsents(folder).grant('a1', '/graphs/navigator.json');
  const [grant] = JSON.parse(readFileSync(file(), 'utf8')) as { grantedAtMs: number }[];
  expect(grant).toMatchObject({ hash: 'a1', graph: '/graphs/navigator.json' });
  expect(grant?.grantedAtMs).toBeGreaterThanOrEqual(before);
  expect(grant?.grantedAtMs).toBeLessThanOrEqual(Date.now());
});

it('keeps one entry for a hash that is granted twice', async () => {
  const consents = createConsents(folder);
  await consents.grant('a1', 'x');
  await consents.grant('a1', 'y');
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject([{ hash: 'a1', graph: 'y' }]);
});

it('loses no yes of two that come at the same time', async () => {
  const one = createConsents(folder);
  const other = createConsents(folder);
  await Promise.all([one.grant('a1', 'x'), other.grant('a2', 'y'), one.grant('a3', 'z')]);
  expect(['a1', 'a2', 'a3'].map((hash) => other.isGranted(hash))).toEqual([true, true, true]);
});

it.each([
  ['cut in the middle', '[{"hash": "a1", "gra'],
  ['something else', '{"a1": true}'],
  ['a list of something else', '[{"hash": "a1"}]'],
  ['empty', ''],
])('asks again when the file is %s, keeps the old file aside, and goes on', async (_, text) => {
  writeFileSync(file(), text);
  const warnings: string[] = [];
  const consents = createConsents(folder, (sentence) => warnings.push(sentence));
  expect(consents.isGranted('a1')).toBe(false);
  expect(warnings).toHaveLength(1);
  const aside = readdirSync(folder).filter((name) => name.startsWith('consent.json.damaged'));
  expect(aside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([text]);
  await consents.grant('a1', 'x');
  expect(createConsents(folder).isGranted('a1')).toBe(true);
});
