// What the fire that is shown wrote to its console, in the drawer.
import { useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';

const COLOURS: Readonly<Record<string, string>> = { error: 'text-hazard', warn: 'text-warn', debug: 'text-faint' };

export function FireLog({ store }: { readonly store: Store }) {
  const fire = useStore(store, (state) => activeTape(state)?.fire);
  if (!fire?.value) {
    return (
      <p className="p-3.5 text-dim">
        {fire?.loading
          ? 'Loading …'
          : (fire?.failure?.message ?? 'Select a node, or a moment of a fire, to see what it logged.')}
      </p>
    );
  }
  const { node, nth, at, log } = fire.value;
  return (
    <section aria-label="Log" className="h-full overflow-auto p-3">
      <p className="pb-2 text-dim text-small">
        <span className="font-mono text-text">
          <PlainText text={node} />
        </span>
        , fire {nth + 1}
        {at !== '' && <PlainText text={` in ${at}`} />}
      </p>
      {log.length === 0 ? (
        <p className="text-dim">It wrote nothing to its console.</p>
      ) : (
        <ol className="font-mono text-small">
          {numbered(log).map(({ line, number }) => (
            <li key={number} className="grid grid-cols-[44px_1fr] gap-2">
              <span className={COLOURS[line.level] ?? 'text-dim'}>{line.level}</span>
              <PlainText text={line.text} lines />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** A log only grows at its end, so a line's number names it. */
function numbered<T>(log: readonly T[]): readonly { readonly line: T; readonly number: number }[] {
  return log.map((line, number) => ({ line, number }));
}
