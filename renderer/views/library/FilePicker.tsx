// The page's own file field, for hosts without a dialog of their own. It is always there, so that the key works anywhere.
import { useEffect, useRef } from 'react';
import { useStore } from '../../components/useStore.ts';
import type { Store } from '../../store/store.ts';

export function FilePicker({ store }: { readonly store: Store }) {
  const picks = useStore(store, (state) => state.picks);
  const web = useStore(store, (state) => state.app?.host === 'web');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (picks > 0 && web) field.current?.click();
  }, [picks, web]);
  return (
    <input
      ref={field}
      type="file"
      multiple
      accept=".looptape,.json"
      aria-label="Tape or graph file"
      tabIndex={-1}
      className="hidden"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // The same file can be picked again.
        event.target.value = '';
        if (files.length > 0) store.dispatch({ type: 'files.dropped', files });
      }}
    />
  );
}
