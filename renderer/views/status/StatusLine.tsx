// The line at the foot: what was recorded, how it ended, what is wrong with the connection, and the keys that matter here.
import type { ReactNode } from 'react';
import type { TapeSummary } from '../../../shared/contract/tape.ts';
import { useStore } from '../../components/useStore.ts';
import { bytesText, countOf, durationText } from '../../parts/amounts.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { shownKey } from '../../store/keyCommand.ts';
import { isMac } from '../../store/selectors/page.ts';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';

export function StatusLine({ store }: { readonly store: Store }) {
  const summary = useStore(store, (state) => activeTape(state)?.summary);
  const connection = useStore(store, (state) => state.connection);
  const opening = useStore(store, (state) => state.opening);
  const version = useStore(store, (state) => state.app?.version);
  const mac = useStore(store, isMac);
  const key = (command: Parameters<typeof shownKey>[0]) => shownKey(command, mac) ?? '';
  return (
    <footer className="flex h-6 shrink-0 items-center gap-4 overflow-hidden whitespace-nowrap border-line border-t bg-panel px-3 text-dim text-small">
      {connection === 'lost' && (
        <span role="alert" className="flex items-center gap-1.5 text-hazard">
          <span aria-hidden="true">■</span> connection lost, trying again …
        </span>
      )}
      {opening.length > 0 && (
        <span className="min-w-0 truncate">
          opening <PlainText text={opening.join(', ')} /> …
        </span>
      )}
      {summary ? <Recorded summary={summary} /> : <span>Looptape {version}</span>}
      {summary && (
        <span className="ml-auto min-w-0 shrink-[100] truncate text-faint">
          {key('event.previous')} {key('event.next')} event · {key('boundary.previous')} {key('boundary.next')}{' '}
          iteration · {key('over.next')} over · {key('over.previous')} back over · {key('shortcuts')} keys
        </span>
      )}
    </footer>
  );
}

function Recorded({ summary }: { readonly summary: TapeSummary }) {
  const events = countOf(summary.head + 1, 'event');
  const parts: ReactNode[] = [
    <span key="events" className="shrink-0">
      <span className="text-text">{summary.live ? 'recording' : 'recorded'}</span> {events} ·{' '}
      {bytesText(summary.sizeBytes)}
      {!summary.live && ` · ${durationText(summary.durationMs)}`}
    </span>,
  ];
  if (!summary.live) {
    parts.push(
      <span key="ended" className="min-w-0 truncate">
        {summary.status === 'ended' && 'ended: '}
        <span className={endedColour(summary)}>{endedText(summary)}</span>
        {summary.error && (
          <span title={summary.error.message}>
            {' '}
            · <PlainText text={summary.error.message} />
          </span>
        )}
      </span>,
    );
  }
  if (summary.readOnly) parts.push(<span key="copy">read-only</span>);
  return <>{parts}</>;
}

function endedText({ status, reason }: TapeSummary): string {
  if (reason === null || reason === status) return status;
  return status === 'ended' ? reason : `${status}, ${reason}`;
}

/** A stop is what one wants of a loop; a budget that ran out is not. */
function endedColour({ status, reason }: TapeSummary): string {
  if (status === 'failed' || status === 'stalled' || status === 'interrupted' || reason === 'budget')
    return 'text-hazard';
  return reason === 'stop' || reason === 'end' || reason === 'exhausted' ? 'text-ok' : 'text-text';
}
