// The output of the attempt that runs, as it comes: its end, followed unless someone scrolled up to read.
import { useEffect, useRef } from 'react';
import { plainLines } from '../../../shared/base/plainLines.ts';
import { useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';

const NEAR_END_PX = 24;

export function LiveOutput({ store }: { readonly store: Store }) {
  const text = useStore(store, (state) => state.shown[activeTape(state)?.summary.tape ?? ''] ?? '');
  const box = useRef<HTMLElement>(null);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows each new text
  useEffect(() => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  if (text === '') return <p className="px-3 pb-2.5 text-dim text-small">No output yet.</p>;
  return (
    <section
      ref={box}
      aria-label="Output so far"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        const { scrollTop, scrollHeight, clientHeight } = currentTarget;
        follows.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
      className="max-h-72 overflow-auto px-3 pb-2 font-mono text-small"
    >
      {/* What goes back to the start of its line, such as a bar of progress, is a line each time. */}
      <PlainText text={plainLines(text).replaceAll('\r', '\n')} lines />
    </section>
  );
}
