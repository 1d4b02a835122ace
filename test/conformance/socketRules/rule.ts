// One rule of socket graphs as data: its title is the rule, what it expects is worked out by hand from the rule's text.
import type { DrawnSockets } from '../../support/drawSockets.ts';
import type { SocketExpected } from '../socketLog.ts';

export interface SocketRule {
  readonly rule: string;
  readonly graph: DrawnSockets;
  readonly budget?: number;
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Stand-ins by socket, as `--script` gives them. */
  readonly script?: Readonly<Record<string, unknown>>;
  /** The run is cancelled while this socket runs for the first time, so it must be one that takes its time. */
  readonly cancelIn?: string;
  /** The run pauses after so many fires. */
  readonly steps?: number;
  /** Too many steps for a keyframe after each. */
  readonly long?: boolean;
  readonly expected: SocketExpected;
}
