// One fire: what it read and from where, what it gave, what it did to state containers, how long it took, what it logged,
// why it failed.
import type { NamedValue } from '../../../shared/contract/value.ts';
import { useStore } from '../../components/useStore.ts';
import { durationText } from '../../parts/amounts.ts';
import { MomentLink } from '../../parts/MomentLink.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';
import { Block } from './Block.tsx';
import { ChangeRows } from './ChangeRows.tsx';
import { NamedRow } from './NamedRow.tsx';
import { NamedValues } from './NamedValues.tsx';
import { ValueBlock } from './ValueBlock.tsx';

const LOG_LINES = 6;

export function FireBlock({ store }: { readonly store: Store }) {
  const fire = useStore(store, (state) => activeTape(state)?.fire);
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
      {error && (
        <p role="alert" className="mx-3.5 mt-2 rounded-md border border-hazard px-2.5 py-1.5 text-hazard text-small">
          <PlainText text={error.message} lines /> <code className="text-faint">{error.code}</code>
        </p>
      )}
      {raw && (
        <Block title="What it returned">
          <div className="px-3.5">
            <ValueBlock store={store} named={raw} openAtOnce />
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
        <Block title="Changed in state containers">
          <ChangeRows store={store} changes={changes} onJump={jump} />
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
