// A value with its name; `children` say more of it, such as where it came from.
import type { ReactNode } from 'react';
import type { NamedValue } from '../../../shared/contract/value.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import type { Store } from '../../store/store.ts';
import { ValueBlock } from './ValueBlock.tsx';

export function NamedRow({
  store,
  named,
  children,
}: {
  readonly store: Store;
  readonly named: NamedValue;
  readonly children?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(76px,112px)_minmax(0,1fr)] gap-x-2 border-line border-b px-3.5 py-1.5">
      <dt className="truncate text-dim text-small" title={named.name}>
        <PlainText text={named.name} />
      </dt>
      <dd className="min-w-0">
        <ValueBlock store={store} named={named} />
        {children}
      </dd>
    </div>
  );
}
