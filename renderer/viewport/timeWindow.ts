// The part of a tape's time that is on screen. Time counts events and is continuous: the event with number `seq` covers
// seq ≤ t < seq + 1. What must hold: a window never leaves the tape and never becomes narrower than MIN_SPAN events.

export interface TimeWindow {
  /** In events, inclusive; may be fractional. */
  readonly from: number;
  /** In events, exclusive; may be fractional. */
  readonly to: number;
}

/** Fewer events than this are never spread over the whole width. */
export const MIN_SPAN = 4;
/** A playhead nearer to an edge than this share of the window makes the window move. */
const MARGIN = 0.08;

export function spanOf(window: TimeWindow): number {
  return window.to - window.from;
}

/** The whole tape whose last event is `head`; for a tape without events (`head` −1) an empty stretch of MIN_SPAN. */
export function wholeWindow(head: number): TimeWindow {
  return { from: 0, to: Math.max(MIN_SPAN, head + 1) };
}

/** The window of the same span, or as near to it as the tape allows, that lies within the tape. */
export function clampedWindow(window: TimeWindow, head: number): TimeWindow {
  const whole = wholeWindow(head);
  if (!Number.isFinite(window.from) || !Number.isFinite(window.to)) return whole;
  const span = Math.min(whole.to, Math.max(MIN_SPAN, spanOf(window)));
  const from = Math.min(whole.to - span, Math.max(0, window.from));
  return { from, to: from + span };
}

/** Zoomed about `at`, which keeps its place on screen unless an end of the tape is hit. A `factor` above 1 shows less. */
export function zoomedWindow(window: TimeWindow, factor: number, at: number, head: number): TimeWindow {
  const whole = wholeWindow(head);
  const span = Math.min(whole.to, Math.max(MIN_SPAN, spanOf(window) / factor));
  const share = (at - window.from) / spanOf(window);
  const from = at - share * span;
  return clampedWindow({ from, to: from + span }, head);
}

/** Moved by `events` (to the right where positive), keeping its span. */
export function pannedWindow(window: TimeWindow, events: number, head: number): TimeWindow {
  return clampedWindow({ from: window.from + events, to: window.to + events }, head);
}

/** The same window where the event is well inside it; else moved as little as shows the event with a margin. */
export function revealingWindow(window: TimeWindow, seq: number, head: number): TimeWindow {
  const margin = spanOf(window) * MARGIN;
  const middle = seq + 0.5;
  if (middle < window.from + margin) return pannedWindow(window, middle - margin - window.from, head);
  if (middle > window.to - margin) return pannedWindow(window, middle + margin - window.to, head);
  return window;
}

/** The window that follows a live tape from `oldHead` to `head`: the whole stays the whole, a part keeps its span at the end. */
export function followingWindow(window: TimeWindow, oldHead: number, head: number): TimeWindow {
  if (spanOf(window) >= spanOf(wholeWindow(oldHead))) return wholeWindow(head);
  const whole = wholeWindow(head);
  return clampedWindow({ from: whole.to - spanOf(window), to: whole.to }, head);
}

/** True where the window shows all of the tape. */
export function isWhole(window: TimeWindow, head: number): boolean {
  return spanOf(window) >= spanOf(wholeWindow(head));
}
