// A node at the moment: how it stands in this iteration and what it waits for.
import type { NodeState } from '../../../shared/contract/moment.ts';
import { countOf, durationText } from '../../parts/amounts.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { socketSentences } from '../../parts/socketLines.ts';
import type { Inspection } from '../../store/selectors/inspection.ts';

const STATES: Readonly<Record<NodeState['state'], string>> = {
  waiting: 'waits for its inputs',
  ready: 'is ready to fire',
  running: 'is running',
  fired: 'has fired in this iteration',
  failed: 'has failed',
  idle: 'can’t fire in this iteration any more',
  outside: 'its scope is not open at this moment',
};

/** A socket waits for no input: the run comes to it. */
const SOCKET_STATES: Readonly<Record<NodeState['state'], string>> = {
  ...STATES,
  waiting: 'has not run in this pass so far',
  ready: 'runs next',
  fired: 'has run in this pass',
  idle: 'does not run any more',
  outside: 'its loop is not open at this moment',
};

export function NodeBlock({ node }: { readonly node: NonNullable<Inspection['node']> }) {
  const { state, view } = node;
  const socket = view?.socket;
  if (!state) return null;
  return (
    <div className="px-3.5 pt-3 text-small">
      <p className={state.state === 'failed' ? 'text-hazard' : ''}>
        {(socket ? SOCKET_STATES : STATES)[state.state]}
        <span className="text-dim">
          {' · '}
          {countOf(state.fires, 'fire')}
          {state.durationMs !== null && ` · last took ${durationText(state.durationMs)}`}
        </span>
      </p>
      {socket && (
        <ul aria-label="What it does" className="list-disc pt-1 pl-4 text-dim">
          {socketSentences(socket).map((sentence) => (
            <li key={sentence} className="break-words">
              <PlainText text={sentence} />
            </li>
          ))}
        </ul>
      )}
      {state.waitsFor.length > 0 && (
        <ul className="list-disc pt-1 pl-4 text-dim">
          {state.waitsFor.map((sentence) => (
            <li key={sentence}>
              <PlainText text={sentence} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
