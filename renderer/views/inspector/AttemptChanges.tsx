// What an attempt's output changed since the attempt before: lines that came with +, lines that went with −.
import type { AttemptDetail, ChangeRow } from '../../../shared/contract/attempt.ts';
import { countOf } from '../../parts/amounts.ts';
import { PlainText } from '../../parts/PlainText.tsx';

export interface AttemptChangesProps {
  readonly changes: NonNullable<AttemptDetail['changes']>;
  readonly attempt: number;
}

export function AttemptChanges({ changes: { since, rows, isSame }, attempt }: AttemptChangesProps) {
  if (isSame)
    return (
      <p className="px-3 pb-2.5 text-dim text-small">
        Nothing changed: attempt {attempt} gave the very lines of attempt {since}.
      </p>
    );
  // Lines may be alike, so only its place names one.
  const placed = rows.map((row, i) => ({ row, key: `${i}` }));
  return (
    <section
      aria-label={`Changes since attempt ${since}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className="max-h-72 overflow-auto pb-2 font-mono text-small"
    >
      {placed.map(({ row, key }) => (
        <Row key={key} row={row} />
      ))}
    </section>
  );
}

const LOOKS = {
  same: { sign: '', word: '', look: 'text-dim' },
  added: { sign: '+', word: 'added: ', look: 'bg-[color-mix(in_oklab,var(--ok)_12%,transparent)] text-text' },
  removed: { sign: '−', word: 'removed: ', look: 'bg-[color-mix(in_oklab,var(--hazard)_12%,transparent)] text-text' },
} as const;

function Row({ row }: { readonly row: ChangeRow }) {
  if (row.kind === 'skipped')
    return <p className="px-3 py-0.5 text-faint italic">… {countOf(row.count, 'line')} not shown</p>;
  const { sign, word, look } = LOOKS[row.kind];
  const colour = row.kind === 'added' ? 'text-ok' : 'text-hazard';
  return (
    <div className={`grid grid-cols-[1.75rem_minmax(0,1fr)] ${look}`}>
      <span aria-hidden="true" className={`select-none text-center font-semibold ${colour}`}>
        {sign}
      </span>
      <span className="pr-3">
        {word !== '' && <span className="sr-only">{word}</span>}
        <PlainText text={row.text} lines />
      </span>
    </div>
  );
}
