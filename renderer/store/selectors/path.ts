// A path as pieces for the toolbar: `episode[0] / act[17]`.
import { parsePath } from '../../../shared/model/path.ts';

export interface PathPiece {
  readonly scope: string;
  /** `[17]`, with activation and pass where they are printed. */
  readonly place: string;
}

export function pathPieces(path: string): readonly PathPiece[] {
  return (parsePath(path) ?? []).map(({ scope, iteration, activation, pass }) => ({
    scope,
    place: `${activation !== undefined && activation > 1 ? `#${activation}` : ''}[${iteration}]${
      pass !== undefined && pass > 1 ? `@${pass}` : ''
    }`,
  }));
}
