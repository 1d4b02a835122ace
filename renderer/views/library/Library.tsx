// The start page: examples to run at once, and what was open before. When there is nothing yet it says what to do.
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Key } from '../../components/Key.tsx';
import { useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { shownKey } from '../../store/keyCommand.ts';
import { isMac } from '../../store/selectors/page.ts';
import type { Store } from '../../store/store.ts';
import { RecentTable } from './RecentTable.tsx';

export function Library({ store }: { readonly store: Store }) {
  const library = useStore(store, (state) => state.library);
  const mac = useStore(store, isMac);
  const { recent = [], examples = [] } = library.value ?? {};
  return (
    <section id="page-main" aria-label="Library" aria-busy={library.loading} className="h-full overflow-auto bg-bg">
      <div className="mx-auto max-w-[940px] space-y-9 px-6 py-10">
        <header className="flex flex-wrap items-end gap-x-8 gap-y-4">
          <div className="min-w-64 flex-1">
            <h1 className="font-semibold text-[22px] leading-tight tracking-tight">See why your loop did that</h1>
            <p className="max-w-[56ch] pt-1.5 text-dim">
              Run a graph and record it, or open a tape. Then step backward to the moment where it went wrong.
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-2.5">
            <Button onClick={() => store.dispatch({ type: 'command.invoked', command: 'loop.start' })}>
              <Icon name="play" sizePx={16} /> Try a command until it succeeds …
            </Button>
            <Button onClick={() => store.dispatch({ type: 'command.invoked', command: 'open' })}>
              <Icon name="folder" sizePx={16} /> Open a tape or graph …
            </Button>
            <Key>{shownKey('open', mac)}</Key>
          </div>
        </header>

        {library.failure && (
          <p role="alert" className="rounded-md border border-hazard px-3 py-2 text-hazard">
            <PlainText text={library.failure.message} /> <code className="text-tiny">{library.failure.code}</code>
          </p>
        )}

        {examples.length > 0 && (
          <section aria-labelledby="examples-title">
            <h2 id="examples-title" className="pb-2.5 text-dim text-small tracking-wide">
              Examples
            </h2>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-3">
              {examples.map((example) => (
                <li key={example.path} className="flex flex-col rounded-lg border border-line bg-panel p-4">
                  <h3 className="flex items-center gap-2 font-semibold" title={example.path}>
                    <span className="text-accent">
                      <Icon name="graph" />
                    </span>
                    <PlainText text={example.name} />
                  </h3>
                  <p className="flex-1 pt-1 pb-3.5 text-dim">
                    <PlainText text={example.sentence} />
                  </p>
                  <div>
                    <Button
                      weight="main"
                      aria-label={`Open and run ${example.name}`}
                      onClick={() => store.dispatch({ type: 'open.requested', paths: [example.path] })}
                    >
                      Open and run …
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )}

        <section aria-labelledby="recent-title">
          <h2 id="recent-title" className="pb-2.5 text-dim text-small tracking-wide">
            Recent
          </h2>
          {recent.length > 0 ? (
            <RecentTable store={store} items={recent} />
          ) : (
            <div className="rounded-lg border border-line-strong border-dashed px-6 py-8 text-center">
              <p>
                {library.value
                  ? 'Nothing recorded yet.'
                  : library.loading
                    ? 'Reading the library …'
                    : 'No list to show.'}
              </p>
              {library.value && (
                <p className="mx-auto max-w-[54ch] pt-1 text-dim">
                  Run an example above, or drop a <code className="font-mono text-small">.looptape</code> recording or a
                  graph <code className="font-mono text-small">.json</code> anywhere in this window.
                </p>
              )}
            </div>
          )}
        </section>
      </div>
    </section>
  );
}
