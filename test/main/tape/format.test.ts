// docs/format.md is true to the code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { SUBJECTS } from '../../../main/tape/eventFields.ts';
import { NODE, PATH } from '../../../main/tape/pack/shape.ts';
import { TAG } from '../../../main/tape/pack/tags.ts';
import { APPLICATION_ID, DERIVED, FORMAT, SCHEMA } from '../../../main/tape/schema.ts';
import { EVENT_KINDS } from '../../../shared/model/event.ts';
import { plainLoop } from '../../support/anyLog.ts';
import { temporaryFolder, writeTape } from '../../support/tapeFiles.ts';

const page = readFileSync(new URL('../../../docs/format.md', import.meta.url), 'utf8');

describe('the page about the format', () => {
  it('has every statement of the schema, and no other', () => {
    const block = /```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    expect(block.trim().split('\n')).toEqual(SCHEMA.map(({ sql }) => sql));
  });

  it('has the numbers of the header and of the derived tables', () => {
    expect(page).toContain(`\`0x${APPLICATION_ID.toString(16)}\``);
    expect(Buffer.from(APPLICATION_ID.toString(16), 'hex').toString()).toBe('LTAP');
    expect(page).toContain(`\`user_version\` is the format, now **${FORMAT}**`);
    expect(page).toContain(`the version of the derived tables, now ${DERIVED}.`);
  });

  it('has every kind with its number and subject', () => {
    const rows = page.split('\n').filter((line) => /^\| \d+ \| `/.test(line));
    expect(rows).toEqual(
      EVENT_KINDS.map((kind, i) => `| ${i} | \`${kind}\` | ${SUBJECTS[i]?.join(', ')} |`.replace('|  |', '| |')),
    );
  });

  it('has every tag of a packed value, and every type of node', () => {
    const tags = [...page.matchAll(/^\| (\d+(?:, \d+)*|24 to 32) \| /gm)].flatMap(([, list]) =>
      list === '24 to 32' ? [24] : (list as string).split(', ').map(Number),
    );
    // The table of kinds stands before, and has the numbers from 0 to 13.
    const first = EVENT_KINDS.length;
    expect(tags.slice(first).sort((a, b) => a - b)).toEqual(Object.values(TAG).sort((a, b) => a - b));
    expect(page).toContain('0 end, 1 object, 2 list, 3 plain field, 4 value');
    expect(NODE).toEqual({ end: 0, record: 1, list: 2, plain: 3, value: 4 });
    expect(PATH).toEqual({ before: 0, next: 1, last: 2, parent: 3, text: 4 });
  });

  it('is what a file holds', async () => {
    const path = join(temporaryFolder(), 'run.looptape');
    await writeTape(path, plainLoop(1));
    const database = new Database(path, { readonly: true });
    expect(database.pragma('application_id', { simple: true })).toBe(APPLICATION_ID);
    expect(database.pragma('user_version', { simple: true })).toBe(FORMAT);
    const objects = database.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').pluck().all();
    database.close();
    expect([...objects].sort()).toEqual(SCHEMA.map(({ sql }) => sql).sort());
  });
});
