// What is under the pointer, beside it. It stands above the whole page, as the timeline's pane is too low for it.
import { createPortal } from 'react-dom';
import { PlainText } from '../../parts/PlainText.tsx';
import { Swatch } from '../../parts/ValueChip.tsx';
import type { Hit } from './hit.ts';

interface Props {
  readonly hit: Hit;
  /** The sentence of the event that the hit tells of, once it is known. */
  readonly sentence: string | undefined;
  /** On the page. */
  readonly xPx: number;
  readonly yPx: number;
}

const WIDTH_PX = 300;
const AWAY_PX = 14;

export function HoverCard({ hit, sentence, xPx, yPx }: Props) {
  const isLeft = xPx + AWAY_PX + WIDTH_PX > innerWidth;
  const side = isLeft ? { right: innerWidth - xPx + AWAY_PX } : { left: xPx + AWAY_PX };
  return createPortal(
    <div
      aria-hidden
      style={{ ...side, top: yPx - AWAY_PX, maxWidth: WIDTH_PX }}
      className="pointer-events-none fixed z-20 w-max -translate-y-full rounded-md border border-line-strong bg-raise px-2.5 py-1.5 text-small shadow-float"
    >
      <div className="truncate font-medium">
        <PlainText text={hit.title} />
      </div>
      {hit.text !== '' && (
        <div className="flex items-baseline gap-1.5">
          {hit.identity !== undefined && <Swatch identity={hit.identity} />}
          <span className="line-clamp-4 break-words text-dim">
            <PlainText text={hit.text} />
          </span>
        </div>
      )}
      {sentence !== undefined && (
        <div className="break-words text-dim">
          <PlainText text={sentence} />
        </div>
      )}
      {hit.note !== '' && <div className="text-dim">{hit.note}</div>}
      <div className="truncate font-mono text-tiny text-faint">
        <PlainText text={hit.at} />
      </div>
    </div>,
    document.body,
  );
}
