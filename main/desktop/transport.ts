// Electron's IPC as a transport of the contract: one channel in, one out. Only the main frame of our own page is heard.
import { BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { failed } from '../../shared/base/result.ts';
import { CALL_CHANNEL, PUSH_CHANNEL } from '../../shared/contract/channels.ts';
import { failure } from '../../shared/contract/failure.ts';
import type { Push } from '../../shared/contract/pushes.ts';
import type { Transport } from '../ipc/serve.ts';
import { isPage } from './scheme.ts';

export function ipcTransport(developmentUrl: string | undefined): Transport {
  const isOurs = ({ senderFrame }: IpcMainInvokeEvent) =>
    senderFrame !== null && senderFrame.parent === null && isPage(senderFrame.url, developmentUrl);
  return {
    serve(answer) {
      ipcMain.handle(CALL_CHANNEL, (event, name: unknown, request: unknown) =>
        isOurs(event)
          ? answer(name, request)
          : failed(failure('foreign-frame', 'Only the page of Looptape itself may ask; this frame is another one.')),
      );
    },
  };
}

export function pushToWindows(push: Push): void {
  for (const window of BrowserWindow.getAllWindows()) window.webContents.send(PUSH_CHANNEL, push);
}
