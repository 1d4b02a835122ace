// A stand-in for Electron's main-process API: the same names over a Chromium page, for the compiled main and preload.
// It enforces what Electron enforces and can be enforced here (nothing before ready, one handler a channel, structured
// clone over IPC, a preload that may require electron alone, only sandboxed windows). It proves main's wiring, not
// Electron: isolation, native menus and dialogs, crashes and packaging stay untested by it.
import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_ARGS, CHROMIUM_VARIABLE } from '../../support/browser.ts';
import { BrowserWindow, windows } from './browserWindow.ts';
import { control, type Remote } from './control.ts';
import { dialog, Menu, nativeTheme, screen, session, shell } from './native.ts';
import { state } from './state.ts';

class App extends EventEmitter {
  readonly isPackaged = false;
  readonly name = 'looptape';
  readonly #paths = new Map<string, string>();
  #ready: Promise<void> | undefined;
  #quitting: Promise<void> | undefined;

  constructor() {
    super();
    // Electron gets ready by itself, after the main module has run.
    setImmediate(() => void this.whenReady());
  }

  whenReady(): Promise<void> {
    this.#ready ??= this.#start();
    return this.#ready;
  }

  async #start(): Promise<void> {
    const executablePath = process.env[CHROMIUM_VARIABLE];
    const launched: Browser = await chromium.launch({
      args: CHROMIUM_ARGS,
      headless: process.env.HEADED !== '1',
      handleSIGINT: false,
      handleSIGTERM: false,
      ...(executablePath ? { executablePath } : {}),
    });
    state.browser = launched;
    this.emit('ready');
  }

  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    mkdirSync(path, { recursive: true });
    this.#paths.set(name, path);
  }
  getPath(name: string): string {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }
  getVersion(): string {
    return '0.0.0';
  }
  getAppPath(): string {
    return process.cwd();
  }
  requestSingleInstanceLock(): boolean {
    return process.env.STANDIN_SECOND !== '1';
  }
  /** As in Electron: windows are closed first, any of the events can hold it up, and it may be called again. */
  quit(): void {
    this.#quitting ??= this.#quit().finally(() => {
      this.#quitting = undefined;
    });
  }
  async #quit(): Promise<void> {
    if (this.#isHeldUp('before-quit')) return;
    for (const window of [...windows]) await window.closed();
    if (this.#isHeldUp('will-quit')) return;
    this.exit(0);
  }
  #isHeldUp(name: string): boolean {
    let isHeld = false;
    const preventDefault = () => {
      isHeld = true;
    };
    this.emit(name, { preventDefault });
    return isHeld;
  }
  exit(code: number): void {
    const ended = state.browser?.close() ?? Promise.resolve();
    void ended.finally(() => {
      this.emit('quit', {}, code);
      process.exit(code);
    });
  }
}

export const app = new App();
state.app = app;

/** What main registered with ipcMain.handle. */
const { handlers, schemes } = state;

export const ipcMain = Object.assign(new EventEmitter(), {
  handle(channel: string, handler: (event: unknown, ...args: unknown[]) => unknown): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  removeHandler(channel: string): void {
    handlers.delete(channel);
  },
});

export const protocol = {
  registerSchemesAsPrivileged(
    list: readonly { scheme: string; privileges?: { standard?: boolean; secure?: boolean } }[],
  ): void {
    if (state.browser) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of list) state.privileged.set(scheme, privileges ?? {});
  },
  handle(scheme: string, answer: (request: Request) => Response | Promise<Response>): void {
    if (!state.browser) throw new Error('protocol.handle can only be used after app is ready');
    if (schemes.has(scheme)) throw new Error(`The scheme ${scheme} has a handler already`);
    schemes.set(scheme, answer);
  },
};

/** What a test does from outside, over the process's IPC channel. */
const remote: Remote = {
  menu: () => Menu.getApplicationMenu()?.items ?? [],
  click(id) {
    const item = Menu.getApplicationMenu()?.getMenuItemById(id);
    if (!item?.click) throw new Error(`the menu has no item ${id} that can be clicked`);
    item.click();
  },
  answerDialog: (answer) => void state.dialogAnswers.push(answer),
  log: () => state.log,
  emit(name, ...args) {
    app.emit(name, { preventDefault() {} }, ...args);
  },
  async evaluate(source) {
    const [window] = windows;
    if (!window) throw new Error('there is no window');
    return (await window.page()).evaluate(source);
  },
  async invokeFrom(frame, channel, ...args) {
    const senderFrame = frame && {
      url: frame.url,
      parent: frame.isInner ? { url: 'app://bundle/', parent: null } : null,
    };
    return handlers.get(String(channel))?.({ senderFrame }, ...args);
  },
  async screenshot(path) {
    const [window] = windows;
    await (await window?.page())?.screenshot({ path });
  },
  async address() {
    const [window] = windows;
    return window?.webContents.getURL() ?? '';
  },
  async headers() {
    const [window] = windows;
    return window?.webContents.lastHeaders ?? {};
  },
  async setFiles(selector, files) {
    const [window] = windows;
    await (await window?.page())?.setInputFiles(selector, [...files]);
  },
  windows: () => windows.size,
  closeWindow() {
    for (const window of windows) window.close();
  },
  crash() {
    for (const window of windows)
      window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  },
  theme: () => nativeTheme.themeSource,
  quit: () => app.quit(),
};
control(remote);

export { BrowserWindow, dialog, Menu, nativeTheme, screen, session, shell };
