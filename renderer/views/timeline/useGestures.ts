// Pointer and wheel on the timeline's canvas. What must hold: a drag keeps the pointer until it is let go, at most one
// action goes out per frame, and the newest one wins.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { HazardRow } from '../../../shared/contract/hazards.ts';
import type { Dispatch } from '../../store/actions.ts';
import type { TimeWindow } from '../../viewport/timeWindow.ts';
import { areaAt } from './geometry.ts';
import { type Drag, dragFrom, dragged, wheeled } from './gestures.ts';
import { type Hit, hitAt } from './hit.ts';
import type { Scene } from './paintTimeline.ts';

export interface Pointer {
  /** On the canvas. */
  readonly xPx: number;
  readonly yPx: number;
  /** On the page. */
  readonly pageXPx: number;
  readonly pageYPx: number;
  readonly isDragging: boolean;
}

export interface GestureContext {
  readonly scene: Scene | undefined;
  readonly hazards: readonly HazardRow[];
  readonly follow: boolean;
  readonly dispatch: Dispatch;
  /** Scrolls the lanes by pixels. */
  readonly scrollBy: (px: number) => void;
}

const LINE_PX = 16;

/** Where the pointer is over the canvas, undefined elsewhere. Everything else goes to the store. */
export function useGestures(canvas: RefObject<HTMLCanvasElement | null>, context: GestureContext): Pointer | undefined {
  const [pointer, setPointer] = useState<Pointer>();
  // Listeners are set once; what they need of the newest rendering they find here.
  const newest = useRef(context);
  newest.current = context;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let drag: Drag | undefined;
    let frame = 0;
    let pending: (() => void) | undefined;
    let lit: string | undefined;
    const inFrame = (act: () => void) => {
      pending = act;
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        pending?.();
        pending = undefined;
      });
    };
    const showWindow = (window: TimeWindow) => {
      const { dispatch, follow, scene } = newest.current;
      // Who looks elsewhere does not want to be pulled back to the end of a live run.
      if (follow && scene && window.to < scene.head) dispatch({ type: 'follow.changed', follow: false });
      dispatch({ type: 'window.changed', ...window });
    };
    const place = (event: MouseEvent) => {
      const box = element.getBoundingClientRect();
      return {
        xPx: event.clientX - box.left,
        yPx: event.clientY - box.top,
        pageXPx: event.clientX,
        pageYPx: event.clientY,
      };
    };
    const hover = (hit: Hit | undefined) => {
      const key = JSON.stringify(hit?.hovered ?? null);
      if (key === lit) return;
      lit = key;
      newest.current.dispatch({ type: 'hovered', hovered: hit?.hovered ?? null });
    };

    const down = (event: PointerEvent) => {
      const { scene } = newest.current;
      if (!scene || scene.head < 0 || (event.button !== 0 && event.button !== 1)) return;
      element.setPointerCapture(event.pointerId);
      const here = place(event);
      const { xPx, yPx } = here;
      drag = dragFrom(scene.geometry, xPx, yPx, event.button === 1 || event.shiftKey);
      setPointer({ ...here, isDragging: true });
      if (drag.kind === 'window') follow(xPx);
    };
    const follow = (xPx: number) => {
      const { scene, dispatch } = newest.current;
      if (!drag || !scene) return;
      const step = dragged(drag, scene.geometry, xPx, scene.head);
      drag = step.drag;
      const { outcome } = step;
      if (outcome?.kind === 'moment') dispatch({ type: 'moment.scrubbed', seq: outcome.seq });
      if (outcome?.kind === 'window') showWindow(outcome.window);
    };
    const move = (event: PointerEvent) => {
      const here = place(event);
      const { xPx, yPx } = here;
      const isDragging = drag !== undefined;
      inFrame(() => {
        setPointer({ ...here, isDragging });
        if (drag) return follow(xPx);
        const { scene, hazards } = newest.current;
        hover(scene && hitAt(scene, hazards, xPx, yPx));
      });
    };
    const up = (event: PointerEvent) => {
      const { scene, hazards, dispatch } = newest.current;
      const ended = drag;
      const here = place(event);
      const { xPx, yPx } = here;
      if (frame !== 0) cancelAnimationFrame(frame);
      frame = 0;
      pending = undefined;
      if (ended) follow(xPx);
      drag = undefined;
      setPointer({ ...here, isDragging: false });
      if (ended?.kind !== 'scrub' || ended.moved || !scene || event.type !== 'pointerup') return;
      const hit = hitAt(scene, hazards, xPx, yPx);
      if (!hit) return;
      dispatch({ type: 'moment.jumped', seq: hit.seq, ...(hit.selection ? { selection: hit.selection } : {}) });
    };
    // A press of the wheel would start the browser's own scrolling.
    const press = (event: MouseEvent) => {
      if (event.button === 1) event.preventDefault();
    };
    const leave = () => {
      if (drag) return;
      inFrame(() => {
        setPointer(undefined);
        hover(undefined);
      });
    };
    const wheel = (event: WheelEvent) => {
      const { scene, scrollBy } = newest.current;
      if (!scene) return;
      event.preventDefault();
      const unit = event.deltaMode === 1 ? LINE_PX : event.deltaMode === 2 ? scene.geometry.heightPx : 1;
      const { xPx, yPx } = place(event);
      const turn = { deltaX: event.deltaX * unit, deltaY: event.deltaY * unit, isZoom: event.ctrlKey || event.metaKey };
      if (event.altKey && areaAt(scene.geometry, yPx).area === 'lanes') return scrollBy(turn.deltaY);
      // At once, not in the next frame: turns add up, and none may be lost.
      showWindow(wheeled(scene.geometry, turn, xPx, scene.head));
    };

    element.addEventListener('pointerdown', down);
    element.addEventListener('mousedown', press);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('mousedown', press);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('wheel', wheel);
    };
  }, [canvas]);
  return pointer;
}
