// A value in one line: its colour, which equal values share, and its text.
import type { CSSProperties } from 'react';
import type { Chip } from '../../shared/contract/value.ts';
import { hueOf } from '../../shared/model/identity.ts';
import { PlainText } from './PlainText.tsx';
import { RedactedText } from './RedactedText.tsx';

export function Swatch({ identity, pale = false }: { readonly identity: string; readonly pale?: boolean }) {
  return (
    <span
      aria-hidden="true"
      style={{ '--hue': hueOf(identity) } as CSSProperties}
      className={`swatch inline-block size-[9px] shrink-0 rounded-[2px] ${pale ? 'opacity-45' : ''}`}
    />
  );
}

export interface ValueChipProps {
  readonly chip: Chip;
  /** An unchanged value is pale. */
  readonly pale?: boolean;
  /** What lost is struck through. */
  readonly lost?: boolean;
}

export function ValueChip({ chip, pale = false, lost = false }: ValueChipProps) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-baseline gap-1.5 font-mono text-small" title={chip.text}>
      <Swatch identity={chip.identity} pale={pale || lost} />
      <span className={`min-w-0 truncate ${lost ? 'text-faint line-through' : ''}`}>
        {chip.type === 'redacted' ? <RedactedText text={chip.text} /> : <PlainText text={chip.text} />}
      </span>
    </span>
  );
}
