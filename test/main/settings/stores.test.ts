// Recent files, settings and window bounds, as the app keeps them.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRecents, type RecentEntry } from '../../../main/settings/recent.ts';
import { createSettings } from '../../../main/settings/settings.ts';
import { createWindowBounds } from '../../../main/settings/windowBounds.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'looptape-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (path: string, openedAtMs: number): RecentEntry => ({ path, kind: 'tape', openedAtMs });

describe('the recent list', () => {
  test('has what was opened last on top, and every file once', async () => {
    const recents = createRecents(folder);
    await recents.note(entry('/a', 1));
    await recents.note(entry('/b', 2));
    await recents.note(entry('/a', 3));
    expect(createRecents(folder).list()).toEqual([entry('/a', 3), entry('/b', 2)]);
  });

  test('forgets, renames and describes by path', async () => {
    const recents = createRecents(folder);
    for (const path of ['/c', '/b', '/a']) await recents.note(entry(path, 1));
    await recents.forget('/b');
    await recents.rename('/c', '/d');
    await recents.describe('/a', { status: 'ended', reason: 'stop', events: 5, seen: { mtimeMs: 1.5, sizeBytes: 2 } });
    await recents.describe('/not-there', { status: 'ended' });
    expect(createRecents(folder).list()).toEqual([
      { ...entry('/a', 1), status: 'ended', reason: 'stop', events: 5, seen: { mtimeMs: 1.5, sizeBytes: 2 } },
      entry('/d', 1),
    ]);
  });

  test('of another shape is set aside', () => {
    writeFileSync(join(folder, 'recent.json'), '[{"path": 7}]');
    const warnings: string[] = [];
    expect(createRecents(folder, (sentence) => warnings.push(sentence)).list()).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^recent\.json\.damaged-/)]);
  });
});

describe('the settings', () => {
  test('follow the system and have no layout before anything is set', () => {
    expect(createSettings(folder).get()).toEqual({ theme: 'system', layout: {} });
  });

  test('take what is given and keep the rest, each pane by itself', async () => {
    await createSettings(folder).set({ layout: { left: 20, right: 30 } });
    await createSettings(folder).set({ theme: 'dark' });
    expect(await createSettings(folder).set({ layout: { right: 40 } })).toEqual({
      theme: 'dark',
      layout: { left: 20, right: 40 },
    });
    expect(createSettings(folder).get()).toEqual({ theme: 'dark', layout: { left: 20, right: 40 } });
  });
});

describe('the window bounds', () => {
  test('come back as they were', async () => {
    expect(createWindowBounds(folder).get()).toBeUndefined();
    const bounds = { x: -10, y: 20, width: 1200, height: 800, maximized: true };
    await createWindowBounds(folder).set(bounds);
    expect(createWindowBounds(folder).get()).toEqual(bounds);
  });

  test('that no window could have are not used', () => {
    writeFileSync(join(folder, 'window.json'), '{"bounds": {"width": 3, "height": 800}}');
    expect(createWindowBounds(folder, () => undefined).get()).toBeUndefined();
  });
});
