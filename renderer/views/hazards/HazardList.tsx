// The hazards in a line each, under the tree. A press selects the hazard and goes to its first evidence.

import type { HazardRow } from '../../../shared/contract/hazards.ts';
import type { Hazard } from '../../../shared/model/hazard.ts';
import { useStore } from '../../components/useStore.ts';
import { placeText } from '../../parts/HazardCard.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import { severityMark } from '../../parts/severity.ts';
import { activeTab } from '../../store/selectors/tabs.ts';
import type { AppState } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

const NONE: readonly Hazard[] = [];

function listed(state: AppState): readonly (Hazard | HazardRow)[] {
  const tab = activeTab(state);
  if (!tab) return NONE;
  return (tab.kind === 'tape' ? tab.hazards.value : tab.graph.value?.hazards) ?? NONE;
}

export function HazardList({ store }: { readonly store: Store }) {
  const hazards = useStore(store, listed);
  const selection = useStore(store, (state) => activeTab(state)?.selection ?? null);
  const loading = useStore(store, (state) => {
    const tab = activeTab(state);
    return tab?.kind === 'tape' && tab.hazards.loading && tab.hazards.value === undefined;
  });
  const failure = useStore(store, (state) => {
    const tab = activeTab(state);
    return tab?.kind === 'tape' ? tab.hazards.failure?.message : undefined;
  });
  const choose = (hazard: Hazard | HazardRow, index: number): void => {
    const seq = 'evidenceSeqs' in hazard ? hazard.evidenceSeqs[0] : undefined;
    const picked = { kind: 'hazard', index } as const;
    if (seq !== undefined) store.dispatch({ type: 'moment.jumped', seq, selection: picked });
    else store.dispatch({ type: 'selected', selection: picked });
  };
  if (failure !== undefined) return <p className="px-3.5 text-hazard text-small">{failure}</p>;
  if (hazards.length === 0) {
    return <p className="px-3.5 text-dim text-small">{loading ? 'Looking …' : 'None found.'}</p>;
  }
  return (
    <ul aria-label="Hazards" className="px-1.5">
      {hazards.map((hazard, index) => {
        const mark = severityMark(hazard.severity);
        const place = placeText(hazard);
        return (
          <li key={`${hazard.code} ${place}`}>
            <button
              type="button"
              title={hazard.message}
              aria-pressed={selection?.kind === 'hazard' && selection.index === index}
              onClick={() => choose(hazard, index)}
              onPointerEnter={() => store.dispatch({ type: 'hovered', hovered: { kind: 'hazard', index } })}
              onPointerLeave={() => store.dispatch({ type: 'hovered', hovered: null })}
              className={`flex w-full items-baseline gap-2 rounded-md px-2 py-1 text-left text-[12.5px] hover:bg-hover aria-pressed:bg-sel ${mark.text}`}
            >
              <span aria-hidden="true" className="shrink-0 text-tiny">
                {mark.sign}
              </span>
              <span className="sr-only">{mark.word}</span>
              <span className="line-clamp-2 min-w-0 break-words">
                {place !== '' && (
                  <span className="font-mono text-small">
                    <PlainText text={place} />
                  </span>
                )}{' '}
                <PlainText text={hazard.title} />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
