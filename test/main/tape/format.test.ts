// docs/format.md is true to the code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { SUBJECTS } from '../../../main/tape/eventFields.ts';
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
    const rows = page.split('\n').filter((line) => /^\| \d/.test(line));
    expect(rows).toEqual(
      EVENT_KINDS.map((kind, i) => `| ${i} | \`${kind}\` | ${SUBJECTS[i]?.join(', ')} |`.replace('|  |', '| |')),
    );
  });

  it('has a query that shows the log with nothing but SQL', async () => {
    const path = join(temporaryFolder(), 'run.looptape');
    await writeTape(path, plainLoop(2));
    const query = [...page.matchAll(/```sql\n([\s\S]*?)```/g)][1]?.[1] ?? '';
    const database = new Database(path, { readonly: true });
    const rows = database.prepare(query).all();
    database.close();
    expect(rows).toHaveLength(17);
    // Iteration 1, its sixth event; `t` is a tenth of seq in milliseconds.
    expect(rows[14]).toEqual({
      seq: 14,
      kind: 3,
      at: 'plan[1]',
      t: 1.4,
      subject: '["iterout_n","plan"]',
      body: '{"writer":"iterout","persist":true,"value":1}',
    });
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
