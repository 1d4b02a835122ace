// The way through the desktop's preload. It is always open: the page and main live and die together.
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { Bridge } from '../../shared/contract/channels.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { Transport } from './transport.ts';

declare global {
  interface Window {
    readonly looptape?: Bridge;
  }
}

export function createBridgeTransport(bridge: Bridge): Transport {
  return {
    async call(name, request) {
      try {
        return (await bridge.call(name, request)) as Result<unknown, Failure>;
      } catch (error) {
        return failed(failure('host-fault', `The program could not answer ${name}: ${String(error)}`));
      }
    },
    onPush: (listener) => bridge.onPush(listener),
    onConnection(listener) {
      listener('open');
      return () => undefined;
    },
    async localPath(file) {
      const path = bridge.pathOf(file);
      return path === ''
        ? failed(failure('no-path', `${file.name} does not stand on this disk; save it first and open it from there.`))
        : succeeded(path);
    },
  };
}
