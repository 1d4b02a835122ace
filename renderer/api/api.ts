// The page's one door to the host: calls of the contract with their types, pushes, and files.
import { failed, type Result } from '../../shared/base/result.ts';
import type { AnswerOf, CallName, RequestOf } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import { Push } from '../../shared/contract/pushes.ts';
import { createBridgeTransport } from './bridge.ts';
import { createSocketTransport, pageSocketOptions } from './socket.ts';
import type { Connection, Transport } from './transport.ts';

export type { Connection } from './transport.ts';

export interface Api {
  /** Never rejects: what goes wrong is a failure with a code and a sentence. */
  call<N extends CallName>(name: N, request: RequestOf<N>): Promise<Result<AnswerOf<N>, Failure>>;
  onPush(listener: (push: Push) => void): () => void;
  onConnection(listener: (connection: Connection) => void): () => void;
  /** A path that the host can open for a picked or dropped file; the web host streams it to a private copy first. */
  localPath(file: File): Promise<Result<string, Failure>>;
}

export function createApi(transport: Transport): Api {
  return {
    async call<N extends CallName>(name: N, request: RequestOf<N>): Promise<Result<AnswerOf<N>, Failure>> {
      const result = await transport.call(name, request);
      if (typeof result !== 'object' || result === null || typeof result.ok !== 'boolean') {
        return failed(failure('host-fault', `The host gave no answer to ${name} that this page understands.`));
      }
      // The host parses its answers against the contract; parsing them again would cost a second pass over each window.
      return result as Result<AnswerOf<N>, Failure>;
    },
    onPush: (listener) =>
      transport.onPush((data) => {
        const push = Push.safeParse(data);
        if (push.success) listener(push.data);
        else console.warn('a push that this page does not know', data);
      }),
    onConnection: (listener) => transport.onConnection(listener),
    localPath: (file) => transport.localPath(file),
  };
}

/** The api of this page: through the desktop's bridge where there is one, else over the socket of its own origin. */
export function createPageApi(page: Window): Api {
  return createApi(
    page.looptape ? createBridgeTransport(page.looptape) : createSocketTransport(pageSocketOptions(page.location)),
  );
}
