// The moment in words: `episode[0] / act[17] · #1204 of #2860`, of sockets with the item: `files[1]@3 letter.txt`; an event is called by its seq, here as everywhere.
import { shallowEqual, useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { pathPieces } from '../../store/selectors/path.ts';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';

export function Readout({ store }: { readonly store: Store }) {
  const model = useStore(
    store,
    (state) => {
      const tape = activeTape(state);
      return (
        tape && {
          at: tape.moment.value?.at,
          label: tape.moment.value?.open.findLast((one) => one.path === tape.moment.value?.at)?.label,
          seq: tape.playhead,
          head: tape.summary.head,
          loading: tape.moment.loading,
        }
      );
    },
    shallowEqual,
  );
  if (!model) return null;
  const { at = '', label, seq, head, loading } = model;
  const path = at === '' ? 'graph' : at.replaceAll('/', ' / ');
  const where = label === undefined ? path : `${path} ${label}`;
  const when = head < 0 ? 'no events yet' : `#${seq} of #${head}`;
  return (
    <output
      aria-label="Moment"
      aria-busy={loading}
      title={`${where} · ${when}`}
      className="min-w-[190px] max-w-[min(420px,26vw)] truncate rounded-md border border-line bg-bg px-2.5 py-[3px] text-center font-mono text-small max-[900px]:max-w-none"
    >
      {at === '' ? (
        <span>graph</span>
      ) : (
        pathPieces(at).map((piece, i) => (
          <span key={`${piece.scope}${piece.place}`}>
            {i > 0 && <span className="text-faint"> / </span>}
            <PlainText text={piece.scope} />
            <span className="text-dim">{piece.place}</span>
          </span>
        ))
      )}
      {label !== undefined && (
        <span className="font-sans">
          {' '}
          <PlainText text={label} />
        </span>
      )}
      <span className="text-dim"> · {when}</span>
    </output>
  );
}
