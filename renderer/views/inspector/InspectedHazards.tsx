// The hazards of what is inspected. Where they stand above everything else and the window is low, a card is its title line
// until it is unfolded, so that the slots below it stay in sight.
import { useRef, useState } from 'react';
import { useSize } from '../../components/useSize.ts';
import { HazardCard } from '../../parts/HazardCard.tsx';
import type { Inspection } from '../../store/selectors/inspection.ts';
import type { Selection } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { Cards } from './Cards.tsx';

interface InspectedHazardsProps {
  readonly store: Store;
  readonly rows: Inspection['hazards'];
  readonly selection: Selection | null;
  /** They stand above the slots. */
  readonly foldable: boolean;
}

/** In a lower page the slots would begin below the fold of it. */
const LOW_PAGE_PX = 860;

export function InspectedHazards({ store, rows, selection, foldable }: InspectedHazardsProps) {
  const page = useRef(document.documentElement);
  const isLow = useSize(page).heightPx < LOW_PAGE_PX;
  const [chosen, setChosen] = useState<Readonly<Record<number, boolean>>>({});
  return (
    <Cards label="Hazards">
      {rows.map(({ hazard, index }) => (
        <HazardCard
          key={index}
          hazard={hazard}
          evidence={hazard.evidenceSeqs.map((seq, i) => ({ seq, text: hazard.evidence[i] ?? `#${seq}` }))}
          selected={selection?.kind === 'hazard' && selection.index === index}
          folded={foldable ? (chosen[index] ?? isLow) : undefined}
          onFold={(folded) => setChosen({ ...chosen, [index]: folded })}
          onJump={(seq) => store.dispatch({ type: 'moment.jumped', seq })}
          onSelect={() => store.dispatch({ type: 'selected', selection: { kind: 'hazard', index } })}
        />
      ))}
    </Cards>
  );
}
