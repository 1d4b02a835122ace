// The log, virtual and fetched a window at a time. It follows the playhead unless the pointer or the focus is on it, and
// keeps its place. Up and down move the playhead by one row, a press jumps.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { CommandId } from '../../../shared/commands/commands.ts';
import type { EventRow } from '../../../shared/contract/events.ts';
import { shallowEqual, useStore } from '../../components/useStore.ts';
import { durationText } from '../../parts/amounts.ts';
import { middleCut } from '../../parts/middleCut.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { Swatch } from '../../parts/ValueChip.tsx';
import { activeTape } from '../../store/selectors/tabs.ts';
import { EVENTS_PER_PAGE } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

const ROW_PX = 24;
/** Characters of a path that fit; its end says more than its middle. */
const PLACE_ROOM = 15;
/** A list that runs down has no use of its own for these, so they travel as they do elsewhere. */
const TRAVEL: Readonly<Record<string, CommandId>> = {
  ArrowLeft: 'event.previous',
  ArrowRight: 'event.next',
  Home: 'first',
  End: 'last',
};

export function EventList({ store }: { readonly store: Store }) {
  const model = useStore(
    store,
    (state) => {
      const tape = activeTape(state);
      return tape && { id: tape.id, playhead: tape.playhead, head: tape.summary.head, pages: tape.eventPages };
    },
    shallowEqual,
  );
  const holder = useRef<HTMLDivElement>(null);
  const busy = useRef(false);
  const { playhead = 0, head = -1, pages = {} } = model ?? {};
  const virtual = useVirtualizer({
    count: head + 1,
    getScrollElement: () => holder.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    initialRect: { width: 600, height: 260 },
  });
  const items = virtual.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = items.at(-1)?.index ?? 0;

  useEffect(() => {
    if (head >= 0) store.dispatch({ type: 'events.wanted', from, to });
  }, [store, from, to, head]);

  useEffect(() => {
    const range = virtual.calculateRange();
    const seen = range !== null && playhead > range.startIndex && playhead < range.endIndex;
    if (!busy.current && head >= 0 && !seen) virtual.scrollToIndex(playhead, { align: 'center' });
  }, [virtual, playhead, head]);

  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const page = Math.max(1, Math.floor((holder.current?.clientHeight ?? 240) / ROW_PX) - 1);
    const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page };
    const step = steps[event.key];
    const travel = TRAVEL[event.key];
    if (step === undefined && travel === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) {
      if (travel) store.dispatch({ type: 'command.invoked', command: travel });
      return;
    }
    const seq = Math.min(head, Math.max(0, playhead + step));
    store.dispatch({ type: 'moment.scrubbed', seq });
    virtual.scrollToIndex(seq, { align: 'auto' });
  };
  if (!model) return null;
  if (head < 0) return <p className="p-3.5 text-dim">Nothing is recorded yet.</p>;
  return (
    <div
      ref={holder}
      role="listbox"
      tabIndex={0}
      aria-label="Events"
      aria-activedescendant={`event-${playhead}`}
      onKeyDown={onKey}
      onPointerEnter={() => {
        busy.current = true;
      }}
      onPointerLeave={() => {
        busy.current = false;
        store.dispatch({ type: 'hovered', hovered: null });
      }}
      onPointerOver={(event) => {
        const seq = seqOf(event.target);
        store.dispatch({ type: 'hovered', hovered: seq === undefined ? null : { kind: 'moment', seq } });
      }}
      onClick={(event) => {
        const seq = seqOf(event.target);
        if (seq !== undefined) store.dispatch({ type: 'moment.jumped', seq });
      }}
      className="@container h-full overflow-auto text-small"
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => (
          <Line
            key={item.index}
            seq={item.index}
            row={pages[Math.floor(item.index / EVENTS_PER_PAGE)]?.[item.index % EVENTS_PER_PAGE]}
            current={item.index === playhead}
            future={item.index > playhead}
            topPx={item.start}
            head={head}
          />
        ))}
      </div>
    </div>
  );
}

function seqOf(target: EventTarget): number | undefined {
  const text = target instanceof Element ? target.closest('[data-seq]')?.getAttribute('data-seq') : undefined;
  return text === null || text === undefined ? undefined : Number(text);
}

interface LineProps {
  readonly seq: number;
  readonly row: EventRow | undefined;
  readonly current: boolean;
  readonly future: boolean;
  readonly topPx: number;
  readonly head: number;
}

function Line({ seq, row, current, future, topPx, head }: LineProps) {
  return (
    <div
      id={`event-${seq}`}
      role="option"
      tabIndex={-1}
      data-seq={seq}
      aria-selected={current}
      aria-setsize={head + 1}
      aria-posinset={seq + 1}
      className={`absolute inset-x-0 grid cursor-pointer grid-cols-[52px_minmax(56px,112px)_minmax(0,1fr)_64px] @max-[440px]:grid-cols-[44px_minmax(0,1fr)] items-center gap-3 border-l-2 pr-3 pl-2.5 hover:bg-hover ${
        current ? 'border-accent bg-sel' : 'border-transparent'
      } ${future ? 'text-faint' : ''}`}
      style={{ height: ROW_PX, top: topPx }}
    >
      <span className="text-right font-mono text-faint">#{seq}</span>
      {row ? (
        <>
          <span className="truncate font-mono text-dim @max-[440px]:hidden" title={row.at === '' ? 'graph' : row.at}>
            <PlainText text={row.at === '' ? 'graph' : middleCut(row.at, PLACE_ROOM)} />
          </span>
          <span className="flex min-w-0 items-baseline gap-2" title={row.sentence}>
            <Sign kind={row.kind} />
            {row.chip && <Swatch identity={row.chip.identity} pale={future} />}
            <span className="truncate">
              <PlainText text={row.sentence} />
            </span>
          </span>
          <span className="text-right font-mono text-faint @max-[440px]:hidden">{durationText(row.t)}</span>
        </>
      ) : (
        <span className="col-span-3 text-faint">…</span>
      )}
    </div>
  );
}

/** A sign for each family of events, so that the list can be read by its left edge. */
function Sign({ kind }: { readonly kind: string }) {
  const [sign, colour] = signOf(kind);
  return (
    <span aria-hidden="true" title={kind} className={`w-3 shrink-0 text-center ${colour}`}>
      {sign}
    </span>
  );
}

function signOf(kind: string): readonly [string, string] {
  if (kind === 'decision.made') return ['◆', 'text-decide'];
  if (kind === 'fire.failed') return ['■', 'text-hazard'];
  if (kind.startsWith('fire.')) return ['▸', 'text-accent'];
  if (kind.startsWith('slot.')) return ['▪', 'text-carry'];
  if (kind.startsWith('iteration.') || kind.startsWith('scope.')) return ['↻', 'text-dim'];
  return ['·', 'text-faint'];
}
