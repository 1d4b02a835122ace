// The left column: the name of every lane, as a list that tests and screen readers can ask. One stop for the Tab key;
// arrows move inside it.
import { type KeyboardEvent, useState } from 'react';
import type { TimelineView } from '../../../shared/contract/timeline.ts';
import type { Severity } from '../../../shared/model/hazard.ts';
import { middleCut } from '../../parts/middleCut.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { severityMark } from '../../parts/severity.ts';
import { laneSentence } from './laneSentences.ts';
import { type LaneRow, ROW_PX } from './lanes.ts';

interface Props {
  readonly view: TimelineView;
  /** Rows that scroll, then the rows of marks, which lie at `marksTopPx`. */
  readonly rows: readonly LaneRow[];
  readonly isSelected: (row: LaneRow) => boolean;
  readonly isHovered: (row: LaneRow) => boolean;
  /** Of a bounded loop's attempts. */
  readonly verdicts: readonly (boolean | null)[] | undefined;
  /** Of the worst hazard that names the lane. */
  readonly severityOf: (row: LaneRow) => Severity | undefined;
  readonly onSelect: (row: LaneRow) => void;
  readonly onHover: (row: LaneRow | null) => void;
  readonly name: string;
}

/** Characters that fit, in the font of code and in that of the page. */
const SLOT_ROOM = 16;
const NAME_ROOM = 18;
const KIND_CLASS = {
  scope: 'rounded-[3px] border border-mark',
  slot: 'bg-mark',
  fire: 'rounded-full bg-mark',
} as const;

export function LaneLabels(props: Props) {
  const { view, rows, name } = props;
  const [stop, setStop] = useState(0);
  const current = Math.min(stop, rows.length - 1);

  const keyed = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.max(0, Math.min(rows.length - 1, current + step));
    setStop(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };

  return (
    <ul aria-label={name} onKeyDown={keyed} onPointerLeave={() => props.onHover(null)} className="w-[142px]">
      {rows.map((row, i) => (
        <LaneLabel
          key={row.key}
          {...props}
          row={row}
          sentence={laneSentence(view, row, props.verdicts)}
          isStop={i === current}
          onFocus={() => setStop(i)}
        />
      ))}
    </ul>
  );
}

interface LabelProps extends Props {
  readonly row: LaneRow;
  readonly sentence: string;
  readonly isStop: boolean;
  readonly onFocus: () => void;
}

function LaneLabel({ row, sentence, isStop, onFocus, ...props }: LabelProps) {
  const isSelected = props.isSelected(row);
  const severity = props.severityOf(row);
  // What only informs is not worth a colour of its lane.
  const lit = severity === undefined || severity === 'info' ? undefined : severityMark(severity).text;
  const ground = isSelected ? 'bg-sel text-text' : props.isHovered(row) ? 'bg-hover text-text' : 'text-dim';
  const { kind } = row.lane;
  const shape = kind === 'scope' || kind === 'slot' || kind === 'fire' ? KIND_CLASS[kind] : 'hidden';
  return (
    <li aria-label={`${row.title}: ${sentence}`} style={{ height: ROW_PX }} className="pl-2">
      <button
        type="button"
        tabIndex={isStop ? 0 : -1}
        aria-pressed={row.selection ? isSelected : undefined}
        title={`${row.title}: ${sentence}`}
        onClick={() => props.onSelect(row)}
        onFocus={onFocus}
        onPointerEnter={() => props.onHover(row)}
        style={{ paddingLeft: 6 + row.indent * 10 }}
        className={`flex h-full w-full items-center gap-1.5 rounded-sm pr-1 text-left text-tiny ${ground}`}
      >
        <span aria-hidden className={`size-[7px] shrink-0 ${lit ? `rounded-full bg-current ${lit}` : shape}`} />
        <span className={`truncate ${kind === 'slot' ? 'font-mono' : ''} ${lit ?? ''}`}>
          <PlainText text={middleCut(row.label, kind === 'slot' ? SLOT_ROOM : NAME_ROOM)} />
        </span>
        <span className="sr-only">
          : {sentence}
          {lit ? ', named by a hazard' : ''}
        </span>
      </button>
    </li>
  );
}
