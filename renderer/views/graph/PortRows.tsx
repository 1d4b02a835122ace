// The named ports of a card, row by row: inputs at the left, outputs at the right, a slot across. A slot of an iterIn can
// be selected; every other port is only named.
import { type ReactNode, useContext } from 'react';
import { PlainText } from '../../parts/PlainText.tsx';
import { Swatch } from '../../parts/ValueChip.tsx';
import { PORT_PX } from './drawing.ts';
import type { CardNode } from './flowModel.ts';
import { GraphTalkContext } from './graphTalk.ts';

export function PortRows({ data }: { readonly data: CardNode['data'] }) {
  const { node, words } = data;
  return rowsOf(data).map(({ yPx, left, right }) => {
    const chip = words.outputs.find((output) => output.port === right)?.chip;
    const content = (
      <>
        <span className="truncate">{left !== undefined && <PlainText text={left} />}</span>
        {right !== undefined && right !== left && (
          <span className="ml-auto truncate">
            <PlainText text={right} />
          </span>
        )}
        {chip && (
          <span className={right === left ? 'ml-auto' : ''}>
            <Swatch identity={chip.identity} />
          </span>
        )}
      </>
    );
    const style = { top: yPx - PORT_PX / 2 - 1, height: PORT_PX };
    const value = chip ? ` = ${chip.text}` : '';
    const slot = node.role === 'iterIn' ? (right ?? left) : undefined;
    if (slot === undefined) {
      const title = [left, right].filter((name) => name !== undefined).join(' → ') + value;
      return (
        <div key={yPx} className="node-port" style={style} title={title}>
          {content}
        </div>
      );
    }
    return (
      <SlotRow key={yPx} data={data} slot={slot} title={slot + value} style={style}>
        {content}
      </SlotRow>
    );
  });
}

interface SlotRowProps {
  readonly data: CardNode['data'];
  readonly slot: string;
  readonly title: string;
  readonly style: { readonly top: number; readonly height: number };
  readonly children: ReactNode;
}

function SlotRow({ data, slot, title, style, children }: SlotRowProps) {
  const { select, hover } = useContext(GraphTalkContext);
  const { id } = data.node;
  const selection = { kind: 'slot', scope: id, slot } as const;
  return (
    <button
      type="button"
      className="node-port is-slot nopan"
      data-lit={data.litSlot === slot || undefined}
      style={style}
      title={title}
      aria-label={`${id}.${title}`}
      aria-pressed={data.litSlot === slot}
      onClick={(event) => {
        event.stopPropagation();
        select(selection);
      }}
      // The card around it would take Enter and Space for itself.
      onKeyDown={(event) => event.stopPropagation()}
      // Mouse events, as the card's own are: entering goes from the card inwards.
      onMouseEnter={() => hover(selection)}
      onMouseLeave={() => hover({ kind: 'node', node: id })}
    >
      {children}
    </button>
  );
}

interface Row {
  readonly yPx: number;
  readonly left: string | undefined;
  readonly right: string | undefined;
}

function rowsOf({ card }: CardNode['data']): readonly Row[] {
  const rows = new Map<number, Row>();
  const row = (yPx: number) => rows.get(yPx) ?? { yPx, left: undefined, right: undefined };
  for (const port of card.inputs) if (port.isNamed) rows.set(port.yPx, { ...row(port.yPx), left: port.handle });
  for (const port of card.outputs) if (port.isNamed) rows.set(port.yPx, { ...row(port.yPx), right: port.handle });
  return [...rows.values()].sort((a, b) => a.yPx - b.yPx);
}
