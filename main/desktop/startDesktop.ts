// The desktop program: one process, one window, the app behind it. No top-level await anywhere: Electron is ready only
// after the main module has run.
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, nativeTheme, shell } from 'electron';
import { type App, compose } from '../app/compose.ts';
import { callerPath, foldersOf } from '../app/paths.ts';
import { serve } from '../ipc/serve.ts';
import { createWindowBounds } from '../settings/windowBounds.ts';
import { confine } from './confinement.ts';
import { setMenu } from './menu.ts';
import { registerScheme, servePage } from './scheme.ts';
import { ipcTransport, pushToWindows } from './transport.ts';
import { openWindow } from './window.ts';

/** What a second start of the program hands to the first. */
interface SecondStart {
  readonly opening: readonly string[];
}

export function startDesktop(): void {
  const argv = process.argv.slice(app.isPackaged ? 1 : 2);
  const opening = argv.filter((argument) => !argument.startsWith('-')).map((path) => callerPath(path));
  registerScheme();
  // Chromium's own files stay apart from tapes and settings, and there is one instance for each home.
  app.setPath('userData', join(foldersOf().home, 'electron'));
  if (!app.requestSingleInstanceLock({ opening } satisfies SecondStart)) {
    app.quit();
    return;
  }
  // macOS names the files that a double click opens in an event, before or after the program is ready.
  const early = [...opening];
  app.on('open-file', (event, path) => {
    event.preventDefault();
    early.push(path);
  });
  app
    .whenReady()
    .then(() => run(early))
    .catch((error: unknown) => {
      console.error('looptape: the desktop could not start:', error);
      dialog.showErrorBox('Looptape could not start', String(error));
      app.exit(1);
    });
}

function run(opening: readonly string[]): void {
  const developmentUrl = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;
  const folders = foldersOf();
  const looptape = compose({
    host: 'desktop',
    folders,
    opening,
    pick: pickFiles,
    reveal: (path) => shell.showItemInFolder(path),
    onSettings: ({ theme }) => {
      nativeTheme.themeSource = theme;
    },
  });
  confine(developmentUrl);
  servePage(folders.page);
  serve(looptape.handlers, ipcTransport(developmentUrl));
  looptape.onPush(pushToWindows);
  setMenu((command) => looptape.push({ kind: 'command.invoked', command }));

  const bounds = createWindowBounds(folders.settings);
  let window: BrowserWindow | undefined;
  const show = (): void => {
    if (window === undefined || window.isDestroyed()) {
      window = openWindow({ preload: folders.preload, bounds, developmentUrl });
      return;
    }
    if (window.isMinimized()) window.restore();
    window.focus();
  };
  const open = (paths: readonly string[]): void => {
    show();
    if (paths.length > 0) looptape.push({ kind: 'open.requested', paths: [...paths] });
  };
  app.removeAllListeners('open-file');
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open([path]);
  });
  app.on('second-instance', (_event, _argv, _cwd, second) => open(pathsOf(second)));
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  closeBeforeQuit(looptape);
  show();
}

/** Comes from another process of this program, but whatever it is, it names texts or nothing. */
function pathsOf(second: unknown): readonly string[] {
  const { opening } = (second ?? {}) as { opening?: unknown };
  return Array.isArray(opening) ? opening.filter((path) => typeof path === 'string') : [];
}

async function pickFiles(): Promise<readonly string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: 'Open a tape or graph',
    properties: ['openFile', 'multiSelections'],
    filters: [
      { name: 'Tapes and graphs', extensions: ['looptape', 'json'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return canceled ? [] : filePaths;
}

/** Live runs end as cancelled and their tapes are whole before the process is gone. */
function closeBeforeQuit(looptape: App): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('will-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    looptape
      .close()
      .catch((error: unknown) => console.error('looptape: closing failed:', error))
      .finally(() => {
        state = 'closed';
        app.quit();
      });
  });
}
