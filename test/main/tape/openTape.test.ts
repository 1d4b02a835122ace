// Opening what is no whole tape: one sentence with the file's name, what is wrong and what to do; at once; and the file is
// afterwards what it was. Opening what is one never changes it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTape } from '../../../main/tape/read.ts';
import { FORMAT } from '../../../main/tape/schema.ts';
import { appendTo, createTape } from '../../../main/tape/write.ts';
import { loopIteration, loopStart, plainLoop } from '../../support/anyLog.ts';
import { newTape, reading, succeeding, temporaryFolder, writeTape } from '../../support/tapeFiles.ts';

let folder: string;
let whole: string;

beforeEach(async () => {
  folder = temporaryFolder();
  whole = join(folder, 'whole.looptape');
  await writeTape(whole, plainLoop(40));
});

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Code and sentence of the refusal; nothing may have changed. */
function refusal(path: string): { readonly code: string; readonly message: string } {
  const isFile =
    !path.endsWith('folder.looptape') && !path.endsWith('missing.looptape') && !path.endsWith('pipe.looptape');
  const before = isFile ? hashOf(path) : '';
  const files = readdirSync(folder).sort();
  const opened = openTape(path);
  if (opened.ok) {
    opened.value.close();
    throw new Error(`${path} was opened`);
  }
  if (isFile) expect(hashOf(path)).toBe(before);
  expect(readdirSync(folder).sort()).toEqual(files);
  expect(opened.failure.message).toContain(basename(path));
  return opened.failure;
}

/** A copy that `change` made something else of. */
function changed(name: string, change: (database: Database.Database) => void): string {
  const path = join(folder, name);
  copyFileSync(whole, path);
  const database = new Database(path);
  database.unsafeMode();
  change(database);
  database.close();
  return path;
}

describe('opening refuses, with a sentence', () => {
  it('a file that is not there', () => {
    expect(refusal(join(folder, 'missing.looptape'))).toMatchObject({
      code: 'tape-missing',
      message: expect.stringContaining('There is no file missing.looptape'),
    });
  });

  it('a folder with our ending', () => {
    const path = join(folder, 'folder.looptape');
    mkdirSync(path);
    expect(refusal(path)).toMatchObject({ code: 'tape-is-folder', message: expect.stringContaining('is a folder') });
  });

  it('an empty file', () => {
    const path = join(folder, 'empty.looptape');
    writeFileSync(path, '');
    expect(refusal(path)).toMatchObject({
      code: 'tape-empty',
      message: expect.stringContaining('is an empty file, not a recording'),
    });
  });

  it('a picture with our ending, by its content', () => {
    const path = join(folder, 'picture.looptape');
    writeFileSync(path, Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5000, 7)]));
    expect(refusal(path)).toMatchObject({ code: 'tape-foreign', message: expect.stringContaining('PNG image') });
  });

  it('text', () => {
    const path = join(folder, 'graph.looptape');
    writeFileSync(path, '{"nodes":[]}');
    expect(refusal(path)).toMatchObject({ code: 'tape-foreign', message: expect.stringContaining('JSON') });
  });

  it("another program's database", () => {
    const path = join(folder, 'other.looptape');
    const other = new Database(path);
    other.exec('CREATE TABLE bookmarks (url)');
    other.close();
    expect(refusal(path)).toMatchObject({ code: 'tape-foreign', message: expect.stringContaining('another program') });
  });

  it('a tape of a newer format, naming both versions', () => {
    const path = changed('newer.looptape', (database) => database.pragma(`user_version = ${FORMAT + 6}`));
    const { code, message } = refusal(path);
    expect(code).toBe('tape-newer');
    expect(message).toContain('format is 7');
    expect(message).toContain('up to format 1');
  });

  it.each([
    ['a trigger', 'CREATE TRIGGER sneaky AFTER INSERT ON packs BEGIN DELETE FROM packs; END', 'trigger sneaky'],
    ['a view', 'CREATE VIEW slots AS SELECT 1', 'view slots'],
    ['a virtual table', 'CREATE VIRTUAL TABLE search USING fts5(body)', 'table search'],
    ['a table too many', 'CREATE TABLE extra (x)', 'table extra'],
    ['an index too many', 'CREATE INDEX extra ON packs (chunk)', 'index extra'],
    ['a table too few', 'DROP TABLE iterations', 'lacks the table iterations'],
    ['a changed table', 'ALTER TABLE packs ADD COLUMN more INTEGER', 'table packs'],
  ])('a tape with %s', (_, sql, named) => {
    const path = changed('odd.looptape', (database) => database.exec(sql));
    expect(refusal(path)).toMatchObject({ code: 'tape-foreign', message: expect.stringContaining(named) });
  });

  it('a tape that does not say which recording it is', () => {
    const path = changed('nameless.looptape', (database) => database.exec('DELETE FROM tapes'));
    expect(refusal(path).code).toBe('tape-damaged');
  });

  it.each([0.6, 0.95])('a tape cut to %f of its bytes, saying how much of it is there', (share) => {
    const path = join(folder, 'cut.looptape');
    copyFileSync(whole, path);
    const size = readFileSync(whole).length;
    truncateSync(path, Math.floor(size * share));
    const { code, message } = refusal(path);
    expect(code).toBe('tape-cut');
    expect(message).toContain(`${Math.floor(size * share)} of its ${size} bytes are there`);
  });

  it('the first hundred bytes of a tape, and the first ten', () => {
    for (const length of [100, 10]) {
      const path = join(folder, 'stump.looptape');
      writeFileSync(path, readFileSync(whole).subarray(0, length));
      expect(refusal(path)).toMatchObject({ code: 'tape-cut', message: expect.stringContaining('cut short') });
    }
  });

  it('a tape whose first page is gone', () => {
    const path = join(folder, 'headless.looptape');
    writeFileSync(path, readFileSync(whole).fill(0, 0, 4096));
    expect(refusal(path).code).toBe('tape-foreign');
  });

  it.skipIf(process.platform === 'win32')('a pipe, without waiting for someone to write into it', () => {
    const path = join(folder, 'pipe.looptape');
    execFileSync('mkfifo', [path]);
    expect(refusal(path)).toMatchObject({ code: 'tape-foreign', message: expect.stringContaining('pipe') });
  });

  it.skipIf(process.platform === 'win32')('a file that may not be read', () => {
    chmodSync(whole, 0o000);
    chmodSync(folder, 0o755);
    expect(asAnybody(() => openTape(whole))).toMatchObject({ ok: false, failure: { code: 'tape-unreadable' } });
  });

  it('the same files for writing', () => {
    const path = join(folder, 'empty.looptape');
    writeFileSync(path, '');
    expect(appendTo(path)).toMatchObject({ ok: false, failure: { code: 'tape-empty' } });
    expect(appendTo(join(folder, 'missing.looptape'))).toMatchObject({ ok: false, failure: { code: 'tape-missing' } });
    const odd = changed('odd.looptape', (database) => database.exec('CREATE VIEW slots AS SELECT 1'));
    expect(appendTo(odd)).toMatchObject({ ok: false, failure: { code: 'tape-foreign' } });
  });
});

