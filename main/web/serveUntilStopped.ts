// The web host from its start to the user's Ctrl+C: what `main/serve.ts` and the command `open` do.
import { type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import { type App, type AppOptions, compose } from '../app/compose.ts';
import { startWebHost } from './webHost.ts';

export interface ServeRequest {
  /** Absolute paths of tapes, graphs and folders to open. */
  readonly opening: readonly string[];
  /** 0 for whichever is free. */
  readonly port: number;
  /** Called with the address once it is served and printed, such as to start a browser. */
  readonly onAddress?: (url: string) => void;
  readonly folders?: AppOptions['folders'];
  /** Called with the app before it is served, for whoever records while it shows. */
  readonly onApp?: (app: App) => Promise<void>;
}

/** Prints the address, alone on a line of standard output, and resolves when a signal has ended it all cleanly. */
export async function serveUntilStopped(request: ServeRequest): Promise<Result<void, Failure>> {
  const { opening, port, folders } = request;
  const app = compose({ host: 'web', paths: 'known', opening, ...(folders && { folders }) });
  await request.onApp?.(app);
  const host = await startWebHost({ app, port });
  if (!host.ok) {
    await app.close();
    return host;
  }
  const stopped = firstSignal();
  console.log(host.value.url);
  request.onAddress?.(host.value.url);
  await stopped;
  await host.value.close();
  await app.close();
  return succeeded(undefined);
}

function firstSignal(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done());
  });
}
