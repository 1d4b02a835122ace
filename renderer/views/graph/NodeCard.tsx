// One node as a card: its name, what it does at the moment, what came out of it; a pivot names its slots.
import { Handle, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { PlainText } from '../../parts/PlainText.tsx';
import { Swatch } from '../../parts/ValueChip.tsx';
import { HEAD_PX } from './drawing.ts';
import type { CardNode } from './flowModel.ts';
import type { Tone } from './nodeModel.ts';
import { PortRows } from './PortRows.tsx';

const NO_BREAK_SPACE = '\u00a0';
/** A longer name of several words takes two lines where the picture is small; one word is cut with an ellipsis. */
const LONG_NAME = 7;
const isLong = (name: string) => name.length > LONG_NAME && /[\s-]/.test(name);
/** Of a card; what stands inside is placed from within it. */
const BORDER_PX = 1;

/** A shape goes with each colour. */
const MARKS: Record<Tone, { readonly sign: string; readonly className: string }> = {
  fired: { sign: '●', className: 'text-accent' },
  failed: { sign: '✕', className: 'text-hazard font-bold' },
  running: { sign: '▶', className: 'text-accent' },
  ready: { sign: '○', className: 'text-accent' },
  waiting: { sign: '◌', className: 'text-faint' },
  carry: { sign: '↺', className: 'text-carry' },
  plain: { sign: '', className: '' },
};

export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CardNode>) {
  const { node, card, words, isHovered, isProblem } = data;
  const mark = MARKS[words.tone];
  const isPivot = node.role === 'iterIn' || node.role === 'iterOut';
  const [value] = words.outputs;
  const title = [`${node.label} (${node.type})`, words.state, words.detail].filter(Boolean).join('\n');
  return (
    <div
      className="node-card"
      data-tone={words.tone}
      data-selected={selected || undefined}
      data-hovered={isHovered || undefined}
      data-problem={isProblem || undefined}
      data-pivot={isPivot || undefined}
      data-long={isLong(node.label) || undefined}
      title={title}
    >
      <div className="node-head" style={{ height: HEAD_PX - 2 * BORDER_PX }}>
        <div className="node-label">
          {isProblem && <span className="text-hazard">▲ </span>}
          {mark.sign !== '' && (
            <span aria-hidden className={`small-only ${mark.className}`}>
              {mark.sign}
              {NO_BREAK_SPACE}
            </span>
          )}
          <PlainText text={node.label} />
        </div>
        <div className="node-state">
          {mark.sign !== '' && (
            <span aria-hidden className={mark.className}>
              {mark.sign}
            </span>
          )}
          <span className="truncate">
            {words.state !== '' && <span>{words.state}</span>}
            <span className="node-type">{words.state === '' ? node.type : ` · ${node.type}`}</span>
          </span>
        </div>
        {!isPivot && value && (
          <div className="node-value" title={`${value.port} = ${value.chip.text}`}>
            <Swatch identity={value.chip.identity} />
            <span className="truncate">
              <PlainText text={value.chip.text} />
            </span>
          </div>
        )}
      </div>
      {card.inputs.map((port) => (
        <Handle
          key={port.handle}
          type="target"
          id={port.handle}
          position={Position.Left}
          style={{ top: port.yPx - BORDER_PX }}
          isConnectable={false}
        />
      ))}
      {card.outputs.map((port) => (
        <Handle
          key={port.handle}
          type="source"
          id={port.handle}
          position={Position.Right}
          style={{ top: port.yPx - BORDER_PX }}
          isConnectable={false}
        />
      ))}
      <PortRows data={data} />
    </div>
  );
});
