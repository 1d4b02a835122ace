import { expect, it } from 'vitest';
import { commandLine, wholeCommandLine } from '../../../shared/model/commandLine.ts';

it.each([
  [['cargo', 'test', '-p', 'core'], 'cargo test -p core'],
  [['echo', 'two words', ''], "echo 'two words' ''"],
  // A shell's own way to write a single quote within single quotes.
  [['echo', "it's", '$HOME;ls'], "echo 'it'\\''s' '$HOME;ls'"],
  [['./a.sh', 'a=b', '/x,y:z@1.2%+_'], './a.sh a=b /x,y:z@1.2%+_'],
])('writes %j as a person would type it', (argv, line) => {
  expect(commandLine({ argv })).toBe(line);
});

it('writes the text of a shell as it stands', () => {
  expect(commandLine({ argv: ['npm test', '| tail'], shell: true })).toBe('npm test | tail');
});

it('says beside it what variables the command is given, and where it runs', () => {
  const env = { CI: '1', NODE_OPTIONS: '--require ./x.cjs' };
  expect(wholeCommandLine({ argv: ['npm', 'test'], env, cwd: 'web' })).toBe(
    "CI=1 NODE_OPTIONS='--require ./x.cjs' npm test (in web)",
  );
});
