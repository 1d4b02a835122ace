// What to ask the host for. A request is twice as wide as what is on screen and lies on a coarse grid, so that panning
// inside the pad asks for nothing; what was answered stays on screen until something newer comes.
import { spanOf, type TimeWindow, wholeWindow } from './timeWindow.ts';

export interface WindowRequest {
  /** Whole events: from ≤ seq < to. */
  readonly from: number;
  readonly to: number;
  /** For how many pixels the answer is wanted; from..to spread over them is as fine as the screen. */
  readonly widthPx: number;
}

/** What an answer covers. */
export interface Loaded extends WindowRequest {
  /** The tape's last event when it was answered. */
  readonly head: number;
  /** False where the answer holds every span, so that zooming in shows nothing new. */
  readonly merged: boolean;
}

const MAX_WIDTH_PX = 16384;
/** An answer may be this much coarser than the screen before a finer one is asked for. */
const COARSE = 1.5;

/** The padded, quantised request for a window that is `widthPx` wide on screen. */
export function requestFor(window: TimeWindow, widthPx: number, head: number): WindowRequest {
  const span = spanOf(window);
  // A quarter of the span, as a power of two: the grid changes only when the zoom doubles.
  const quantum = 2 ** Math.max(0, Math.ceil(Math.log2(span / 4)));
  const end = wholeWindow(head).to;
  const from = Math.max(0, Math.floor((window.from - span / 2) / quantum) * quantum);
  const to = Math.min(end, Math.ceil((window.to + span / 2) / quantum) * quantum);
  const wanted = (widthPx * (to - from)) / span;
  const quantised = Math.ceil(wanted / 256) * 256;
  return { from, to, widthPx: Math.max(1, Math.min(MAX_WIDTH_PX, quantised)) };
}

/** True where the answer shows the window as finely as the screen can, up to the tape's present end. */
export function covers(loaded: Loaded, window: TimeWindow, widthPx: number, head: number): boolean {
  const end = Math.min(window.to, head + 1);
  if (loaded.from > window.from || loaded.to < end) return false;
  // Spans that were open at the answer's head have gone on since.
  if (loaded.head < head && window.to > loaded.head) return false;
  if (!loaded.merged) return true;
  const eventsPerPx = (loaded.to - loaded.from) / loaded.widthPx;
  return eventsPerPx <= (spanOf(window) / widthPx) * COARSE;
}

/** The request that is missing, or undefined where what is loaded covers the window. */
export function missingRequest(
  loaded: Loaded | undefined,
  window: TimeWindow,
  widthPx: number,
  head: number,
): WindowRequest | undefined {
  if (loaded !== undefined && covers(loaded, window, widthPx, head)) return undefined;
  const request = requestFor(window, widthPx, head);
  // Asking for the same again can only give the same again.
  const isSame =
    loaded?.from === request.from &&
    loaded.to === request.to &&
    loaded.widthPx === request.widthPx &&
    loaded.head >= head;
  return isSame ? undefined : request;
}
