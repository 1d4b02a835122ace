// A card: a titled block in the inspector and the lists.
import type { ReactNode } from 'react';

export interface CardProps {
  readonly title: ReactNode;
  /** Red for what is wrong, amber for a warning. */
  readonly tone?: 'plain' | 'error' | 'warning' | undefined;
  readonly selected?: boolean | undefined;
  readonly aside?: ReactNode;
  /** Nothing but the title line is shown. */
  readonly folded?: boolean;
  readonly children?: ReactNode;
}

const EDGES = {
  plain: 'border-line',
  error: 'border-[color-mix(in_oklab,var(--hazard)_50%,var(--line))]',
  warning: 'border-[color-mix(in_oklab,var(--warn)_50%,var(--line))]',
} as const;

export function Card({ title, tone = 'plain', selected = false, aside, folded = false, children }: CardProps) {
  return (
    <article
      className={`overflow-hidden rounded-lg border bg-raise ${EDGES[tone]} ${selected ? 'ring-1 ring-accent' : ''}`}
    >
      <header className={`flex items-baseline gap-2 px-3 ${folded ? 'py-1.5' : 'pt-2.5 pb-1'}`}>
        <h3 className="min-w-0 flex-1 font-semibold text-small">{title}</h3>
        {aside}
      </header>
      {!folded && children}
    </article>
  );
}
