// What the parts of the stand-in share.
import type { EventEmitter } from 'node:events';
import type { Browser } from 'playwright-core';

type Handler = (event: unknown, ...args: unknown[]) => unknown;
type SchemeHandler = (request: Request) => Response | Promise<Response>;

export const state = {
  browser: undefined as Browser | undefined,
  app: undefined as EventEmitter | undefined,
  handlers: new Map<string, Handler>(),
  schemes: new Map<string, SchemeHandler>(),
  privileged: new Map<string, { standard?: boolean; secure?: boolean }>(),
  /** What the next dialogs answer, in order. */
  dialogAnswers: [] as unknown[],
  /** What main asked of the system, in order, such as `showOpenDialog` or `showItemInFolder /a`. */
  log: [] as string[],
};
