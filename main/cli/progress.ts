// Progress of a run on a terminal: one line on standard error that is written over, at most ten times a second. Where
// standard error is no terminal, nothing.
import { visible } from '../../shared/base/visible.ts';

export interface Progress {
  advance(events: number): void;
  /** Takes the line away, for good: something else is written from here on. */
  end(): void;
}

const EVERY_MS = 100;

export function progressLine(graph: string): Progress {
  if (!process.stderr.isTTY) return { advance() {}, end() {} };
  const name = visible(graph.slice(-60));
  const beganMs = performance.now();
  let writtenMs = 0;
  let isOver = false;
  return {
    advance(events) {
      const nowMs = performance.now();
      if (isOver || nowMs - writtenMs < EVERY_MS) return;
      writtenMs = nowMs;
      const seconds = ((nowMs - beganMs) / 1000).toFixed(1);
      process.stderr.write(
        `\r\u001b[K${name} · ${events.toLocaleString('en')} events · ${seconds} s · Ctrl+C ends it as cancelled`,
      );
    },
    end() {
      if (!isOver) process.stderr.write('\r\u001b[K');
      isOver = true;
    },
  };
}
