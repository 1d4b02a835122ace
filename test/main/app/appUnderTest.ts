// The composed app in a folder of its own, asked as a page asks it: unparsed requests in, checked answers out.
import { join } from 'node:path';
import { type App, type AppOptions, compose } from '../../../main/app/compose.ts';
import { answererOf } from '../../../main/ipc/serve.ts';
import type { Push } from '../../../shared/contract/pushes.ts';

export interface Answer {
  readonly ok: boolean;
  readonly value: Record<string, unknown>;
  readonly failure: { readonly code: string; readonly message: string; readonly detail?: unknown };
}
export type Ask = (name: string, request: unknown) => Promise<Answer>;

export interface AppUnderTest {
  readonly app: App;
  readonly ask: Ask;
  readonly pushes: readonly Push[];
  /** The first push that fits, past ones included. */
  pushed(fits: (push: Push) => boolean): Promise<Push>;
}

const open: App[] = [];

export function appUnderTest(folder: string, options: Partial<AppOptions> = {}): AppUnderTest {
  const folders = {
    home: folder,
    tapes: join(folder, 'tapes'),
    settings: join(folder, 'settings'),
    examples: join(folder, 'examples'),
    page: folder,
    preload: '',
  };
  const app = compose({ host: 'web', paths: 'known', folders, ...options });
  open.push(app);
  const pushes: Push[] = [];
  app.onPush((push) => pushes.push(push));
  const ask = answererOf(app.handlers, { checkAnswers: true }) as Ask;
  return {
    app,
    ask,
    pushes,
    pushed: (fits) =>
      new Promise((done) => {
        const past = pushes.find(fits);
        if (past) return done(past);
        const off = app.onPush((push) => {
          if (!fits(push)) return;
          off();
          done(push);
        });
      }),
  };
}

export async function closeApps(): Promise<void> {
  for (const app of open.splice(0)) await app.close();
}
