// How a card stands at the moment, as a sign: a shape goes with each colour.
import type { Tone } from './nodeModel.ts';

const NO_BREAK_SPACE = '\u00a0';
/** A longer name of several words takes two lines where the picture is small; one word is cut with an ellipsis. */
const LONG_NAME = 7;
export const isLong = (name: string): boolean => name.length > LONG_NAME && /[\s-]/.test(name);

const MARKS: Record<Tone, { readonly sign: string; readonly className: string }> = {
  fired: { sign: '●', className: 'text-accent' },
  failed: { sign: '✕', className: 'text-hazard font-bold' },
  running: { sign: '▶', className: 'text-accent' },
  ready: { sign: '○', className: 'text-accent' },
  waiting: { sign: '◌', className: 'text-faint' },
  carry: { sign: '↺', className: 'text-carry' },
  plain: { sign: '', className: '' },
};

/** `isSmallOnly`: beside the name, where the picture is too small for the line of the state. */
export function CardMark({ tone, isSmallOnly = false }: { readonly tone: Tone; readonly isSmallOnly?: boolean }) {
  const { sign, className } = MARKS[tone];
  if (sign === '') return null;
  return (
    <span aria-hidden className={`${isSmallOnly ? 'small-only ' : ''}${className}`}>
      {sign}
      {isSmallOnly && NO_BREAK_SPACE}
    </span>
  );
}
