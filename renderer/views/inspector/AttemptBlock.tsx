// One attempt of a bounded loop: how it ended, whether it satisfied the predicate and why, its output with the match in it, what
// changed since the attempt before, and what the next one is told.
import { useId, useState } from 'react';
import type { AttemptDetail, AttemptLine } from '../../../shared/contract/attempt.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { Segments } from '../../components/Segments.tsx';
import { useStore } from '../../components/useStore.ts';
import { durationText } from '../../parts/amounts.ts';
import { Card } from '../../parts/Card.tsx';
import { MomentLink } from '../../parts/MomentLink.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import { UsageLine } from '../../parts/UsageLine.tsx';
import { attemptWords } from '../../store/selectors/attempt.ts';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';
import { AttemptChanges } from './AttemptChanges.tsx';
import { AttemptOutput } from './AttemptOutput.tsx';
import { Cards } from './Cards.tsx';
import { LiveOutput } from './LiveOutput.tsx';

type Face = 'output' | 'changes' | 'told';

export function AttemptBlock({ store }: { readonly store: Store }) {
  const attempt = useStore(store, (state) => activeTape(state)?.attempt);
  const [wanted, setWanted] = useState<Face>('output');
  if (attempt?.failure)
    return (
      <p role="alert" className="px-3.5 pt-3 text-hazard text-small">
        <PlainText text={attempt.failure.message} />
      </p>
    );
  if (!attempt?.value) return null;
  const detail = attempt.value;
  const jump = (seq: number): void => store.dispatch({ type: 'moment.jumped', seq });
  return (
    <div aria-busy={attempt.loading}>
      <Cards label="Attempt">
        <Card title={<Title detail={detail} />} aside={<Neighbours detail={detail} onJump={jump} />}>
          <div className="space-y-1 px-3 pb-2 text-small">
            <p className="break-words font-mono text-dim">
              until <PlainText text={detail.predicate} />
            </p>
            <Why detail={detail} onJump={jump} />
            {detail.usage && <UsageLine usage={detail.usage} />}
            {detail.attempts.length > 1 && <Strip detail={detail} onJump={jump} />}
          </div>
          <Faces store={store} detail={detail} wanted={wanted} onChange={setWanted} />
        </Card>
      </Cards>
    </div>
  );
}

interface PartProps {
  readonly detail: AttemptDetail;
  readonly onJump: (seq: number) => void;
}

function Title({ detail }: { readonly detail: AttemptDetail }) {
  const { verdict } = detail;
  return (
    <>
      Attempt {detail.attempt} of {detail.of}
      <span className={`font-normal ${verdict?.satisfied ? 'text-ok' : verdict ? 'text-hazard' : 'text-dim'}`}>
        {' · '}
        {verdict && <span aria-hidden="true">{verdict.satisfied ? '✓ ' : '✗ '}</span>}
        <PlainText text={attemptWords(detail)} />
      </span>
    </>
  );
}

function Neighbours({ detail, onJump }: PartProps) {
  const { attempt, attempts } = detail;
  const before = attempts[attempt - 2];
  const after = attempts[attempt];
  return (
    <span className="-my-1.5 -mr-1.5 flex self-center">
      <IconButton
        icon="back"
        label="Previous attempt"
        unavailable={before ? undefined : 'This is the first attempt'}
        onPress={() => before && onJump(before.seq)}
      />
      <IconButton
        icon="forward"
        label="Next attempt"
        unavailable={after ? undefined : 'This is the last attempt'}
        onPress={() => after && onJump(after.seq)}
      />
    </span>
  );
}

function Why({ detail, onJump }: PartProps) {
  const { verdict, match, error, durationMs } = detail;
  const took = durationMs === null ? '' : ` · took ${durationText(durationMs)}`;
  if (!verdict) {
    const words = error?.message ?? (detail.state === 'finished' ? 'It is not judged yet.' : 'It has not ended yet.');
    return (
      <p className={error ? 'text-hazard' : 'text-dim'}>
        <PlainText text={words} lines />
        {took}
      </p>
    );
  }
  return (
    <p className="text-dim">
      <PlainText text={verdict.why} lines /> <MomentLink seq={verdict.seq} text={`#${verdict.seq}`} onJump={onJump} />
      {match && ` · from column ${match.column}`}
      {took}
    </p>
  );
}

/** All attempts in a row; the one that is shown is marked. */
function Strip({ detail, onJump }: PartProps) {
  return (
    <ol aria-label="All attempts" className="flex flex-wrap gap-1 pt-0.5">
      {detail.attempts.map((line) => (
        <li key={line.attempt}>
          <button
            type="button"
            aria-current={line.attempt === detail.attempt ? 'step' : undefined}
            aria-label={lineWords(line)}
            title={lineWords(line)}
            onClick={() => onJump(line.seq)}
            className="h-6 rounded-md border border-line px-2 text-dim hover:bg-hover aria-[current]:border-line-strong aria-[current]:bg-sel aria-[current]:text-text"
          >
            {line.attempt}{' '}
            <span className={line.satisfied === null ? 'text-faint' : line.satisfied ? 'text-ok' : 'text-hazard'}>
              {line.satisfied === null ? '…' : line.satisfied ? '✓' : '✗'}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function lineWords({ attempt, ended, satisfied }: AttemptLine): string {
  const judged = satisfied === null ? 'not judged' : satisfied ? 'satisfied' : 'not satisfied';
  return `Attempt ${attempt}: ${[ended, judged].filter((word) => word !== '').join(', ')}`;
}

interface FacesProps {
  readonly store: Store;
  readonly detail: AttemptDetail;
  readonly wanted: Face;
  readonly onChange: (face: Face) => void;
}

/** The face that was chosen stays from attempt to attempt, as far as one has it. */
function Faces({ store, detail, wanted, onChange }: FacesProps) {
  const panel = useId();
  const { changes, told, output, attempt } = detail;
  const segments = [
    { id: 'output' as const, label: 'Output' },
    ...(changes ? [{ id: 'changes' as const, label: `Changes since attempt ${changes.since}` }] : []),
    ...(told === null ? [] : [{ id: 'told' as const, label: 'Told next' }]),
  ];
  const shown = segments.some(({ id }) => id === wanted) ? wanted : 'output';
  return (
    <div className="border-line border-t">
      <div className="px-2 py-1.5">
        <Segments
          label="What of the attempt is shown"
          segments={segments}
          value={shown}
          controls={panel}
          onChange={onChange}
        />
      </div>
      <div id={panel} role="tabpanel" aria-label={segments.find(({ id }) => id === shown)?.label}>
        {shown === 'output' &&
          (detail.state === 'running' ? (
            <LiveOutput store={store} />
          ) : (
            <AttemptOutput store={store} output={output} predicate={detail.predicate} />
          ))}
        {shown === 'changes' && changes && <AttemptChanges changes={changes} attempt={attempt} />}
        {shown === 'told' && told !== null && (
          <section
            aria-label={`What attempt ${attempt + 1} is told`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
            tabIndex={0}
            className="max-h-72 overflow-auto px-3 pb-2.5 font-mono text-small"
          >
            <PlainText text={told} lines />
          </section>
        )}
      </div>
    </div>
  );
}
