// Where things lie, on every platform, and what the caller's paths mean.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callerPath, type Environment, foldersOf, newTapePath, programFolder } from '../../../main/app/paths.ts';

const here = (env: Record<string, string>, platform: NodeJS.Platform = 'linux'): Environment => ({
  env,
  platform,
  homeFolder: '/home/ada',
  cwd: '/repo',
});
const home = (env: Record<string, string>, platform?: NodeJS.Platform) =>
  foldersOf(here(env, platform), '/program').home;

describe("the user's folder", () => {
  test('is $LOOPTAPE_HOME where that is set, relative to where the caller stood', () => {
    expect(home({ LOOPTAPE_HOME: '/data/loops' })).toBe('/data/loops');
    expect(home({ LOOPTAPE_HOME: 'loops', INIT_CWD: '/home/ada/work' })).toBe('/home/ada/work/loops');
  });

  test("is the platform's data folder where it is not", () => {
    expect(home({})).toBe('/home/ada/.local/share/looptape');
    expect(home({ XDG_DATA_HOME: '/xdg' })).toBe('/xdg/looptape');
    expect(home({ XDG_DATA_HOME: 'relative' })).toBe('/home/ada/.local/share/looptape');
    expect(home({}, 'darwin')).toBe('/home/ada/Library/Application Support/Looptape');
    expect(home({ APPDATA: '/roaming' }, 'win32')).toBe('/roaming/Looptape');
    expect(home({}, 'win32')).toBe('/home/ada/AppData/Roaming/Looptape');
  });

  test('holds tapes and settings; examples and the page come with the program', () => {
    expect(foldersOf(here({ LOOPTAPE_HOME: '/h' }), '/program')).toEqual({
      home: '/h',
      tapes: '/h/tapes',
      settings: '/h/settings',
      examples: '/program/examples',
      page: '/program/out/renderer',
      preload: '/program/out/preload/index.cjs',
    });
  });
});

test("the program's folder is the one that holds package.json", async () => {
  const { default: pack } = await import(join(programFolder(), 'package.json'), { with: { type: 'json' } });
  expect((pack as { name: string }).name).toBe('looptape');
});

test("a caller's path starts at the folder that npm was called in, and an absolute one stays", () => {
  expect(callerPath('a/../b.json', here({ INIT_CWD: '/home/ada' }))).toBe('/home/ada/b.json');
  expect(callerPath('b.json', here({}))).toBe('/repo/b.json');
  expect(callerPath('/x/b.json', here({ INIT_CWD: '/home/ada' }))).toBe('/x/b.json');
});

describe('the path of a new tape', () => {
  const at = new Date(Date.UTC(2026, 10, 30, 18, 4, 5, 123));
  const named = (name: string) => newTapePath('/t', name, at);

  test("is the graph's name and the time in UTC", () => {
    expect(named('navigator')).toBe('/t/navigator-20261130T180405.123Z.looptape');
  });

  test('is legal on every system whatever the graph is called', () => {
    expect(named('a/b\\c:d*e?"<>|f\0g')).toBe('/t/a-b-c-d-e-f-g-20261130T180405.123Z.looptape');
    expect(named('../../etc')).toBe('/t/--..-etc-20261130T180405.123Z.looptape');
    expect(named('')).toBe('/t/graph-20261130T180405.123Z.looptape');
    expect(named('schleife für 循环')).toBe('/t/schleife für 循环-20261130T180405.123Z.looptape');
    expect(named('x'.repeat(300)).length).toBeLessThan(140);
  });
});
