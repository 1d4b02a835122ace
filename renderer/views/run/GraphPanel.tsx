// The right side of a graph's tab: what is wrong with it before it ever ran, and the form that runs it.
import { Button } from '../../components/Button.tsx';
import { useStore } from '../../components/useStore.ts';
import { countOf } from '../../parts/amounts.ts';
import { HazardCard } from '../../parts/HazardCard.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import { routeSentence } from '../../parts/routeText.ts';
import { socketSentences } from '../../parts/socketLines.ts';
import { activeGraphTab } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';
import { ProblemCard } from './ProblemCard.tsx';
import { RunForm } from './RunForm.tsx';

export function GraphPanel({ store }: { readonly store: Store }) {
  const tab = useStore(store, activeGraphTab);
  if (!tab) return null;
  const view = tab.graph.value;
  if (!view) {
    return (
      <section aria-label="Graph" className="space-y-3 p-3.5">
        {tab.graph.failure ? (
          <>
            <p role="alert" className="break-words text-hazard">
              <PlainText text={tab.graph.failure.message} />{' '}
              <code className="text-faint">{tab.graph.failure.code}</code>
            </p>
            <Button onClick={() => store.dispatch({ type: 'graph.reloaded', tab: tab.id })}>Read it again</Button>
          </>
        ) : (
          <p className="text-dim">Reading the graph …</p>
        )}
      </section>
    );
  }
  const { selection } = tab;
  const size = view.nodes.filter(({ role }) => role !== 'end').length;
  const edge = selection?.kind === 'edge' ? view.edges.find((one) => one.id === selection.edge) : undefined;
  const node = selection?.kind === 'node' ? view.nodes.find((one) => one.id === selection.node) : undefined;
  return (
    <section aria-label="Graph" aria-busy={tab.graph.loading} className="h-full space-y-3 overflow-auto pb-4">
      <header className="flex items-center gap-2 border-line border-b px-3.5 pt-2 pb-2.5">
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold" title={tab.path}>
            <PlainText text={view.name} />
          </h2>
          <p className="text-dim text-small">
            {view.dialect} graph · {countOf(size, view.dialect === 'socket' ? 'socket' : 'node')} ·{' '}
            {countOf(view.scopes.length, 'loop')}
          </p>
        </div>
        <Button weight="quiet" onClick={() => store.dispatch({ type: 'graph.reloaded', tab: tab.id })}>
          Read again
        </Button>
      </header>
      <RunForm store={store} tab={tab} view={view} />
      {view.missingOperators.length > 0 && (
        <section aria-label="Missing operators" className="px-3.5">
          <h3 className="pb-1 text-dim text-tiny tracking-wide">No operator here can run</h3>
          <ul className="rounded-md border border-line bg-bg px-2.5 py-1.5 font-mono text-small">
            {view.missingOperators.map((type) => (
              <li key={type} className="break-all">
                <PlainText text={type} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {view.problems.length > 0 && (
        <section aria-label="Problems" className="space-y-3 px-3.5">
          <h3 className="text-dim text-tiny tracking-wide">
            {view.problems.length === 1 ? 'One problem keeps' : `${view.problems.length} problems keep`} it from running
          </h3>
          {view.problems.map((problem) => (
            <ProblemCard
              key={`${problem.code} ${JSON.stringify(problem.where)} ${problem.message}`}
              problem={problem}
              onSelect={() => {
                if (problem.where.node === undefined) return;
                store.dispatch({ type: 'selected', selection: { kind: 'node', node: problem.where.node } });
              }}
            />
          ))}
        </section>
      )}
      {view.notes.length > 0 && (
        <section aria-label="Notes" className="space-y-1 px-3.5 text-dim text-small">
          {view.notes.map((note) => (
            <p key={`${note.code} ${JSON.stringify(note.where)} ${note.message}`} className="break-words">
              <PlainText text={note.message} />
            </p>
          ))}
        </section>
      )}
      {view.hazards.length > 0 && (
        <section aria-label="Hazards" className="space-y-3 px-3.5">
          <h3 className="text-dim text-tiny tracking-wide">Would go wrong when it runs</h3>
          {view.hazards.map((hazard, index) => (
            <HazardCard
              key={`${hazard.code} ${JSON.stringify(hazard.where)}`}
              hazard={hazard}
              selected={selection?.kind === 'hazard' && selection.index === index}
              onSelect={() => store.dispatch({ type: 'selected', selection: { kind: 'hazard', index } })}
            />
          ))}
        </section>
      )}
      {edge?.route && (
        <section aria-label="Edge" className="px-3.5">
          <h3 className="pb-1 text-dim text-tiny tracking-wide">{edge.role === 'exit' ? 'Exit' : 'Edge'}</h3>
          <p className="break-words text-small">
            <PlainText text={routeSentence(edge)} />
          </p>
        </section>
      )}
      {node && (
        <section aria-label="Node" className="px-3.5">
          <h3 className="pb-1 text-dim text-tiny tracking-wide">
            <PlainText text={`${node.label}, ${node.type}`} />
          </h3>
          {node.socket && (
            <ul className="list-disc pb-2 pl-4 text-dim text-small">
              {socketSentences(node.socket).map((sentence) => (
                <li key={sentence} className="break-words">
                  <PlainText text={sentence} />
                </li>
              ))}
            </ul>
          )}
          <div className="max-h-80 overflow-auto rounded-md border border-line bg-bg p-2 font-mono text-small">
            <PlainText text={JSON.stringify(node.config, null, 2)} lines />
          </div>
        </section>
      )}
    </section>
  );
}
