// looptape open: the app on loopback. Where Electron is there, the bootstrap has opened the desktop window instead and this
// file is not reached (main/start.mjs).
import { spawn } from 'node:child_process';
import { callerPath } from '../app/paths.ts';
import { type ServeRequest, serveUntilStopped } from '../web/serveUntilStopped.ts';
import { EXIT } from './exitCodes.ts';
import { CommandFailed, note } from './terminal.ts';

export async function open(
  paths: readonly string[],
  options: Pick<ServeRequest, 'onApp'> & { readonly browser: boolean; readonly port?: number },
): Promise<number> {
  const result = await serveUntilStopped({
    opening: paths.map((path) => callerPath(path)),
    port: options.port ?? 0,
    ...(options.onApp && { onApp: options.onApp }),
    onAddress(url) {
      note('Looptape serves the app at this address; open it in a browser. Ctrl+C ends it.');
      if (options.browser) startBrowser(url);
    },
  });
  if (!result.ok) throw new CommandFailed(result.failure);
  return EXIT.done;
}

/** The platform's own way to open an address, where there is a display to open it on; silent where there is none. */
function startBrowser(url: string): void {
  const command = browserCommand(url);
  if (!command) return;
  const [program, ...args] = command;
  const child = spawn(program as string, args, { stdio: 'ignore', detached: true });
  child.on('error', () => note('No browser could be started; open the address by hand.'));
  child.unref();
}

function browserCommand(url: string): string[] | undefined {
  switch (process.platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', url];
    default:
      return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open', url] : undefined;
  }
}