describe('opening a whole tape', () => {
  it('changes no byte of it and leaves nothing beside it, however much is read', () => {
    const before = hashOf(whole);
    const reader = reading(whole);
    expect([...reader.events({})]).toHaveLength(plainLoop(40).length);
    expect(reader.iterationSeq('plan[3]', 'closed')).toBe(2 + 3 * 7 + 6);
    expect(readdirSync(folder)).toEqual(['whole.looptape']);
    reader.close();
    expect(hashOf(whole)).toBe(before);
    expect(readdirSync(folder)).toEqual(['whole.looptape']);
  });

  it('works under any name, even one with spaces, quotes, percent signs and letters of all kinds', async () => {
    const path = join(folder, "tape 'ü' 100% #1?mode=rw 日本 \u202E.looptape");
    await writeTape(path, plainLoop(1));
    expect(reading(path).head()).toBe(9);
  });

  it.skipIf(process.platform === 'win32')('works read-only in a folder that can not be written, and says so', () => {
    chmodSync(whole, 0o444);
    chmodSync(folder, 0o555);
    const opened = asAnybody(() => succeeding(openTape(whole)));
    expect(opened.info()).toMatchObject({ readOnly: true, beingWritten: false });
    expect([...opened.events({})]).toHaveLength(plainLoop(40).length);
    expect(readdirSync(folder)).toEqual(['whole.looptape']);
    opened.close();
    chmodSync(folder, 0o755);
  });

  it.skipIf(process.platform === 'win32')(
    'sees what is still in the side file in a folder that can not be written',
    () => {
      const elsewhere = join(folder, 'readonly');
      mkdirSync(elsewhere);
      const live = join(folder, 'live.looptape');
      const writer = newTape(live);
      writer.appendAt([...loopStart('run'), ...loopIteration(0)], 1);
      writer.commit();
      for (const ending of ['', '-wal']) {
        copyFileSync(live + ending, join(elsewhere, `live.looptape${ending}`));
        chmodSync(join(elsewhere, `live.looptape${ending}`), 0o444);
      }
      writer.abandon();
      chmodSync(folder, 0o755);
      chmodSync(elsewhere, 0o555);
      const opened = asAnybody(() => succeeding(openTape(join(elsewhere, 'live.looptape'))));
      expect(opened.head()).toBe(8);
      expect(opened.info()).toMatchObject({ readOnly: true });
      expect(readdirSync(elsewhere)).toEqual(['live.looptape', 'live.looptape-wal']);
      opened.close();
      chmodSync(elsewhere, 0o755);
    },
  );

  it('shows what was moved into it of a tape that was copied without its side file, and never as still being written', () => {
    const live = join(folder, 'live.looptape');
    const writer = newTape(live);
    writer.appendAt(loopStart('run'), 0);
    writer.commit();
    const copy = join(folder, 'copy.looptape');
    copyFileSync(live, copy);
    const reader = reading(copy);
    expect(reader.head()).toBe(-1);
    expect(reader.info().beingWritten).toBe(false);
    expect(readdirSync(folder)).not.toContain('copy.looptape-wal');
    writer.abandon();
  });

  it('says where the graph lay that it was recorded from, where it was told', async () => {
    const told = newTape(join(folder, 'told.looptape'), { graphFolder: '/graphs/é' });
    told.appendAt(loopStart('run'), 0);
    succeeding(await told.finish());
    expect(reading(join(folder, 'told.looptape')).info()).toMatchObject({ graphFolder: '/graphs/é' });
    const untold = newTape(join(folder, 'untold.looptape'));
    untold.appendAt(loopStart('run'), 0);
    succeeding(await untold.finish());
    expect(reading(join(folder, 'untold.looptape')).info()).not.toHaveProperty('graphFolder');
  });

  it('says that another file has taken its place', async () => {
    const live = join(folder, 'live.looptape');
    const writer = newTape(live);
    writer.appendAt(loopStart('run'), 0);
    const reader = reading(live);
    succeeding(await writer.finish());
    const other = succeeding(createTape(live, { id: 'another', startedAtMs: 2, force: true }));
    succeeding(await other.finish());
    expect(() => reader.head()).toThrow(/live\.looptape is no longer the recording that was opened/);
  });
});

/** Runs `work` without the rights of the superuser, who may read and write everything. */
function asAnybody<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
