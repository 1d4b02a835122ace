// A loop of sockets: what it goes over, and the ways out of it.
import type { GraphViewLoop } from '../../../shared/contract/graph.ts';
import { whenText } from '../../parts/conditionText.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import type { Store } from '../../store/store.ts';
import { Block } from './Block.tsx';

export function LoopBlock({ store, loop }: { readonly store: Store; readonly loop: GraphViewLoop }) {
  const { items, cursor, as, consumes, sockets, exits } = loop;
  return (
    <>
      <p className="px-3.5 text-dim text-small">
        {items === undefined ? (
          'names no list, and is never empty'
        ) : (
          <>
            over <Code text={items} />
            {cursor !== undefined && (
              <>
                {' '}
                by <Code text={cursor} />
              </>
            )}
            {as !== undefined && (
              <>
                , an item is also <Code text={as} />
              </>
            )}
            {consumes && (
              <>
                ; the list is <Code text={consumes.output} /> of <Code text={consumes.from} />
              </>
            )}
          </>
        )}
        <br />
        sockets <Code text={sockets.join(', ')} />
      </p>
      <Block title={exits.length === 0 ? 'No exit' : 'Exits, when the list ran out'}>
        <ul>
          {exits.map((exit) => (
            <li key={`${exit.edge} ${exit.condition}`} className="border-line border-b text-small">
              <button
                type="button"
                onClick={() => store.dispatch({ type: 'selected', selection: { kind: 'edge', edge: exit.edge } })}
                className="w-full px-3.5 py-1.5 text-left hover:bg-hover"
              >
                <span className="text-decide">
                  <Code text={exit.id} />
                </span>
                <br />
                <span className="text-dim">
                  {whenText(exit.condition)}, from <Code text={exit.from} /> → <Code text={exit.target} />
                  {exit.compiled && ', written as its single exit'}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {exits.length === 0 && <p className="px-3.5 text-dim text-small">The run ends when its list runs out.</p>}
      </Block>
    </>
  );
}

function Code({ text }: { readonly text: string }) {
  return (
    <span className="break-words font-mono">
      <PlainText text={text} />
    </span>
  );
}
