// The one window: isolated, sandboxed, where it stood the last time. A page that dies is offered again.
import { app, BrowserWindow, dialog, nativeTheme, type Rectangle, screen } from 'electron';
import type { WindowBounds, WindowBoundsStore } from '../settings/windowBounds.ts';
import { PAGE_URL } from './scheme.ts';

const DEFAULT_SIZE = { width: 1440, height: 900 };
const LEAST_SIZE = { minWidth: 960, minHeight: 600 };
/** What the page draws first, so that the window does not flash. */
const BACKGROUND = { dark: '#16181d', light: '#f7f7f5' };

export interface WindowOptions {
  readonly preload: string;
  readonly bounds: WindowBoundsStore;
  readonly developmentUrl: string | undefined;
}

export function openWindow(options: WindowOptions): BrowserWindow {
  const kept = options.bounds.get();
  const window = new BrowserWindow({
    ...placeOf(kept),
    ...LEAST_SIZE,
    show: false,
    title: 'Looptape',
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  if (kept?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    const { x, y, width, height } = window.getNormalBounds();
    options.bounds.set({ x, y, width, height, maximized: window.isMaximized() }).catch((error: unknown) => {
      console.warn(`looptape: the window's place could not be kept: ${String(error)}`);
    });
  });
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason !== 'clean-exit') void offerAgain(window, details.reason);
  });
  void window.loadURL(options.developmentUrl ?? PAGE_URL);
  return window;
}

/** Where it stood, as long as some of that is still on a screen. */
function placeOf(kept: WindowBounds | undefined): Partial<Rectangle> {
  if (kept === undefined) return DEFAULT_SIZE;
  const { x, y, width, height } = kept;
  if (x === undefined || y === undefined) return { width, height };
  const isSeen = screen.getAllDisplays().some(({ workArea }) => {
    const widthSeen = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x);
    const heightSeen = Math.min(y + height, workArea.y + workArea.height) - Math.max(y, workArea.y);
    return widthSeen >= 100 && heightSeen >= 50;
  });
  return isSeen ? { x, y, width, height } : { width, height };
}

async function offerAgain(window: BrowserWindow, reason: string): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'The window of Looptape stopped working.',
    detail: `Reason: ${reason}. Recordings are not affected, and a run that is being recorded goes on.`,
    buttons: ['Show it again', 'Quit'],
    defaultId: 0,
  });
  if (response === 0 && !window.isDestroyed()) window.reload();
  else app.quit();
}
