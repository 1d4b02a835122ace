// A value as a tree that opens and closes, by pointer and by keys (arrows, Home, End, Enter). Long ones are virtual.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import type { PublicValue } from '../../shared/model/publicValue.ts';
import { Icon } from '../components/Icon.tsx';
import { byteLength, type JsonRow, jsonRows, kindOf, previewText } from './jsonRows.ts';
import { PlainText } from './PlainText.tsx';
import { RedactedText } from './RedactedText.tsx';
import { treeStep } from './treeStep.ts';

const ROW_PX = 20;
const MOST_ROWS = 14;
const INDENT_PX = 14;
/** Of a row, without its indent. */
const LEAST_PX = 130;
const LONG_TEXT = 200;
/** Characters that fit in a row of the narrowest inspector. */
const SURELY_FITS = 16;
/** Only these are shown as images; all else of type bytes is named, not interpreted. */
const IMAGES = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;

export function JsonTree({ value, label }: { readonly value: PublicValue; readonly label: string }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(['']));
  const [focus, setFocus] = useState('');
  const rows = useMemo(() => jsonRows(value, open), [value, open]);
  // What is deep may be scrolled to; what is long ends in an ellipsis.
  const deepest = useMemo(() => rows.reduce((most, row) => Math.max(most, row.depth), 0), [rows]);
  const holder = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => holder.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    initialRect: { width: 300, height: ROW_PX * MOST_ROWS },
  });
  const kind = kindOf(value);
  if (kind.kind === 'bytes') return <Bytes mediaType={kind.mediaType} base64={kind.base64} label={label} />;
  if (kind.kind === 'text' && (kind.text.length > LONG_TEXT || kind.text.includes('\n'))) {
    return (
      <div className="max-h-72 overflow-auto rounded-md border border-line bg-bg p-2 font-mono text-small">
        <PlainText text={kind.text} lines />
      </div>
    );
  }

  const toggle = (row: JsonRow, wanted = !row.open): void => {
    if (row.size === 0) return;
    const next = new Set(open);
    if (wanted) next.add(row.path);
    else next.delete(row.path);
    setOpen(next);
  };
  const at = Math.max(
    0,
    rows.findIndex((row) => row.path === focus),
  );
  const goTo = (index: number): void => {
    const row = rows[index];
    if (!row) return;
    setFocus(row.path);
    virtual.scrollToIndex(rows.indexOf(row));
  };
  const onKey = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = treeStep(event.key, {
      at,
      count: rows.length,
      state: row.open ? 'open' : row.size > 0 ? 'closed' : 'leaf',
      parent: rows.findLastIndex((one, i) => i < at && one.depth < row.depth),
    });
    if (!step) return;
    if (step.kind === 'go') goTo(step.to);
    else toggle(row, step.kind === 'press' ? !row.open : step.kind === 'open');
    event.preventDefault();
    event.stopPropagation();
  };
  const onPress = (event: MouseEvent<HTMLDivElement>): void => {
    const item = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    const row = rows[Number(item?.getAttribute('data-index') ?? -1)];
    if (!row) return;
    setFocus(row.path);
    toggle(row);
  };

  return (
    <div
      ref={holder}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${label}${rows[at]?.path ?? ''}`}
      onKeyDown={onKey}
      onClick={onPress}
      className="overflow-auto rounded-md border border-line bg-bg py-1 font-mono text-small"
      style={{ maxHeight: ROW_PX * MOST_ROWS + 10 }}
    >
      <div className="relative" style={{ height: virtual.getTotalSize(), minWidth: LEAST_PX + deepest * INDENT_PX }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <div
              key={row.path}
              id={`${label}${row.path}`}
              role="treeitem"
              tabIndex={-1}
              data-index={item.index}
              aria-level={row.depth + 1}
              aria-selected={row.path === focus}
              aria-expanded={row.size > 0 ? row.open : undefined}
              className={`absolute inset-x-0 flex items-center gap-1 whitespace-nowrap pr-2 hover:bg-hover aria-selected:bg-sel ${row.size > 0 ? 'cursor-pointer' : ''}`}
              style={{ height: ROW_PX, top: item.start, paddingLeft: 6 + row.depth * INDENT_PX }}
            >
              <span
                className={`shrink-0 text-faint ${row.size === 0 ? 'invisible' : ''} ${row.open ? 'rotate-90' : ''}`}
              >
                <Icon name="chevron" sizePx={12} />
              </span>
              <Line row={row} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Line({ row }: { readonly row: JsonRow }) {
  const name =
    row.name === undefined ? null : (
      <span className="max-w-[60%] shrink-0 truncate text-dim" title={row.name}>
        <PlainText text={row.name} />
        {row.stretch ? '' : ':'}
      </span>
    );
  return (
    <>
      {name}
      {!row.stretch && <Leaf row={row} />}
    </>
  );
}

function Leaf({ row }: { readonly row: JsonRow }) {
  const { text, look } = leafText(row);
  if (kindOf(row.value).kind === 'redacted') return <RedactedText text={text} />;
  // What does not fit ends in an ellipsis, and is told whole on hover.
  return (
    <span className={`min-w-0 truncate ${look}`} title={text.length > SURELY_FITS ? text : undefined}>
      <PlainText text={text} />
    </span>
  );
}

function leafText(row: JsonRow): { readonly text: string; readonly look: string } {
  const kind = kindOf(row.value);
  switch (kind.kind) {
    case 'text':
      return { text: `"${kind.text}"`, look: 'text-ok' };
    case 'plain':
      return { text: kind.text, look: 'text-carry' };
    case 'redacted':
    case 'note':
      return { text: kind.text, look: 'text-faint italic' };
    case 'bytes':
      return {
        text: `${kind.mediaType}, ${byteLength(kind.base64).toLocaleString('en')} bytes`,
        look: 'text-faint',
      };
    case 'list':
      if (row.size === 0) return { text: '[ ]', look: 'text-faint' };
      return { text: row.open ? `${row.size} items` : previewText(row.value), look: 'text-faint' };
    case 'object':
      if (row.size === 0) return { text: '{ }', look: 'text-faint' };
      return { text: row.open ? `${row.size} keys` : previewText(row.value), look: 'text-faint' };
  }
}

function Bytes(props: { readonly mediaType: string; readonly base64: string; readonly label: string }) {
  const { mediaType, base64, label } = props;
  const size = `${byteLength(base64).toLocaleString('en')} bytes`;
  if (!IMAGES.test(mediaType)) {
    return (
      <p className="text-faint">
        <PlainText text={`${mediaType}, ${size}`} />
      </p>
    );
  }
  return (
    <figure className="rounded-md border border-line bg-bg p-2">
      <img src={`data:${mediaType};base64,${base64}`} alt={label} className="max-h-64 max-w-full" />
      <figcaption className="pt-1 text-faint text-tiny">
        {mediaType}, {size}
      </figcaption>
    </figure>
  );
}
