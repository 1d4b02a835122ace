// A wire at the moment: what lies on it and what became of it; of sockets when it is taken, and whether it was the last one to be.
import type { EdgeState } from '../../../shared/contract/moment.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { routeSentence } from '../../parts/routeText.ts';
import { ValueChip } from '../../parts/ValueChip.tsx';
import type { Inspection } from '../../store/selectors/inspection.ts';

const STATES: Readonly<Record<EdgeState['state'], string>> = {
  won: 'was read',
  lost: 'held a value that another writer beat',
  held: 'holds a value that nobody has read so far',
  empty: 'carries nothing in this iteration',
};

export function EdgeBlock({ edge }: { readonly edge: NonNullable<Inspection['edge']> }) {
  const { state, view } = edge;
  if (view.route) {
    const isTaken = state?.state === 'won';
    return (
      <div className="space-y-1 px-3.5 pt-3 text-small">
        <p className={isTaken ? 'text-accent' : ''}>
          {isTaken ? 'the way by which the run came here' : 'not the way by which the run came here'}
        </p>
        <p className="break-words text-dim">
          <PlainText text={routeSentence(view)} />
        </p>
      </div>
    );
  }
  return (
    <div className="space-y-1 px-3.5 pt-3 text-small">
      <p>{state ? STATES[state.state] : 'carries nothing at this moment'}</p>
      {state?.chip && <ValueChip chip={state.chip} lost={state.state === 'lost'} />}
    </div>
  );
}
