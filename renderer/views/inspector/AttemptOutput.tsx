// The output of an attempt, line by line, with what the predicate matched. Where it is long, what was left out is said, and the
// whole can be opened.
import { type ReactNode, useEffect, useRef } from 'react';
import type { AttemptDetail, OutputLine } from '../../../shared/contract/attempt.ts';
import { countOf } from '../../parts/amounts.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import type { Store } from '../../store/store.ts';
import { ValueBlock } from './ValueBlock.tsx';

export interface AttemptOutputProps {
  readonly store: Store;
  readonly output: AttemptDetail['output'];
  readonly predicate: string;
}

export function AttemptOutput({ store, output, predicate }: AttemptOutputProps) {
  const box = useRef<HTMLElement>(null);
  // The match is what it is about; without one it is the end, where programs say how it went.
  useEffect(() => {
    const scrolled = box.current;
    if (!scrolled || !output) return;
    const mark = scrolled.querySelector('mark');
    scrolled.scrollTop = mark ? mark.offsetTop - scrolled.clientHeight / 2 : scrolled.scrollHeight;
  }, [output]);
  if (!output) return <p className="px-3 pb-2.5 text-dim text-small">It gave no output.</p>;
  if (output.lines.length === 0) return <p className="px-3 pb-2.5 text-dim text-small">Its output is empty.</p>;
  return (
    <>
      <section
        ref={box}
        aria-label="Output of the attempt"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="relative max-h-72 overflow-auto pb-2 font-mono text-small"
      >
        {withGaps(output.lines).map((row) =>
          'left' in row ? (
            <p key={`gap ${row.before}`} className="px-3 py-0.5 text-faint italic">
              … {countOf(row.left, 'line')} left out
            </p>
          ) : (
            <Line key={row.number} line={row} predicate={predicate} />
          ),
        )}
      </section>
      {output.cut && (
        <div className="border-line border-t px-3 py-1.5 text-dim text-small">
          <p>All {countOf(output.total, 'line')}:</p>
          <ValueBlock store={store} named={output.whole} />
        </div>
      )}
    </>
  );
}

function Line({ line, predicate }: { readonly line: OutputLine; readonly predicate: string }) {
  return (
    <div className="grid grid-cols-[2.75rem_minmax(0,1fr)]">
      <span aria-hidden="true" className="select-none pr-2 text-right text-faint">
        {line.number}
      </span>
      <span className="pr-3">
        <Marked line={line} predicate={predicate} />
      </span>
    </div>
  );
}

function Marked({
  line: { text, mark },
  predicate,
}: {
  readonly line: OutputLine;
  readonly predicate: string;
}): ReactNode {
  if (!mark) return <PlainText text={text} lines />;
  return (
    <>
      <PlainText text={text.slice(0, mark.from)} lines />
      <mark
        title={`Matches ${predicate}`}
        className="rounded-sm bg-[color-mix(in_oklab,var(--decide)_26%,transparent)] px-px text-text underline decoration-2 decoration-decide underline-offset-2"
      >
        <span className="sr-only">match of the predicate: </span>
        {mark.from === mark.to ? (
          <span className="text-decide">‹nothing›</span>
        ) : (
          <PlainText text={text.slice(mark.from, mark.to)} lines />
        )}
      </mark>
      <PlainText text={text.slice(mark.to)} lines />
    </>
  );
}

interface Gap {
  readonly left: number;
  /** The number of the line that follows. */
  readonly before: number;
}

function withGaps(lines: readonly OutputLine[]): readonly (OutputLine | Gap)[] {
  return lines.flatMap((line, i) => {
    const left = line.number - (lines[i - 1]?.number ?? 0) - 1;
    return left > 0 ? [{ left, before: line.number }, line] : [line];
  });
}
