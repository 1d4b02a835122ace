// The moment in words: `episode[0] / act[17] · #1204 of #2860`; an event is called by its seq, here as everywhere.
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
          seq: tape.playhead,
          head: tape.summary.head,
          loading: tape.moment.loading,
        }
      );
    },
    shallowEqual,
  );
  if (!model) return null;
  const { at = '', seq, head, loading } = model;
  const where = at === '' ? 'graph' : at.replaceAll('/', ' / ');
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
      <span className="text-dim"> · {when}</span>
    </output>
  );
}
