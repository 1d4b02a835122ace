// The final side of a loop: what it gave when it ended, and until then that nothing is there yet.
import type { GraphViewScope } from '../../../shared/contract/graph.ts';
import type { MomentView } from '../../../shared/contract/moment.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import type { Store } from '../../store/store.ts';
import { Block } from './Block.tsx';
import { NamedValues } from './NamedValues.tsx';

export interface FinalBlockProps {
  readonly store: Store;
  readonly scope: GraphViewScope;
  readonly moment: MomentView;
}

export function FinalBlock({ store, scope, moment }: FinalBlockProps) {
  const values = moment.finals[scope.scope];
  const names = [...scope.carries.map(({ port }) => `final_${port}`), 'final_stop'];
  const isOver = moment.kind === 'run.finished';
  return (
    <Block title={`Final side of ${scope.scope}`}>
      {values ? (
        <NamedValues store={store} values={values} />
      ) : (
        <p className="px-3.5 text-dim text-small">
          <span className="break-words font-mono">
            <PlainText text={names.join(', ')} />
          </span>{' '}
          <span className="text-faint italic">{isOver ? 'never emitted' : 'not emitted yet'}</span>
        </p>
      )}
    </Block>
  );
}
