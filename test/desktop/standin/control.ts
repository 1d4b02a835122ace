// How a test drives the process under the stand-in: calls by name over the process's own IPC channel.
import type { Item } from './native.ts';

/** What a test may ask. */
export interface Remote {
  menu(): readonly Item[];
  click(id: string): void;
  answerDialog(answer: unknown): void;
  log(): readonly string[];
  /** An event of Electron's `app`, such as `open-file` with its path. */
  emit(name: string, ...args: unknown[]): void;
  /** An expression in the page; its promise is awaited. */
  evaluate(source: string): Promise<unknown>;
  /** A call as if from another frame: its address, whether it stands within a page, or null for one that is gone. */
  invokeFrom(frame: { readonly url: string; readonly isInner: boolean } | null, ...args: unknown[]): Promise<unknown>;
  screenshot(path: string): Promise<void>;
  address(): Promise<string>;
  /** Of the page's own document. */
  headers(): Promise<Record<string, string>>;
  setFiles(selector: string, files: readonly string[]): Promise<void>;
  windows(): number;
  closeWindow(): void;
  crash(): void;
  theme(): string;
  quit(): void;
}

export interface RemoteCall {
  readonly id: number;
  readonly name: keyof Remote;
  readonly args: readonly unknown[];
}
export type RemoteAnswer = { readonly id: number; readonly value?: unknown; readonly error?: string };

/** Answers the parent process as long as it is there. */
export function control(remote: Remote): void {
  process.on('message', async ({ id, name, args }: RemoteCall) => {
    const answer = (reply: Omit<RemoteAnswer, 'id'>) => process.send?.({ id, ...reply });
    try {
      const call = remote[name] as (...given: readonly unknown[]) => unknown;
      // Functions, such as a menu item's click, do not cross.
      answer({ value: JSON.parse(JSON.stringify((await call(...args)) ?? null)) });
    } catch (error) {
      answer({ error: String(error) });
    }
  });
}
