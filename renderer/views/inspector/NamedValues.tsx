// Values with their names, such as a fire's outputs.
import type { NamedValue } from '../../../shared/contract/value.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import type { Store } from '../../store/store.ts';
import { ValueBlock } from './ValueBlock.tsx';

export function NamedValues({ store, values }: { readonly store: Store; readonly values: readonly NamedValue[] }) {
  return (
    <dl>
      {values.map((named) => (
        <div
          key={named.name}
          className="grid grid-cols-[minmax(76px,112px)_minmax(0,1fr)] gap-x-2 border-line border-b px-3.5 py-1.5"
        >
          <dt className="truncate text-dim text-small" title={named.name}>
            <PlainText text={named.name} />
          </dt>
          <dd className="min-w-0">
            <ValueBlock store={store} named={named} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
