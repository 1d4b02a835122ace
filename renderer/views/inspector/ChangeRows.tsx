// What a fire did to state containers, in its order: each write with what it wrote and what came of it, each signal by its name.
import type { FireChange } from '../../../shared/contract/moment.ts';
import { MomentLink } from '../../parts/MomentLink.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import type { Store } from '../../store/store.ts';
import { NamedRow } from './NamedRow.tsx';
import { ValueBlock } from './ValueBlock.tsx';

interface ChangeRowsProps {
  readonly store: Store;
  readonly changes: readonly FireChange[];
  readonly onJump: (seq: number) => void;
}

export function ChangeRows({ store, changes, onJump }: ChangeRowsProps) {
  // A fire may write one state twice, so only its place names a change.
  const rows = changes.map((change, i) => ({ change, key: `${i}` }));
  return (
    <dl>
      {rows.map(({ change, key }) => {
        const link = change.seq !== null && <MomentLink seq={change.seq} onJump={onJump} />;
        if (change.kind === 'signal') {
          return (
            <div key={key} className="border-line border-b px-3.5 py-1.5 text-small">
              <dt className="sr-only">signal</dt>
              <dd>
                <span className="text-dim">signalled</span>{' '}
                <span className="font-mono">
                  <PlainText text={change.signal} />
                </span>{' '}
                <span className="text-tiny">{link}</span>
              </dd>
            </div>
          );
        }
        return (
          <NamedRow key={key} store={store} named={change.wrote}>
            <p className="text-faint text-tiny">wrote {link}</p>
            {change.became && (
              <div className="flex min-w-0 items-baseline gap-1.5 text-faint text-tiny">
                <span className="shrink-0">became</span>
                <ValueBlock store={store} named={change.became} />
              </div>
            )}
          </NamedRow>
        );
      })}
    </dl>
  );
}
