// Which commands wait for a person's yes before they are tried again.
import { describe, expect, it } from 'vitest';
import { destructiveCommand } from '../../../../main/graph/bounded/destructiveCommand.ts';

const destructive: readonly (readonly string[])[] = [
  ['rm', '-rf', 'build'],
  ['/bin/rm', 'x'],
  ['sudo', '-u', 'root', 'rm', '-r', '/data'],
  ['env', 'A=1', 'rm', 'x'],
  ['A=1', 'rm', 'x'],
  ['bash', '-c', 'make clean && rm -rf dist'],
  ['sh', '-ec', 'for f in *; do rm "$f"; done'],
  ['bash', '-lc', 'echo $(rm x)'],
  ['git', 'push', '--force', 'origin', 'main'],
  ['git', 'reset', '--hard', 'HEAD~1'],
  ['git', 'clean', '-fdx'],
  ['kubectl', '-n', 'prod', 'delete', 'pod', 'x'],
  ['terraform', 'apply', '-auto-approve'],
  ['psql', '-c', 'DROP TABLE users'],
  ['find', '.', '-name', '*.tmp', '-delete'],
  ['npm', 'publish'],
  ['xargs', 'rm'],
  ['timeout', '10', 'rm', 'x'],
];

const harmless: readonly (readonly string[])[] = [
  ['npm', 'test'],
  ['cargo', 'test', '-p', 'core'],
  ['git', 'push', 'origin', 'main'],
  ['git', 'status'],
  ['bash', '-c', 'npm run build && npm test'],
  ['bash', 'rm.sh'],
  ['grep', '-r', 'rm -rf', '.'],
  ['echo', 'rm'],
  ['psql', '-c', 'SELECT 1'],
  ['find', '.', '-name', 'x'],
  ['docker', 'compose', 'up'],
  [],
];

describe('a destructive command', () => {
  for (const argv of destructive) {
    it(`is recognised in ${argv.join(' ')}`, () => {
      expect(destructiveCommand(argv)).toMatch(/^".+" .+\.$/);
    });
  }
  for (const argv of harmless) {
    it(`is not seen in ${argv.join(' ') || 'nothing'}`, () => {
      expect(destructiveCommand(argv)).toBeUndefined();
    });
  }
  it('is recognised in a text that a shell runs', () => {
    expect(destructiveCommand(['make && rm -rf out'], true)).toContain('deletes files');
    expect(destructiveCommand(['make; make test'], true)).toBeUndefined();
  });
});
