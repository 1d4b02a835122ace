// What the typed calls need of a way to the host. Two exist: the desktop's bridge and the loopback socket.
import type { Result } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';

/** `lost` means that calls fail at once until the way is open again; it is tried again by itself. */
export type Connection = 'connecting' | 'open' | 'lost';

export interface Transport {
  call(name: string, request: unknown): Promise<Result<unknown, Failure>>;
  onPush(listener: (push: unknown) => void): () => void;
  onConnection(listener: (connection: Connection) => void): () => void;
  /** A path that the host can open for a file that was picked or dropped in the page. */
  localPath(file: File): Promise<Result<string, Failure>>;
}
