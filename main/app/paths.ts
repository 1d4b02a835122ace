// Where things lie: the user's folders, what comes with the program, and paths as the caller means them. What must hold:
// it asks the environment and the platform that it is given, and creates nothing.
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Folders {
  /** Everything of the user: `$LOOPTAPE_HOME`, else the platform's data folder. */
  readonly home: string;
  readonly tapes: string;
  readonly settings: string;
  /** What comes with the program. */
  readonly examples: string;
  /** The built page. */
  readonly page: string;
  /** The built preload script of the desktop. */
  readonly preload: string;
}

export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeFolder: string;
  readonly cwd: string;
}

export function hereAndNow(): Environment {
  return { env: process.env, platform: process.platform, homeFolder: homedir(), cwd: process.cwd() };
}

/** The program's own folder. `main/app/` and the flat `out/main/` both lie two levels below it, packed or not. */
export function programFolder(): string {
  return join(dirname(fileURLToPath(import.meta.url)), '..', '..');
}

export function foldersOf(environment: Environment = hereAndNow(), program = programFolder()): Folders {
  const home = homeOf(environment);
  return {
    home,
    tapes: join(home, 'tapes'),
    settings: join(home, 'settings'),
    examples: join(program, 'examples'),
    page: join(program, 'out', 'renderer'),
    preload: join(program, 'out', 'preload', 'index.cjs'),
  };
}

function homeOf(environment: Environment): string {
  const { env, platform, homeFolder } = environment;
  if (env.LOOPTAPE_HOME) return callerPath(env.LOOPTAPE_HOME, environment);
  switch (platform) {
    case 'darwin':
      return join(homeFolder, 'Library', 'Application Support', 'Looptape');
    case 'win32':
      return join(env.APPDATA || join(homeFolder, 'AppData', 'Roaming'), 'Looptape');
    default:
      // The XDG rule: a relative path is invalid and to be ignored.
      return join(
        env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(homeFolder, '.local', 'share'),
        'looptape',
      );
  }
}

/** An absolute path: relative ones start at the folder that the caller stood in (`INIT_CWD` under npm). */
export function callerPath(path: string, environment: Environment = hereAndNow()): string {
  return resolve(environment.env.INIT_CWD || environment.cwd, path);
}

/** The path of a new tape of that graph: `<graph>-<UTC>.looptape`, such as `navigator-20261130T180455.123Z.looptape`. */
export function newTapePath(folder: string, graphName: string, now: Date): string {
  // What some file system forbids, and dots in front, become a dash. Long names leave room for the rest.
  const safe =
    graphName
      .replace(/[^\p{L}\p{N}._ -]+/gu, '-')
      .replace(/^[. ]+/, '-')
      .slice(0, 80) || 'graph';
  return join(folder, `${safe}-${now.toISOString().replace(/[-:]/g, '')}.looptape`);
}
