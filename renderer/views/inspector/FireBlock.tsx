// One fire: what it read and from where, what it gave, what it did to state containers, how long it took and what a model took for it,
// what it logged, why it failed; of a socket what its output was assigned to, what could not be, and where it led.
import type { GraphView } from '../../../shared/contract/graph.ts';
import type { NamedValue } from '../../../shared/contract/value.ts';
import { useStore } from '../../components/useStore.ts';
import { durationText } from '../../parts/amounts.ts';
import { DecisionCard } from '../../parts/DecisionCard.tsx';
import { MomentLink } from '../../parts/MomentLink.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import { UsageLine } from '../../parts/UsageLine.tsx';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';
import { Block } from './Block.tsx';
import { Cards } from './Cards.tsx';
import { ChangeRows } from './ChangeRows.tsx';
import { NamedRow } from './NamedRow.tsx';
import { NamedValues } from './NamedValues.tsx';
import { routesOf } from './routesOf.ts';
import { ValueBlock } from './ValueBlock.tsx';

const LOG_LINES = 6;

export interface FireBlockProps {
  readonly store: Store;
  readonly graph: GraphView | undefined;
  /** Seqs of decisions that are shown beside it already. */
  readonly told: ReadonlySet<number>;
}

export function FireBlock({ store, graph, told }: FireBlockProps) {
  const fire = useStore(store, (state) => activeTape(state)?.fire);
  const isSocket = useStore(store, (state) => activeTape(state)?.summary.dialect === 'socket');
  if (!fire?.value) {
    if (fire?.failure)
      return (
        <p className="px-3.5 pt-3 text-hazard text-small">
          <PlainText text={fire.failure.message} />
        </p>
      );
    return fire?.loading ? <p className="px-3.5 pt-3 text-dim text-small">Loading the fire …</p> : null;
  }
  const { node, nth, at, startedSeq, state, durationMs, inputs, outputs, states, changes, error, raw, log } =
    fire.value;
  const { unassigned = [], retry, decisions, usage } = fire.value;
  const led = isSocket ? decisions.filter(({ seq }) => !told.has(seq)) : [];
  const jump = (seq: number): void => store.dispatch({ type: 'moment.jumped', seq });
  return (
    <section aria-label="Fire" aria-busy={fire.loading}>
      <p className="flex flex-wrap items-baseline gap-x-2 px-3.5 pt-3 text-small">
        <span className="font-semibold">
          Fire {nth + 1} of <PlainText text={node} />
        </span>
        <MomentLink seq={startedSeq} text={at === '' ? 'graph' : at} onJump={jump} />
        <span className={state === 'failed' ? 'text-hazard' : 'text-dim'}>
          {state === 'running' ? 'still running' : state}
          {durationMs !== null && ` · ${durationText(durationMs)}`}
        </span>
      </p>
      {usage && (
        <div className="px-3.5">
          <UsageLine usage={usage} />
        </div>
      )}
      {retry && <p className="px-3.5 text-dim text-small">asked again, as the output before was not valid</p>}
      {error && (
        <p role="alert" className="mx-3.5 mt-2 rounded-md border border-hazard px-2.5 py-1.5 text-hazard text-small">
          <PlainText text={error.message} lines /> <code className="text-faint">{error.code}</code>
        </p>
      )}
      {raw && (
        <Block title={state === 'failed' ? 'What it returned' : 'The text as it came'}>
          <div className="px-3.5">
            <ValueBlock store={store} named={raw} openAtOnce={state === 'failed'} />
          </div>
        </Block>
      )}
      {inputs.length > 0 && (
        <Block title="Read">
          <ReadValues store={store} values={inputs} onJump={jump} />
        </Block>
      )}
      {states.length > 0 && (
        <Block title="Could read of state containers">
          <ReadValues store={store} values={states} onJump={jump} />
        </Block>
      )}
      {outputs.length > 0 && (
        <Block title="Gave">
          <NamedValues store={store} values={outputs} />
        </Block>
      )}
      {changes.length > 0 && (
        <Block title={isSocket ? 'Assigned' : 'Changed in state containers'}>
          <ChangeRows store={store} changes={changes} onJump={jump} />
        </Block>
      )}
      {unassigned.length > 0 && (
        <Block title="Not assigned">
          <ul aria-label="Not assigned">
            {unassigned.map(({ slot, source, why }) => (
              <li key={`${slot} ${source}`} className="break-words border-line border-b px-3.5 py-1.5 text-small">
                <span className="font-mono">
                  <PlainText text={slot} />
                </span>{' '}
                <span className="text-dim">
                  from <PlainText text={source} />: <PlainText text={why} />
                </span>
              </li>
            ))}
          </ul>
        </Block>
      )}
      {led.length > 0 && (
        <Block title="What followed">
          <Cards label="What followed of it">
            {led.map((decision) => (
              <DecisionCard
                key={decision.seq}
                decision={decision}
                routeOf={routesOf(graph, decision)}
                onJump={jump}
                onSelect={() => jump(decision.seq)}
              />
            ))}
          </Cards>
        </Block>
      )}
      {log.length > 0 && (
        <Block title="Logged">
          <div className="px-3.5 font-mono text-dim text-small">
            <PlainText
              text={log
                .slice(0, LOG_LINES)
                .map((line) => line.text)
                .join('\n')}
              lines
            />
            {log.length > LOG_LINES && (
              <p>
                <button
                  type="button"
                  onClick={() => store.dispatch({ type: 'drawer.changed', drawer: 'log' })}
                  className="underline underline-offset-2 hover:text-accent"
                >
                  all {log.length} lines
                </button>
              </p>
            )}
          </div>
        </Block>
      )}
    </section>
  );
}

interface ReadValuesProps {
  readonly store: Store;
  readonly values: readonly (NamedValue & { readonly fromSeq: number | null; readonly fromText: string })[];
  readonly onJump: (seq: number) => void;
}

/** Values with where each came from. */
function ReadValues({ store, values, onJump }: ReadValuesProps) {
  return (
    <dl>
      {values.map((value) => (
        <NamedRow key={value.name} store={store} named={value}>
          <p className="text-faint text-tiny">
            from{' '}
            {value.fromSeq === null ? (
              <PlainText text={value.fromText} />
            ) : (
              <MomentLink seq={value.fromSeq} text={value.fromText} onJump={onJump} />
            )}
          </p>
        </NamedRow>
      ))}
    </dl>
  );
}
