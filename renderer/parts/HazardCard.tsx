// One hazard: what is wrong in words, who takes part, the moments that show it, and the smallest change that takes it away.
import { type Hazard, slotOfPlace } from '../../shared/model/hazard.ts';
import { Icon } from '../components/Icon.tsx';
import { Card } from './Card.tsx';
import { MomentLink } from './MomentLink.tsx';
import { PlainText } from './PlainText.tsx';
import { severityMark } from './severity.ts';

export interface HazardCardProps {
  readonly hazard: Hazard;
  /** Of a tape: the evidence, as text and seq. */
  readonly evidence?: readonly { readonly text: string; readonly seq: number }[] | undefined;
  readonly selected?: boolean;
  /** Only its title line is shown; absent: it can't be folded. */
  readonly folded?: boolean | undefined;
  readonly onFold?: (folded: boolean) => void;
  readonly onJump?: (seq: number) => void;
  readonly onSelect?: () => void;
}

const EVIDENCE_SHOWN = 4;

export function HazardCard(props: HazardCardProps) {
  const { hazard, evidence = [], selected = false, folded, onFold, onJump, onSelect } = props;
  const mark = severityMark(hazard.severity);
  // What the message names already is not said twice.
  const named = (text: string): boolean => hazard.message.includes(text);
  const place = placeText(hazard);
  const writers = (hazard.writers ?? []).filter((writer) => !named(writer));
  const title = (
    <button type="button" onClick={onSelect} className={`flex w-full items-baseline gap-2 text-left ${mark.text}`}>
      <span aria-hidden="true">{mark.sign}</span>
      <span className="min-w-0 flex-1">
        <PlainText text={hazard.title} />
      </span>
    </button>
  );
  const aside = (
    <>
      <code className="text-faint text-tiny">{hazard.code}</code>
      {folded !== undefined && (
        <button
          type="button"
          aria-expanded={!folded}
          aria-label={folded ? `Unfold: ${hazard.title}` : `Fold: ${hazard.title}`}
          title={folded ? 'Show the whole card' : 'Fold the card to its title'}
          onClick={() => onFold?.(!folded)}
          className="-my-1 -mr-1.5 grid size-6 shrink-0 place-items-center self-center rounded-md text-dim hover:bg-hover hover:text-text"
        >
          <span className={folded ? 'rotate-90' : '-rotate-90'}>
            <Icon name="chevron" sizePx={13} />
          </span>
        </button>
      )}
    </>
  );
  return (
    <Card title={title} tone={mark.tone} selected={selected} folded={folded === true} aside={aside}>
      <div className="space-y-2 px-3 pb-2.5 text-small">
        <p className="text-dim">
          <PlainText text={hazard.message} />
        </p>
        {place !== '' && !named(place) && (
          <p className="font-mono">
            <PlainText text={place} />
          </p>
        )}
        {writers.length > 0 && (
          <p className="text-dim">
            Writers{' '}
            {writers.map((writer, i) => (
              <span key={writer}>
                {i > 0 && ' and '}
                <span className="font-mono text-text">
                  <PlainText text={writer} />
                </span>
              </span>
            ))}
          </p>
        )}
        {onJump && evidence.length > 0 && (
          <p className="flex flex-wrap gap-x-2 gap-y-0.5 text-dim">
            <span>Seen at</span>
            {evidence.slice(0, EVIDENCE_SHOWN).map(({ text, seq }) => (
              <MomentLink key={seq} seq={seq} text={text} onJump={onJump} />
            ))}
            {evidence.length > EVIDENCE_SHOWN && <span>and {evidence.length - EVIDENCE_SHOWN} more</span>}
          </p>
        )}
        {hazard.fix && <Fix fix={hazard.fix} />}
      </div>
    </Card>
  );
}

function Fix({ fix }: { readonly fix: NonNullable<Hazard['fix']> }) {
  const path = fix.path.reduce<string>(
    (made, step) => made + (typeof step === 'number' ? `[${step}]` : `.${step}`),
    '',
  );
  return (
    <div className="rounded-md border border-line bg-panel px-2.5 py-1.5">
      <p>
        <span className="text-dim">The fix. </span>
        <PlainText text={fix.sentence} />
      </p>
      <p className="break-words pt-0.5 font-mono">
        <span className="text-dim">
          <PlainText text={fix.node === undefined ? path.slice(1) : `${fix.node} config${path}`} />
        </span>
        : <s className="text-faint">{JSON.stringify(fix.from) ?? 'absent'}</s> →{' '}
        <span className="text-ok">{JSON.stringify(fix.to) ?? 'absent'}</span>
      </p>
    </div>
  );
}

/** The place in one line: `policy.obs`, else what there is of it. */
export function placeText({ where }: Hazard): string {
  if (where.node !== undefined) return where.port === undefined ? where.node : `${where.node}.${where.port}`;
  const named = slotOfPlace(where);
  if (named) return named.scope ? `${named.scope}.${named.slot}` : named.slot;
  return where.scope ?? '';
}
