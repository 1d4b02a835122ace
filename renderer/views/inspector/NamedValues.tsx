// Values with their names, such as a fire's outputs.
import type { NamedValue } from '../../../shared/contract/value.ts';
import type { Store } from '../../store/store.ts';
import { NamedRow } from './NamedRow.tsx';

export function NamedValues({ store, values }: { readonly store: Store; readonly values: readonly NamedValue[] }) {
  return (
    <dl>
      {values.map((named) => (
        <NamedRow key={named.name} store={store} named={named} />
      ))}
    </dl>
  );
}
