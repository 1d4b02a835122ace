// The slots at the moment: value, who wrote it, when and where, whether it persists, whether it changed, how long it has
// been the same. An empty slot says why it is empty.
import type { GraphView } from '../../../shared/contract/graph.ts';
import type { SlotRow } from '../../../shared/contract/moment.ts';
import { countOf } from '../../parts/amounts.ts';
import { MomentLink } from '../../parts/MomentLink.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import { sameSelection } from '../../store/selectors/scopeTree.ts';
import type { Selection } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { ValueBlock } from './ValueBlock.tsx';

export interface SlotTableProps {
  readonly store: Store;
  readonly rows: readonly SlotRow[];
  readonly graph: GraphView | undefined;
  readonly selection: Selection | null;
  /** Under a heading for each scope. */
  readonly grouped: boolean;
}

export function SlotTable({ store, rows, graph, selection, grouped }: SlotTableProps) {
  const scopes = [...new Set(rows.map((row) => row.scope))];
  const name = (scope: string) =>
    scope === '' ? 'graph' : (graph?.nodes.find((node) => node.id === scope)?.label ?? scope);
  return (
    <table aria-label="Slots" className="w-full table-fixed border-collapse">
      <colgroup>
        <col className="w-[116px]" />
        <col />
      </colgroup>
      {scopes.map((scope) => (
        <tbody key={scope}>
          {(grouped || scopes.length > 1) && (
            <tr>
              <th
                scope="rowgroup"
                colSpan={2}
                className="px-3.5 pt-3 pb-1 text-left font-normal text-dim text-tiny tracking-wide"
              >
                {graph?.dialect === 'socket' ? (
                  'State and cursors'
                ) : (
                  <>
                    Slots of <PlainText text={name(scope)} />
                  </>
                )}
              </th>
            </tr>
          )}
          {rows
            .filter((row) => row.scope === scope)
            .map((row) => (
              <Row
                key={row.address}
                row={row}
                store={store}
                selected={sameSelection(selection, { kind: 'slot', scope: row.scope, slot: row.slot })}
              />
            ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ row, store, selected }: { readonly row: SlotRow; readonly store: Store; readonly selected: boolean }) {
  const pick = { kind: 'slot', scope: row.scope, slot: row.slot } as const;
  const jump = (seq: number): void => store.dispatch({ type: 'moment.jumped', seq, selection: pick });
  return (
    <tr
      data-slot={row.address}
      onPointerEnter={() => store.dispatch({ type: 'hovered', hovered: pick })}
      onPointerLeave={() => store.dispatch({ type: 'hovered', hovered: null })}
      className={`border-line border-b align-top ${selected ? 'bg-sel' : ''}`}
    >
      <th scope="row" className="py-1.5 pr-2 pl-3.5 text-left font-normal">
        <button
          type="button"
          aria-pressed={selected}
          title={row.address}
          onClick={() => store.dispatch({ type: 'selected', selection: pick })}
          className="block max-w-full truncate text-left text-dim text-small hover:text-text"
        >
          <PlainText text={row.slot} />
        </button>
      </th>
      <td className="py-1.5 pr-3.5">
        {row.value ? (
          <ValueBlock store={store} named={row.value} pale={row.change === 'same'} openAtOnce={selected} />
        ) : (
          <span className="text-faint text-small italic">empty</span>
        )}
        <p className="text-faint text-tiny">
          {row.value ? (
            <Story row={row} onJump={jump} />
          ) : (
            <PlainText text={row.emptyWhy ?? 'nothing was written to it'} />
          )}
        </p>
      </td>
    </tr>
  );
}

/** `same ×18 · persists · seeded before the loop` */
function Story({ row, onJump }: { readonly row: SlotRow; readonly onJump: (seq: number) => void }) {
  // A state belongs to no loop, so there is no iteration before to hold it against.
  if (row.writer === 'container' && row.writtenSeq !== null) {
    return (
      <>
        state · written{' '}
        <MomentLink seq={row.writtenSeq} text={row.writtenAt ? row.writtenAt : 'in the graph'} onJump={onJump} />
      </>
    );
  }
  return (
    <>
      <span
        className={row.change === 'same' ? 'text-dim' : 'text-accent'}
        title={`has held this value for ${countOf(row.heldIterations, 'iteration')}, this one included`}
      >
        {changeText(row)}
      </span>
      {' · '}
      {row.persist === undefined ? '' : row.persist ? 'persists · ' : 'one-shot · '}
      {writtenBy(row.writer)}{' '}
      {row.writtenSeq !== null && (
        <MomentLink
          seq={row.writtenSeq}
          text={
            row.writtenAt === ''
              ? row.scope === ''
                ? 'in the graph'
                : 'before the loop'
              : (row.writtenAt ?? undefined)
          }
          onJump={onJump}
        />
      )}
    </>
  );
}

function writtenBy(writer: string): string {
  switch (writer) {
    case 'iterout':
      return 'carried';
    case 'init':
    case 'seed':
      return 'seeded';
    case 'assign':
      return 'assigned';
    case 'advance':
      return 'advanced';
    default:
      return `written by ${writer}`;
  }
}

function changeText({ change, heldIterations }: SlotRow): string {
  switch (change) {
    case 'new':
      return 'new';
    case 'changed':
      return 'changed';
    case 'same':
      return `same ×${heldIterations}`;
    case 'emptied':
      return 'emptied';
    case 'empty':
      return 'empty';
  }
}
