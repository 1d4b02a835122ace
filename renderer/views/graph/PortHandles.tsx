// What lines hold on to at a card's sides. They can't be dragged: a drawing is of a graph that was written.
import { Handle, Position } from '@xyflow/react';
import type { CardNode } from './flowModel.ts';

type Port = CardNode['data']['card']['inputs'][number];

/** `topOf`: where a port stands beside its row, in pixels from the card's border; without it lines have ways of their own. */
export function PortHandles({
  card,
  topOf,
}: {
  readonly card: CardNode['data']['card'];
  readonly topOf?: (port: Port) => number;
}) {
  const handle = (port: Port, type: 'source' | 'target', side: Position) => (
    <Handle
      key={`${type} ${port.handle}`}
      type={type}
      id={port.handle}
      position={port.isBelow ? Position.Bottom : side}
      {...(topOf ? { style: { top: topOf(port) } } : {})}
      isConnectable={false}
    />
  );
  return (
    <>
      {card.inputs.map((port) => handle(port, 'target', Position.Left))}
      {card.outputs.map((port) => handle(port, 'source', Position.Right))}
    </>
  );
}
