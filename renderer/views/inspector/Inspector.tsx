// The inspector: everything about what is selected at the moment; with nothing selected, the moment itself.
import { useMemo } from 'react';
import { IconButton } from '../../components/IconButton.tsx';
import { shallowEqual, useStore } from '../../components/useStore.ts';
import { DecisionCard } from '../../parts/DecisionCard.tsx';
import { MomentLink } from '../../parts/MomentLink.tsx';
import { middleCut } from '../../parts/middleCut.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { inspect, inspectionInput } from '../../store/selectors/inspection.ts';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { Selection } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { AttemptBlock } from './AttemptBlock.tsx';
import { Block } from './Block.tsx';
import { Cards } from './Cards.tsx';
import { EdgeBlock } from './EdgeBlock.tsx';
import { FinalBlock } from './FinalBlock.tsx';
import { FireBlock } from './FireBlock.tsx';
import { InspectedHazards } from './InspectedHazards.tsx';
import { LoopBlock } from './LoopBlock.tsx';
import { NamedValues } from './NamedValues.tsx';
import { NodeBlock } from './NodeBlock.tsx';
import { QuestionBlock } from './QuestionBlock.tsx';
import { routesOf } from './routesOf.ts';
import { ScopeBlock } from './ScopeBlock.tsx';
import { SlotTable } from './SlotTable.tsx';

/** Characters of the innermost iteration's path beside the title; its end says more than its middle. */
const PLACE_ROOM = 14;

export function Inspector({ store }: { readonly store: Store }) {
  const input = useStore(
    store,
    (state) => {
      const tape = activeTape(state);
      return tape && inspectionInput(tape);
    },
    shallowEqual,
  );
  const failure = useStore(store, (state) => activeTape(state)?.moment.failure);
  const busy = useStore(store, (state) => activeTape(state)?.moment.loading ?? false);
  const error = useStore(store, (state) => activeTape(state)?.summary.error);
  const found = useMemo(() => input && inspect(input), [input]);
  if (!input || !found) {
    return (
      <section aria-label="Inspector" aria-busy={busy} className="p-3.5 text-dim">
        {failure ? <PlainText text={failure.message} /> : 'Loading the moment …'}
      </section>
    );
  }
  const { moment, selection } = input;
  const jump = (seq: number): void => store.dispatch({ type: 'moment.jumped', seq });
  const hazards = found.hazards.length > 0 && (
    <InspectedHazards store={store} rows={found.hazards} selection={selection} foldable={selection === null} />
  );
  const atEnd = moment.kind === 'run.finished';
  return (
    <section aria-label="Inspector" aria-busy={busy} className="flex h-full min-h-0 flex-col">
      <header className="shrink-0 border-line border-b px-3.5 pt-2 pb-2.5">
        <div className="flex h-7 items-center gap-2">
          <h2 className="min-w-0 flex-1 truncate font-semibold" title={found.title}>
            <PlainText text={found.title} /> <span className="font-normal text-faint text-small">{found.what}</span>
          </h2>
          {selection ? (
            <>
              <span className="max-w-36 truncate font-mono text-dim text-small" title={moment.at}>
                {moment.at === '' ? 'graph' : `at ${middleCut(moment.at.split('/').at(-1) ?? '', PLACE_ROOM)}`}
              </span>
              <IconButton
                icon="close"
                label="Clear the selection"
                hint="Esc"
                onPress={() => store.dispatch({ type: 'selected', selection: null })}
              />
            </>
          ) : (
            <span className="font-mono text-faint text-small">#{moment.seq}</span>
          )}
        </div>
        <p className="line-clamp-3 text-dim text-small" title={moment.sentence}>
          <PlainText text={moment.sentence} />
        </p>
        {failure && (
          <p role="alert" className="pt-1 text-hazard text-small">
            <PlainText text={failure.message} />
          </p>
        )}
      </header>
      <QuestionBlock store={store} />
      <div className="min-h-0 flex-1 space-y-3 overflow-auto pb-4">
        {atEnd && error && (
          <Block title={moment.status === 'cancelled' ? 'Why it ended' : 'Why it failed'}>
            <p role="alert" className="px-3.5 text-hazard text-small">
              {error.node !== undefined && (
                <span className="font-mono">
                  <PlainText text={error.node} />:{' '}
                </span>
              )}
              <PlainText text={error.message} lines /> <code className="text-faint">{error.code}</code>
            </p>
          </Block>
        )}
        {showsAttempt(selection) && <AttemptBlock store={store} />}
        {found.node && <NodeBlock node={found.node} />}
        {found.edge && <EdgeBlock edge={found.edge} />}
        {found.scope && <ScopeBlock store={store} scope={found.scope} moment={moment} />}
        {found.scope?.loop && <LoopBlock store={store} loop={found.scope.loop} />}
        {/* With nothing selected what is wrong comes first; else the slots that explain it do. */}
        {selection === null && hazards}
        {found.slots.length > 0 && (
          <SlotTable
            store={store}
            rows={found.slots}
            graph={input.graph}
            selection={selection}
            grouped={selection === null}
          />
        )}
        {selection === null && found.slots.length === 0 && (
          <p className="px-3.5 pt-3 text-dim text-small">No slot holds anything at this moment.</p>
        )}
        {selection !== null && hazards}
        {found.decisions.length > 0 && (
          <Cards label="Decisions">
            {found.decisions.toReversed().map((decision) => (
              <DecisionCard
                key={decision.seq}
                decision={decision}
                routeOf={routesOf(input.graph, decision)}
                selected={selection?.kind === 'decision' && selection.seq === decision.seq}
                onJump={jump}
                onSelect={() =>
                  store.dispatch({ type: 'selected', selection: { kind: 'decision', seq: decision.seq } })
                }
              />
            ))}
          </Cards>
        )}
        {selection?.kind === 'decision' && found.decisions.length === 0 && (
          <p className="px-3.5 pt-3 text-dim text-small">
            It was made in another iteration. <MomentLink seq={selection.seq} text="Go to it" onJump={jump} />
          </p>
        )}
        {found.showsFire && (
          <FireBlock store={store} graph={input.graph} told={new Set(found.decisions.map(({ seq }) => seq))} />
        )}
        {selection === null && moment.carry && moment.carry.length > 0 && (
          <Block title="Carried at this boundary">
            <NamedValues store={store} values={moment.carry} />
          </Block>
        )}
        {(selection === null ? (input.graph?.scopes ?? []) : found.scope ? [found.scope] : [])
          // A loop of sockets has no final side: what it made is in the state; what a bounded loop made is its result.
          .filter((scope) => scope.loop === undefined && input.graph?.dialect !== 'bounded')
          .map((scope) => (
            <FinalBlock key={scope.scope} store={store} scope={scope} moment={moment} />
          ))}
      </div>
    </section>
  );
}

/** A slot, a wire or a hazard is told by itself. */
function showsAttempt(selection: Selection | null): boolean {
  return selection === null || selection.kind === 'node' || selection.kind === 'scope';
}
