// Who may import whom, as data. An allow-list, type imports included: what is not listed is refused, and a source file
// that no row covers fails. Within one's own folder all is allowed. The first row that covers a file holds for it.

export interface Row {
  /** A folder or a file; `*` stands for one name. */
  readonly from: string;
  /** Folders and files of this repository (a folder means all below it), `node`, or `npm:<package>`. */
  readonly may: readonly string[];
  /** The same, for type imports alone. */
  readonly mayTypes?: readonly string[];
  /** What may be started by URL (`new URL('./x.ts', import.meta.url)`) without being imported. */
  readonly mayUrls?: readonly string[];
  /** May import what is known only at run time. */
  readonly mayComputed?: true;
  /** No clock, random, await, process or timer: the same input gives the same output. */
  readonly isPure?: true;
}

/** A known breach, to be removed: the list only shrinks. */
export interface Debt {
  readonly from: string;
  readonly to: string;
  /** The day it was written down, YYYY-MM-DD. */
  readonly since: string;
  readonly why: string;
}

const REACT = ['npm:react', 'npm:react-dom'];
const UI = ['npm:@tanstack/react-virtual', 'npm:@xyflow/react', 'npm:cmdk', 'npm:elkjs', 'npm:radix-ui'];
const DRAWING = [...REACT, ...UI, 'npm:react-resizable-panels'];
const WORKERS = ['main/workers'];

export const ROWS: readonly Row[] = [
  { from: 'shared/base', may: [] },
  { from: 'shared/model', may: ['shared/base', 'npm:zod'] },
  { from: 'shared/commands', may: ['shared/base', 'npm:zod'] },
  { from: 'shared/contract', may: ['shared', 'npm:zod'] },

  { from: 'main/graph', may: ['shared', 'npm:zod', 'npm:jsonata', 'npm:re2js'], isPure: true },
  { from: 'main/engine', may: ['shared', 'npm:re2js', 'npm:diff'], isPure: true },
  { from: 'main/compare', may: ['shared', 'npm:jsondiffpatch'], isPure: true },
  { from: 'main/hazards', may: ['shared'], isPure: true },
  { from: 'main/runner', may: ['main/engine', 'shared'] },
  {
    from: 'main/operators/script.ts',
    may: ['main/operators', 'main/runner/ports.ts', 'shared', 'node'],
    mayUrls: ['main/workers/script.ts'],
  },
  {
    from: 'main/operators/modelCall.ts',
    may: ['main/operators', 'shared', 'node', 'npm:openai'],
  },
  { from: 'main/operators', may: ['main/runner/ports.ts', 'shared', 'node', 'npm:jsonata', 'npm:re2js', 'npm:zod'] },
  { from: 'main/recorder', may: ['main/tape', 'main/runner/ports.ts', 'shared'] },
  { from: 'main/tape', may: ['shared', 'npm:better-sqlite3', 'node'] },
  {
    from: 'main/queries',
    may: [
      'main/tape/tapeReader.ts',
      'main/tape/read.ts',
      'main/engine',
      'main/graph',
      'main/compare',
      'main/hazards',
      'shared',
    ],
  },
  { from: 'main/imports', may: ['shared', 'node', 'npm:zod'] },
  { from: 'main/settings', may: ['main/tape/driver.ts', 'shared', 'node'] },
  { from: 'main/ipc', may: ['shared'] },
  { from: 'main/app/modules.ts', may: ['shared', 'node', 'npm:es-module-lexer'] },
  {
    from: 'main/app',
    may: [
      'main/compare',
      'main/engine',
      'main/graph',
      'main/hazards',
      'main/imports',
      'main/ipc',
      'main/operators',
      'main/queries',
      'main/recorder',
      'main/runner',
      'main/settings',
      'main/tape',
      'shared',
      'node',
    ],
    mayUrls: WORKERS,
  },
  {
    from: 'main/workers/run.ts',
    may: ['main/graph', 'main/engine', 'main/runner', 'main/operators', 'main/recorder', 'main/tape', 'shared', 'node'],
  },
  { from: 'main/workers/read.ts', may: ['main/queries', 'main/tape', 'shared', 'node'] },
  { from: 'main/workers/sql.ts', may: ['main/tape', 'shared', 'node'] },
  { from: 'main/workers/script.ts', may: ['shared', 'node'], mayComputed: true },
  { from: 'main/web', may: ['main/app', 'main/ipc', 'shared', 'node', 'npm:ws'] },
  {
    from: 'main/cli/open.ts',
    may: ['main/cli', 'main/app', 'main/ipc', 'main/web', 'shared', 'node', 'npm:commander'],
  },
  { from: 'main/cli', may: ['main/app', 'main/ipc', 'shared', 'node', 'npm:commander'] },
  { from: 'main/desktop', may: ['npm:electron', 'main/app', 'main/ipc', 'main/settings', 'shared', 'node'] },
  { from: 'main/index.ts', may: ['main/desktop'] },
  { from: 'main/serve.ts', may: ['main/app', 'main/web'] },
  { from: 'main/cli.ts', may: ['main/cli'] },
  { from: 'main/start.mjs', may: ['node'], mayComputed: true },

  { from: 'preload', may: ['npm:electron', 'shared/contract/channels.ts'], mayTypes: ['shared'] },

  { from: 'renderer/api', may: ['shared'] },
  { from: 'renderer/viewport', may: ['shared/base'] },
  { from: 'renderer/store', may: ['renderer/api', 'renderer/viewport', 'shared'] },
  { from: 'renderer/components', may: ['shared/base', ...DRAWING] },
  { from: 'renderer/parts', may: ['renderer/components', 'renderer/viewport', 'shared', ...DRAWING] },
  {
    from: 'renderer/views/*',
    may: ['renderer/store', 'renderer/viewport', 'renderer/parts', 'renderer/components', 'shared', ...DRAWING],
    mayUrls: ['npm:elkjs'],
  },
  ...['renderer/App.tsx', 'renderer/index.tsx'].map((from) => ({
    from,
    may: [
      'renderer',
      'shared',
      ...DRAWING,
      'npm:@fontsource-variable/inter',
      'npm:@fontsource-variable/jetbrains-mono',
    ],
  })),
];

export const DEBTS: readonly Debt[] = [];
