// Windows of the stand-in: a Chromium page each. `app://bundle/x` is served as http://bundle.app.localhost/x, a secure
// context, out of main's own protocol handler; addresses are translated at this border.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserContext, Frame, Page, Request as PageRequest, Route } from 'playwright-core';
import { asked } from './native.ts';
import { preloadScript } from './preloadPage.ts';
import { state } from './state.ts';

export const windows = new Set<BrowserWindow>();

const toHttp = (url: string) => url.replace(/^app:\/\/([^/]+)/, 'http://$1.app.localhost');
const fromHttp = (url: string) => url.replace(/^http:\/\/([^/]+?)\.app\.localhost/, 'app://$1');

class WebContents extends EventEmitter {
  readonly id = 1;
  page: Page | undefined;
  lastHeaders: Record<string, string> = {};
  openHandler: ((details: { url: string }) => { action: string }) | undefined;

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  send(channel: string, ...args: unknown[]): void {
    const copy = structuredClone(args);
    // A page that is going away hears nothing, as in Electron.
    this.page
      ?.evaluate(
        ([name, given]) =>
          (globalThis as unknown as { __standinEmit(name: unknown, given: unknown): void }).__standinEmit(name, given),
        [channel, copy] as const,
      )
      .catch(() => undefined);
  }
  getURL(): string {
    return fromHttp(this.page?.url() ?? '');
  }
}

interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  readonly x?: number;
  readonly y?: number;
  readonly webPreferences?: {
    readonly preload?: string;
    readonly sandbox?: boolean;
    readonly contextIsolation?: boolean;
    readonly nodeIntegration?: boolean;
    readonly webSecurity?: boolean;
  };
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  readonly #page: Promise<Page>;
  readonly #options: WindowOptions;
  #isDestroyed = false;

  constructor(options: WindowOptions = {}) {
    super();
    if (!state.browser) throw new Error('Cannot create BrowserWindow before app is ready');
    const { contextIsolation, nodeIntegration, sandbox, webSecurity } = options.webPreferences ?? {};
    if (contextIsolation === false || nodeIntegration === true || sandbox === false || webSecurity === false) {
      throw new Error('stand-in: only sandboxed, isolated windows');
    }
    this.#options = options;
    windows.add(this);
    state.app?.emit('web-contents-created', {}, this.webContents);
    this.#page = this.#open();
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  page(): Promise<Page> {
    return this.#page;
  }

  async #open(): Promise<Page> {
    const { width = 800, height = 600, webPreferences } = this.#options;
    const context = await state.browser?.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
    if (!context) throw new Error('the browser has gone');
    const page = await context.newPage();
    this.webContents.page = page;
    await page.exposeFunction('__standinInvoke', (channel: string, args: unknown[]) => this.#invoke(channel, args));
    if (webPreferences?.preload) {
      await page.addInitScript({ content: preloadScript(readFileSync(webPreferences.preload, 'utf8')) });
    }
    await this.#route(context);
    context.on('page', (opened) => void this.#opened(opened));
    page.on('close', () => this.#gone());
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.webContents.emit('did-navigate', {}, this.webContents.getURL());
    });
    page.on('pageerror', (error) => state.log.push(`pageerror ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') state.log.push(`console ${message.text()}`);
    });
    return page;
  }

  async #invoke(channel: string, args: unknown[]): Promise<{ value: unknown } | { error: string }> {
    const handler = state.handlers.get(channel);
    if (!handler) return { error: `No handler registered for '${channel}'` };
    const senderFrame = { url: this.webContents.getURL(), parent: null };
    try {
      return {
        value: structuredClone(await handler({ sender: this.webContents, senderFrame }, ...structuredClone(args))),
      };
    } catch (error) {
      return { error: String(error) };
    }
  }

  async #route(context: BrowserContext): Promise<void> {
    await context.route('**/*', async (route: Route) => {
      const request = route.request();
      const url = new URL(request.url());
      const own = fromHttp(url.href);
      const frame = frameOf(request);
      // A window that the page opened is closed again before it loads anything.
      if (frame === undefined) return route.abort('blockedbyclient');
      const isPage = request.isNavigationRequest() && frame === this.webContents.page?.mainFrame();
      // The page stays where it is, unlike after another kind of abort.
      if (isPage && this.#isHeldBack(own)) return route.abort('aborted');
      let isCancelled = false;
      asked.beforeRequest?.({ url: own }, ({ cancel }) => {
        isCancelled = cancel === true;
      });
      const answer = state.schemes.get(new URL(own).protocol.slice(0, -1));
      if (isCancelled || !answer) return route.abort('blockedbyclient');
      const response = await answer(new Request(own, { method: request.method() }));
      const headers = Object.fromEntries(response.headers);
      if (isPage) this.webContents.lastHeaders = headers;
      await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
    });
  }

  #isFirstLoad = true;
  /** A navigation that the page began, not main, can be prevented by main. */
  #isHeldBack(url: string): boolean {
    if (this.#isFirstLoad) {
      this.#isFirstLoad = false;
      return false;
    }
    let isHeld = false;
    this.webContents.emit('will-navigate', {
      url,
      preventDefault: () => {
        isHeld = true;
      },
    });
    return isHeld;
  }

  async #opened(opened: Page): Promise<void> {
    const { action } = this.webContents.openHandler?.({ url: opened.url() }) ?? { action: 'allow' };
    state.log.push(`window.open ${action}`);
    await opened.close();
  }

  #gone(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    windows.delete(this);
    this.emit('closed');
    if (windows.size === 0) state.app?.emit('window-all-closed');
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.#page;
    this.#isFirstLoad = true;
    await page.goto(toHttp(url));
    this.webContents.emit('did-finish-load');
    this.emit('ready-to-show');
  }
  reload(): void {
    state.log.push('reload');
    this.#isFirstLoad = true;
    void this.webContents.page?.reload();
  }
  /** Asks the page's main side first, as the close button does. */
  close(): void {
    void this.closed();
  }
  async closed(): Promise<void> {
    if (this.#isDestroyed) return;
    this.emit('close', { preventDefault() {} });
    await (await this.#page).close();
    this.#gone();
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    const { x = 0, y = 0, width = 800, height = 600 } = this.#options;
    return { x, y, width, height };
  }
  isMaximized(): boolean {
    return false;
  }
  maximize(): void {}
  isMinimized(): boolean {
    return false;
  }
  restore(): void {}
  show(): void {
    state.log.push('show');
  }
  focus(): void {
    state.log.push('focus');
  }
}

/** Undefined for the first request of a window that has no frame yet. */
function frameOf(request: PageRequest): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}
