// The hazards of a tape in full, in the drawer.
import { useStore } from '../../components/useStore.ts';
import { HazardCard } from '../../parts/HazardCard.tsx';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';

export function HazardCards({ store }: { readonly store: Store }) {
  const hazards = useStore(store, (state) => activeTape(state)?.hazards.value);
  const selection = useStore(store, (state) => activeTape(state)?.selection ?? null);
  if (!hazards) return <p className="p-3.5 text-dim">Looking for hazards …</p>;
  if (hazards.length === 0) {
    return <p className="p-3.5 text-dim">Nothing that goes wrong by a known name happened on this tape.</p>;
  }
  return (
    <div className="grid h-full grid-cols-[repeat(auto-fill,minmax(300px,1fr))] content-start items-start gap-3 overflow-auto p-3">
      {hazards.map((hazard, index) => (
        <HazardCard
          key={`${hazard.code} ${JSON.stringify(hazard.where)}`}
          hazard={hazard}
          evidence={hazard.evidenceSeqs.map((seq, i) => ({ seq, text: hazard.evidence[i] ?? `#${seq}` }))}
          selected={selection?.kind === 'hazard' && selection.index === index}
          onJump={(seq) => store.dispatch({ type: 'moment.jumped', seq, selection: { kind: 'hazard', index } })}
          onSelect={() => store.dispatch({ type: 'selected', selection: { kind: 'hazard', index } })}
        />
      ))}
    </div>
  );
}
