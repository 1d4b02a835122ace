// A wire at the moment: what lies on it and what became of it.
import type { EdgeState } from '../../../shared/contract/moment.ts';
import { ValueChip } from '../../parts/ValueChip.tsx';
import type { Inspection } from '../../store/selectors/inspection.ts';

const STATES: Readonly<Record<EdgeState['state'], string>> = {
  won: 'was read',
  lost: 'held a value that another writer beat',
  held: 'holds a value that nobody has read so far',
  empty: 'carries nothing in this iteration',
};

export function EdgeBlock({ edge }: { readonly edge: NonNullable<Inspection['edge']> }) {
  const { state } = edge;
  return (
    <div className="space-y-1 px-3.5 pt-3 text-small">
      <p>{state ? STATES[state.state] : 'carries nothing at this moment'}</p>
      {state?.chip && <ValueChip chip={state.chip} lost={state.state === 'lost'} />}
    </div>
  );
}
