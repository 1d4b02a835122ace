// What of Electron touches the system: dialogs with planted answers, menus that are only kept, a shell that only notes.
import { EventEmitter } from 'node:events';
import { state } from './state.ts';

/** The next planted answer; a person who cancels where there is none. */
function nextAnswer<T>(what: string, cancelled: T): Promise<T> {
  state.log.push(what);
  return Promise.resolve((state.dialogAnswers.shift() as T | undefined) ?? cancelled);
}

export const dialog = {
  showOpenDialog: (..._args: unknown[]) => nextAnswer('showOpenDialog', { canceled: true, filePaths: [] as string[] }),
  showSaveDialog: (..._args: unknown[]) => nextAnswer('showSaveDialog', { canceled: true }),
  showMessageBox: (...args: unknown[]) => {
    const { message = '' } = (args.at(-1) ?? {}) as { message?: string };
    return nextAnswer(`showMessageBox ${message}`, { response: 0 });
  },
  showErrorBox: (title: string, content: string) => void state.log.push(`showErrorBox ${title}: ${content}`),
};

export const shell = {
  openExternal: async (url: string) => void state.log.push(`openExternal ${url}`),
  showItemInFolder: (path: string) => void state.log.push(`showItemInFolder ${path}`),
  trashItem: async (path: string) => void state.log.push(`trashItem ${path}`),
};

export interface Item {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly submenu?: readonly Item[];
  readonly click?: () => void;
}

const KEY = /^(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Left|Right|Up|Down|Home|End|Space|Enter|Escape|Tab|[-=,./?[\]])$/;
const MODIFIER = /^(?:CommandOrControl|CmdOrCtrl|Control|Ctrl|Command|Cmd|Alt|Option|Shift|Super|Meta)$/;

export class Menu {
  static #current: Menu | null = null;
  readonly items: readonly Item[];
  private constructor(items: readonly Item[]) {
    this.items = items;
  }
  /** Refuses what Electron refuses: an item without label, role or type, a key that it can't read. */
  static buildFromTemplate(template: readonly Item[]): Menu {
    const check = (item: Item): void => {
      if (!item.label && !item.role && !item.type)
        throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
      const parts = item.accelerator?.split('+') ?? [];
      const isRead = parts.slice(0, -1).every((part) => MODIFIER.test(part)) && KEY.test(parts.at(-1) ?? 'A');
      if (!isRead) throw new TypeError(`Error processing argument: conversion failure from ${item.accelerator}`);
      item.submenu?.forEach(check);
    };
    template.forEach(check);
    return new Menu(template);
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#current = menu;
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#current;
  }
  getMenuItemById(id: string): Item | undefined {
    const find = (items: readonly Item[]): Item | undefined => {
      for (const item of items) {
        const found = item.id === id ? item : find(item.submenu ?? []);
        if (found) return found;
      }
      return undefined;
    };
    return find(this.items);
  }
}

export const nativeTheme = Object.assign(new EventEmitter(), {
  themeSource: 'system' as 'system' | 'light' | 'dark',
  shouldUseDarkColors: false,
});

export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
});

/** The handlers that main set, for the window to ask. */
export const asked = {
  permissionRequest: undefined as
    | ((contents: unknown, permission: string, grant: (yes: boolean) => void) => void)
    | undefined,
  permissionCheck: undefined as ((contents: unknown, permission: string) => boolean) | undefined,
  beforeRequest: undefined as
    | ((details: { url: string }, decide: (answer: { cancel?: boolean }) => void) => void)
    | undefined,
};

export const session = {
  get defaultSession() {
    if (!state.browser) throw new Error('Session can only be received when app is ready');
    return {
      setPermissionRequestHandler: (handler: typeof asked.permissionRequest) => {
        asked.permissionRequest = handler;
      },
      setPermissionCheckHandler: (handler: typeof asked.permissionCheck) => {
        asked.permissionCheck = handler;
      },
      webRequest: {
        onBeforeRequest: (handler: typeof asked.beforeRequest) => {
          asked.beforeRequest = handler;
        },
      },
    };
  },
};
