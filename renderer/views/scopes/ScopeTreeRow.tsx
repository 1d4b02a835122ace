// One row of the scope tree. Of activations and iterations a shape says whether they are over, current or still to come.
import { Icon } from '../../components/Icon.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import { severityMark } from '../../parts/severity.ts';
import type { TreeRow } from '../../store/selectors/treeRow.ts';

interface ScopeTreeRowProps {
  readonly row: TreeRow;
  readonly selected: boolean;
  readonly hovered: boolean;
  readonly reachable: boolean;
}

const INDENT_PX = 11;

export function ScopeTreeRow({ row, selected, hovered, reachable }: ScopeTreeRowProps) {
  const { open } = row;
  const current = row.when === 'now';
  return (
    <div
      role="treeitem"
      data-row={row.id}
      tabIndex={reachable ? 0 : -1}
      aria-level={row.depth + 1}
      aria-expanded={open}
      aria-selected={selected}
      aria-current={current ? 'true' : undefined}
      className={`flex h-[26px] cursor-pointer items-center gap-1.5 rounded-md pr-2 text-[12.5px] aria-selected:bg-sel ${
        hovered ? 'bg-hover' : 'hover:bg-hover'
      }`}
      style={{ paddingLeft: 4 + row.depth * INDENT_PX }}
    >
      <span
        data-twist={open === undefined ? undefined : ''}
        aria-hidden="true"
        className={`grid size-4 shrink-0 place-items-center text-faint ${open === undefined ? 'invisible' : ''} ${open === true ? 'rotate-90' : ''}`}
      >
        <Icon name="chevron" sizePx={12} />
      </span>
      <Mark row={row} />
      <span
        className={`min-w-0 truncate ${labelLook(row)}`}
        title={row.title ?? (row.name === undefined ? row.label : `${row.label}, ${row.name}`)}
      >
        {row.kind === 'iteration' && <span className="sr-only">iteration </span>}
        {row.kind === 'activation' && <span className="sr-only">activation </span>}
        {row.prefix !== undefined && (
          <span className="pr-1.5 font-mono text-faint">
            <PlainText text={row.prefix} />
          </span>
        )}
        <PlainText text={row.label} />
        {row.name !== undefined && (
          <>
            {' '}
            <span className="pl-0.5 font-mono text-faint text-tiny">
              <PlainText text={row.name} />
            </span>
          </>
        )}
      </span>
      {row.severity && row.severity !== 'info' && (
        <span
          className={`shrink-0 text-tiny ${severityMark(row.severity).text}`}
          title={`${severityMark(row.severity).word}: see Hazards`}
        >
          <span aria-hidden="true">●</span>
          <span className="sr-only">{severityMark(row.severity).word}</span>
        </span>
      )}
      {row.counter !== '' && (
        <span className="ml-auto shrink-0 pl-2 font-mono text-faint text-small" title={row.counterText}>
          {row.counter}
        </span>
      )}
      {/* The name of an item needs the room, and its colour and mark say the same. */}
      {row.counter === '' &&
        row.prefix === undefined &&
        (row.kind === 'iteration' || row.kind === 'pass') &&
        current && <span className="ml-auto shrink-0 pl-2 text-accent text-tiny">now</span>}
    </div>
  );
}

function labelLook(row: TreeRow): string {
  switch (row.kind) {
    case 'iteration':
    case 'pass':
      return `${row.prefix === undefined && row.kind === 'iteration' ? 'font-mono ' : ''}text-small ${row.when === 'now' ? 'text-accent' : row.when === 'later' ? 'text-faint' : 'text-dim'}`;
    case 'activation':
      return `font-mono text-small ${row.when === 'now' ? 'text-text' : row.when === 'later' ? 'text-faint' : 'text-dim'}`;
    case 'rounds':
      return 'text-dim text-small';
    case 'more':
      return 'text-dim text-small underline decoration-line-strong underline-offset-2';
    default:
      if (row.state === 'failed') return 'text-hazard';
      return row.state === 'outside' || row.state === 'idle' || row.counter === 'not yet' ? 'text-dim' : 'text-text';
  }
}

/**
 * A square for a loop, a round for the band, a ring for the graph; of a node how it stands in this iteration; of iterations a
 * full mark for those that began, a hollow one for those to come, a large one where the moment is.
 */
function Mark({ row }: { readonly row: TreeRow }) {
  switch (row.kind) {
    case 'scope':
      return <span aria-hidden="true" className="size-[7px] shrink-0 rounded-[2px] bg-decide" />;
    case 'band':
      return <span aria-hidden="true" className="size-[7px] shrink-0 rounded-full bg-carry" />;
    case 'graph':
      return <span aria-hidden="true" className="size-[7px] shrink-0 rounded-[2px] border border-mark" />;
    case 'iteration':
    case 'pass':
      return <WhenMark row={row} />;
    // What is current is unfolded by itself.
    case 'activation':
    case 'rounds':
    case 'more':
      return null;
    case 'node':
      return <NodeMark row={row} />;
  }
}

function WhenMark({ row }: { readonly row: TreeRow }) {
  const look =
    row.when === 'now'
      ? 'size-[7px] bg-accent'
      : `size-[5px] ${row.when === 'later' ? 'border border-mark' : 'bg-mark'}`;
  return <span aria-hidden="true" className={`shrink-0 rounded-full ${look}`} />;
}

function NodeMark({ row }: { readonly row: TreeRow }) {
  if (row.state === 'running')
    return <span title="running" className="size-[7px] shrink-0 animate-pulse rounded-full bg-accent" />;
  if (row.state === 'fired')
    return <span title="fired in this iteration" className="size-[5px] shrink-0 rounded-full bg-accent" />;
  if (row.state === 'failed') return <span title="failed" className="size-[6px] shrink-0 bg-hazard" />;
  return <span aria-hidden="true" className="size-[5px] shrink-0 rounded-full border border-mark" />;
}
