// What an advance did: the cursor before and after, how long the list is, and what `satisfied` was when that was asked.
import type { ReactNode } from 'react';
import type { DecisionCard } from '../../shared/contract/moment.ts';
import { PlainText } from './PlainText.tsx';
import { ValueChip } from './ValueChip.tsx';

export function AdvanceFacts({ decision }: { readonly decision: DecisionCard }) {
  const chipOf = (name: string) => decision.operands.find((one) => one.name === name)?.chip;
  const [before, after, length, satisfied] = ['before', 'after', 'length', 'satisfied'].map(chipOf);
  const moved = decision.chosen !== null;
  const isExhausted = chipOf('exhausted')?.text === 'true';
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 px-3 pb-1.5 text-small">
      <Fact name={decision.cursor ?? 'cursor'}>
        <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
          {before && <ValueChip chip={before} pale={moved} />}
          {moved && after ? (
            <>
              <span className="text-dim">→</span>
              <ValueChip chip={after} />
            </>
          ) : (
            <span className="text-dim">stays</span>
          )}
          {length && (
            <span className="text-dim">
              of <PlainText text={length.text} />
            </span>
          )}
        </span>
      </Fact>
      <Fact name="satisfied">
        {satisfied ? <ValueChip chip={satisfied} /> : <span className="text-faint italic">absent</span>}
      </Fact>
      <Fact name="list">
        <span className={isExhausted ? 'text-text' : 'text-dim'}>
          {isExhausted ? 'exhausted: exits are asked' : 'items remain: edges are asked'}
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-dim">
        <PlainText text={name} />
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
