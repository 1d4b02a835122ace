// Where the desktop window stood when it was closed, in `window.json`.
import { join } from 'node:path';
import { jsonFile } from './jsonFile.ts';

export interface WindowBounds {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

export interface WindowBoundsStore {
  get(): WindowBounds | undefined;
  set(bounds: WindowBounds): Promise<void>;
}

/** Electron's least useful window; smaller ones are what a damaged file would give. */
const LEAST_PX = 200;

export function createWindowBounds(folder: string, warn?: (sentence: string) => void): WindowBoundsStore {
  const file = jsonFile<{ readonly bounds?: WindowBounds }>({
    path: join(folder, 'window.json'),
    parse: (data) => (data === undefined ? {} : boundsOf(data)),
    ...(warn && { warn }),
  });
  return {
    get: () => file.read().bounds,
    set: async (bounds) => {
      await file.update(() => ({ bounds }));
    },
  };
}

function boundsOf(data: unknown): { readonly bounds?: WindowBounds } | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { bounds } = data as { bounds?: Record<string, unknown> };
  if (bounds === undefined) return {};
  const { x, y, width, height, maximized } = bounds;
  const isSize = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= LEAST_PX;
  if (!isSize(width) || !isSize(height)) return undefined;
  const place = Number.isInteger(x) && Number.isInteger(y) ? { x: Number(x), y: Number(y) } : {};
  return { bounds: { ...place, width, height, maximized: maximized === true } };
}
