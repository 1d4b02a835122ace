// One decision: the question, every candidate, why the one won and the others lost, and where it led. What lost is struck
// through and dimmed, never hidden.
import type { CandidateRow, DecisionCard as Decision } from '../../shared/contract/moment.ts';
import { AdvanceFacts } from './AdvanceFacts.tsx';
import { Card } from './Card.tsx';
import { MomentLink } from './MomentLink.tsx';
import { PlainText } from './PlainText.tsx';
import { ValueChip } from './ValueChip.tsx';

export interface DecisionCardProps {
  readonly decision: Decision;
  readonly selected?: boolean;
  /** Of sockets: when a candidate is taken, and where it leads. */
  readonly routeOf?: ((candidate: string) => CandidateRoute | undefined) | undefined;
  readonly onJump: (seq: number) => void;
  readonly onSelect?: () => void;
}

export interface CandidateRoute {
  readonly when: string;
  readonly target: string;
  /** How the reason begins where it says the same. */
  readonly said: string;
}

export function DecisionCard({ decision, selected = false, routeOf, onJump, onSelect }: DecisionCardProps) {
  const isAdvance = decision.question === 'advance';
  const title = (
    <button type="button" onClick={onSelect} className="flex w-full items-baseline gap-2 text-left">
      <span aria-hidden="true" className="text-decide">
        ◆
      </span>
      <span className="min-w-0 flex-1">
        <PlainText text={decision.title} />
      </span>
    </button>
  );
  return (
    <Card title={title} selected={selected} aside={<MomentLink seq={decision.seq} onJump={onJump} />}>
      {isAdvance && <AdvanceFacts decision={decision} />}
      {!isAdvance && decision.operands.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 px-3 pb-1.5 text-small">
          {decision.operands.map(({ name, chip }) => (
            <div key={name} className="contents">
              <dt className="text-dim">
                <PlainText text={name} />
              </dt>
              <dd className="min-w-0">
                <ValueChip chip={chip} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ol aria-label="Candidates">
        {decision.candidates.map((candidate) => (
          <Candidate
            key={candidate.id}
            candidate={candidate}
            decision={decision}
            route={routeOf?.(candidate.id)}
            onJump={onJump}
          />
        ))}
      </ol>
      {decision.chosen === null && !isAdvance && (
        <p className="border-line border-t px-3 py-1.5 text-dim text-small">None was chosen.</p>
      )}
      {decision.target !== undefined && (
        <p className="border-line border-t px-3 py-1.5 text-dim text-small">
          Goes to{' '}
          {decision.nextSeq === undefined ? (
            <span className="font-mono text-text">
              <PlainText text={decision.target} />
            </span>
          ) : (
            <MomentLink seq={decision.nextSeq} text={decision.target} onJump={onJump} />
          )}
        </p>
      )}
    </Card>
  );
}

interface CandidateProps {
  readonly candidate: CandidateRow;
  readonly decision: Decision;
  readonly route: CandidateRoute | undefined;
  readonly onJump: (seq: number) => void;
}

function Candidate({ candidate, decision, route, onJump }: CandidateProps) {
  const won = candidate.matched;
  return (
    <li className="grid grid-cols-[14px_1fr] gap-x-2 border-line border-t px-3 py-1.5 text-small">
      <span aria-hidden="true" className={won ? 'text-ok' : 'text-faint'}>
        {won ? '✓' : '·'}
      </span>
      <div className="min-w-0">
        <div className="flex min-w-0 items-baseline gap-2">
          <span
            className={`min-w-0 truncate font-mono ${won ? 'text-text' : 'text-faint line-through'}`}
            title={candidate.id}
          >
            <PlainText text={candidate.id} />
          </span>
          <span className="sr-only">{won ? 'won' : 'lost'}</span>
          {candidate.chip && (
            <span className="ml-auto min-w-0 max-w-[55%]">
              <ValueChip chip={candidate.chip} lost={!won} />
            </span>
          )}
        </div>
        <div className={won ? 'text-dim' : 'text-faint'}>
          <PlainText text={whyText(candidate, route)} />
          {candidate.seq !== undefined && (
            <>
              {' '}
              <MomentLink seq={candidate.seq} text={writtenText(candidate.writtenAt, decision.scope)} onJump={onJump} />
            </>
          )}
        </div>
      </div>
    </li>
  );
}

/** `✓ satisfied → Keep: satisfied is true`; the reason may begin with the same in plain words. */
function whyText({ why }: CandidateRow, route: CandidateRoute | undefined): string {
  if (!route) return why;
  return `${route.when} → ${route.target}: ${why.startsWith(route.said) ? why.slice(route.said.length) : why}`;
}

/** What a loop reads from outside of every iteration was there before it. */
function writtenText(writtenAt: string | undefined, scope: string): string | undefined {
  if (writtenAt === undefined) return undefined;
  if (writtenAt !== '') return `written ${writtenAt}`;
  return scope === '' ? 'written in the graph' : 'written before the loop';
}
