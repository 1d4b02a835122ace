// The one object that the page gets of the desktop. No logic: what comes in goes out, and main parses it.
import type { IpcRenderer, WebUtils } from 'electron';
import { type Bridge, CALL_CHANNEL, PUSH_CHANNEL } from '../shared/contract/channels.ts';

/** Of Electron's renderer side just what the bridge needs; neither of them reaches the page. */
export interface Ends {
  readonly ipcRenderer: Pick<IpcRenderer, 'invoke' | 'on' | 'removeListener'>;
  readonly webUtils: Pick<WebUtils, 'getPathForFile'>;
}

export function bridgeOver({ ipcRenderer, webUtils }: Ends): Bridge {
  return {
    call: (name, request) => ipcRenderer.invoke(CALL_CHANNEL, name, request),
    onPush(listener) {
      // The event carries the sender: the page gets the push alone.
      const pass = (_event: unknown, push: unknown) => listener(push);
      ipcRenderer.on(PUSH_CHANNEL, pass);
      return () => ipcRenderer.removeListener(PUSH_CHANNEL, pass);
    },
    pathOf: (file) => webUtils.getPathForFile(file),
  };
}
